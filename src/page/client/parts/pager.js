import { formatNumber } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { offWhile } from './off-while.js'

/** Steps through the pages of a list whose pages are known by cursors. `cursors` holds those of the pages so far. */
export function Pager({ cursors, next, shown, total, onMove }) {
  if (cursors.length === 0 && !next) return null
  return html`<nav class="pager" aria-label="Pages">
    <button class="button" ...${offWhile(cursors.length === 0, () => onMove(cursors.slice(0, -1)))}>
      <${Icon} name="chevronLeft" size=${16} />Previous
    </button>
    <span>Page ${formatNumber(cursors.length + 1)} · ${formatNumber(shown)}${total === undefined ? '' : ` of ${formatNumber(total)}`}</span>
    <button class="button" ...${offWhile(!next, () => onMove([...cursors, next]))}>
      Next<${Icon} name="chevronRight" size=${16} />
    </button>
  </nav>`
}
