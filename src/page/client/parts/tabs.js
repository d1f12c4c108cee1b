import { html } from '../html.js'
import { hashOf } from '../route.js'

/** The parts of one thing, each with an address of its own. `tabs` are pairs of last path part and name. */
export const Tabs = ({ label, base, current, tabs }) => html`<nav class="tabs" aria-label=${label}>
  ${tabs.map(
    ([part, name]) =>
      html`<a href=${hashOf([...base, part])} aria-current=${part === current ? 'page' : undefined}>${name}</a>`,
  )}
</nav>`
