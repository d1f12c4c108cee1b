import { html } from '../html.js'

/** One of a few: buttons side by side. `options` are pairs of value and name. */
export const Choice = ({
  label,
  value,
  options,
  onChange,
}) => html`<div class="choice" role="group" aria-label=${label}>
  ${options.map(
    ([option, name]) => html`<button
      type="button"
      aria-pressed=${option === value ? 'true' : 'false'}
      onClick=${() => onChange(option)}
    >${name}</button>`,
  )}
</div>`
