import { formatNumber } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { goToPage } from '../use-pages.js'
import { offWhile } from './off-while.js'

/** Steps through the pages of a list. `next`: whether there is one after this. */
export function Pager({ page, next, shown, total }) {
  if (page === 1 && !next) return null
  return html`<nav class="pager" aria-label="Pages">
    <button class="button" ...${offWhile(page === 1, () => goToPage(page - 1))}>
      <${Icon} name="chevronLeft" size=${16} />Previous
    </button>
    <span>Page ${formatNumber(page)} · ${formatNumber(shown)}${total === undefined ? '' : ` of ${formatNumber(total)}`}</span>
    <button class="button" ...${offWhile(!next, () => goToPage(page + 1))}>
      Next<${Icon} name="chevronRight" size=${16} />
    </button>
  </nav>`
}
