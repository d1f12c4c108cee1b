import { html } from '../html.js'
import { hasControl } from '../settings.js'
import { Empty } from './states.js'

/** Stands for what only the control API tells: there is none, or it is not for this key. */
export const NotAvailable = () => html`<${Empty} icon="close" title="Not available here">
  ${hasControl ? 'This is for the owner of the instance: give the owner’s key to see it.' : html`The instance was started with <code>--no-control</code>.`}
<//>`
