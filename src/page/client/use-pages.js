import { hashOf, routeOf } from './route.js'

const MOST_LISTS = 50

/** The cursors of the pages of each list that were gone through: question → cursors, that of the first page `undefined`. */
const known = new Map()

/**
 * The page of a list that the address names, so that Back and reload come back to it.
 *
 * @param {URLSearchParams} query of the address
 * @param {string} question what the list is asked for: another one has other cursors
 */
export function usePages(query, question) {
  const wanted = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  return {
    wanted,
    /**
     * Asks for the page. One whose cursor is not known is reached from the last one that is, page by page; where the list
     * ends before, that is the last page.
     *
     * @param {(cursor?: string) => Promise<any>} ask
     */
    async load(ask) {
      const cursors = cursorsOf(question)
      for (let page = Math.min(wanted, cursors.length); ; page++) {
        const answer = await ask(cursors[page - 1])
        if (answer.nextCursor) cursors[page] = answer.nextCursor
        if (page === wanted || !answer.nextCursor) return { ...answer, page }
      }
    },
  }
}

/** A step in the history: Back leads to the page before. */
export function goToPage(page) {
  const { parts, query } = routeOf(location.hash)
  location.hash = hashOf(parts, { ...Object.fromEntries(query), page: page > 1 ? page : '' })
}

function cursorsOf(question) {
  const cursors = known.get(question) ?? [undefined]
  known.delete(question)
  known.set(question, cursors)
  if (known.size > MOST_LISTS) known.delete(known.keys().next().value)
  return cursors
}
