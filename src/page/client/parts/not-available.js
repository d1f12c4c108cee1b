import { html } from '../html.js'
import { Empty } from './states.js'

/** Stands for what only the control API tells, where there is none. */
export const NotAvailable = () => html`<${Empty} icon="close" title="Not available here">
  The instance was started with <code>--no-control</code>.
<//>`
