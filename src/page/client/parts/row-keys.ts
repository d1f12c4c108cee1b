const ROW = 'main tbody > tr, main ol > li, main ul > li'
const CONTROL = 'a[href], button, input:not([type="hidden"]), select, summary'
/** What the arrow keys move in by themselves. */
const HAS_ARROWS =
  'select, textarea, json-field, [role="radio"], input:not([type="checkbox"], [type="button"], [type="submit"])'
const SEARCH = 'main .search input'
const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The arrow keys go along the rows of a list: down from its search field to the first row, from a control of a row to the
 * same one of the next row, and up the same way. The Tab key would take each control of each row.
 */
export function followRows() {
  addEventListener('keydown', (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const from = event.target
    if (!step || event.defaultPrevented || !(from instanceof HTMLElement)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const next = from.matches(SEARCH) ? step === 1 && firstRow() : besideIn(from, step)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  })
}

const firstRow = () => document.querySelector<HTMLElement>('main tbody .row-link') ?? undefined

function besideIn(from: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const row = from.closest(ROW)
  if (!row || from.matches(HAS_ARROWS)) return undefined
  const rows = Array.from(row.parentElement?.children ?? []).filter(it => controlsIn(it).length > 0)
  const next = rows[rows.indexOf(row) + step]
  // up from the first row is back to where a list is searched
  if (!next)
    return step === -1 && row.matches('tr') ? (document.querySelector<HTMLElement>(SEARCH) ?? undefined) : undefined
  if (from.matches('.row-link')) {
    const link = next.querySelector<HTMLElement>('.row-link')
    if (link) return link
  }
  const controls = controlsIn(next)
  return controls[Math.min(controlsIn(row).indexOf(from), controls.length - 1)]
}

const controlsIn = (row: Element) =>
  Array.from(row.querySelectorAll<HTMLElement>(CONTROL)).filter(it => it.offsetParent)
