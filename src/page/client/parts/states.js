import { html } from '../html.js'
import { Icon } from '../icons.js'

/** Where there is nothing to show: why, and what to do. */
export const Empty = ({ icon, title, children }) => html`<div class="empty">
  <span class="empty-icon"><${Icon} name=${icon} size=${26} /></span>
  <h2>${title}</h2>
  ${children && html`<p>${children}</p>`}
</div>`

export const Loading = ({ what = 'Loading' }) => html`<div class="loading" role="status">
  <span class="spinner" aria-hidden="true"></span>${what}…
</div>`

/** What went wrong, in the instance's own words. */
export const Failure = ({ error, onRetry }) => html`<div class="failure" role="alert">
  <${Icon} name="alert" size=${20} />
  <div>
    <strong>${titleOf(error)}</strong>
    <p>${error.message}</p>
  </div>
  ${onRetry && html`<button class="button" onClick=${onRetry}><${Icon} name="refresh" size=${15} />Try again</button>`}
</div>`

/** The answer of `useAnswer`: its failure, that it is on its way, or what `children` makes of it, also beside a failure. */
export function Answered({ answer, what, children }) {
  const { error, value, reload } = answer
  if (value === undefined)
    return error ? html`<${Failure} error=${error} onRetry=${reload} />` : html`<${Loading} what=${what} />`
  return html`${error && html`<${Failure} error=${error} onRetry=${reload} />`}${children(value)}`
}

function titleOf({ status }) {
  if (status === 0) return 'No answer'
  if (status === 403) return 'Only for the owner of the instance'
  if (status === 404) return 'Not found'
  return 'That did not work'
}
