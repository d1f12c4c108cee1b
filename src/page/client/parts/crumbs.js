import { html } from '../html.js'
import { Icon } from '../icons.js'
import { hashOf } from '../route.js'

/** The way back to the list that a thing is in. */
export const Crumbs = ({ place, name }) => html`<nav class="crumbs" aria-label="Way back">
  <a href=${hashOf([place])}><${Icon} name="chevronLeft" size=${15} />${name}</a>
</nav>`
