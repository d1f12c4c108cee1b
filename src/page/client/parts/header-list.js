import { html } from '../html.js'

/** Headers, or parameters of a query: names and values. */
export function HeaderList({ headers }) {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  if (pairs.length === 0) return html`<p class="panel-note">None are kept.</p>`
  return html`<dl class="pairs is-code">
    ${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}
  </dl>`
}
