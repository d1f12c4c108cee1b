import { html } from '../html.js'
import { Icon } from '../icons.js'
import { pointsOf } from '../points-of.js'

/** Why something was refused, in the instance's own words, point by point. */
export const Refusal = ({ error }) => html`<div class="failure is-inline" role="alert">
  <${Icon} name="alert" size=${18} />
  <div>${pointsOf(error.message).map(point => html`<p>${point}</p>`)}</div>
</div>`
