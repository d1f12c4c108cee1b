import { html } from '../html.js'

/** A switch that is on or off. While it is being changed it cannot be pressed again. */
export const Switch = ({ on, label, busy, onChange }) => html`<button
  class="switch"
  type="button"
  role="switch"
  aria-checked=${on ? 'true' : 'false'}
  aria-label=${label}
  aria-busy=${busy ? 'true' : 'false'}
  onClick=${event => {
    event.stopPropagation()
    if (!busy) onChange(!on)
  }}
><span class="switch-knob"></span></button>`
