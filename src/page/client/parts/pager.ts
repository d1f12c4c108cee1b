import { html } from '../html.ts'
import { hashOf, routeOf } from '../routing/hash.ts'
import { disabledProps } from './controls.ts'
import { formatNumber } from './format.ts'
import { Icon } from './icons.ts'

const MAX_LISTS = 50

/** The cursors of the pages of each list that were gone through: question → cursors, that of the first page `undefined`. */
const known = new Map<string, (string | undefined)[]>()

/**
 * The page of a list that the address names, so that Back and reload come back to it.
 *
 * @param query of the address
 * @param question what the list is asked for: another one has other cursors
 */
export function usePages(query: URLSearchParams, question: string) {
  const wanted = pageIn(query)
  return {
    wanted,
    /**
     * Asks for the page. One whose cursor is not known is reached from the last one that is, page by page; where the list
     * ends before, that is the last page.
     */
    async load<Answered extends { nextCursor?: string | null | undefined }>(
      ask: (cursor: string | undefined) => Promise<Answered>,
    ): Promise<Answered & { page: number }> {
      const cursors = cursorsOf(question)
      for (let page = Math.min(wanted, cursors.length); ; page++) {
        const answer = await ask(cursors[page - 1])
        if (answer.nextCursor) cursors[page] = answer.nextCursor
        if (page === wanted || !answer.nextCursor) return { ...answer, page }
      }
    },
  }
}

/** The number of the page that an address names; the first where it names none. */
export const pageIn = (query: URLSearchParams) => Math.max(1, Math.trunc(Number(query.get('page'))) || 1)

/** A step in the history: Back leads to the page before. */
export function goToPage(page: number) {
  const { parts, query } = routeOf(location.hash)
  location.hash = hashOf(parts, { ...Object.fromEntries(query), page: page > 1 ? page : '' })
}

function cursorsOf(question: string) {
  const cursors = known.get(question) ?? [undefined]
  known.delete(question)
  known.set(question, cursors)
  if (known.size > MAX_LISTS) known.delete(known.keys().next().value ?? '')
  return cursors
}

interface PagerProps {
  page: number
  /** Whether there is a page after this one. */
  next: unknown
  shown: number
  /** How many there are, where that is known. */
  total?: number
  /** How many a page holds: with `total` the last page is known. */
  size?: number
}

/** Steps through the pages of a list; to the last one where it is known. */
export function Pager({ page, next, shown, total, size }: PagerProps) {
  if (page === 1 && !next) return null
  const last = total === undefined || size === undefined ? undefined : Math.max(1, Math.ceil(total / size))
  const of = total === undefined ? '' : ` of ${formatNumber(total)}`
  return html`<nav class="pager" aria-label="Pages">
    ${
      last !== undefined &&
      html`<button class="button" ...${disabledProps(page === 1, () => goToPage(1))}>First</button>`
    }
    <button class="button" ...${disabledProps(page === 1, () => goToPage(page - 1))}>
      <${Icon} name="chevronLeft" size=${16} />
      Previous
    </button>
    <span>
      Page ${formatNumber(page)}
      ${last === undefined ? '' : ` of ${formatNumber(last)}`} · ${formatNumber(shown)}
      ${of}
    </span>
    <button class="button" ...${disabledProps(!next, () => goToPage(page + 1))}>
      Next
      <${Icon} name="chevronRight" size=${16} />
    </button>
    ${
      last !== undefined &&
      html`<button class="button" ...${disabledProps(page >= last, () => goToPage(last))}>Last</button>`
    }
  </nav>`
}
