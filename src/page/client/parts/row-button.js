import { html } from '../html.js'
import { Icon } from '../icons.js'

/**
 * A button in a row of a list.
 *
 * @param does what it does: `Rename`
 * @param what to what, for those who do not see the row
 */
export const RowButton = ({ does, what, icon, onClick }) =>
  html`<button class="tool is-bare" aria-label=${`${does} ${what}`} title=${does} onClick=${onClick}><${Icon} name=${icon} size=${17} /></button>`
