import { html } from '../html.js'
import { replaceQuery } from '../route.js'

/** Chooses requests by operation, status and the user of the key: whatever the log has of them. */
export function RequestFilters({ requests, filter }) {
  const valuesOf = read => [...new Set(requests.map(read))].sort()
  const statuses = valuesOf(({ status }) => String(status))
  const classes = [...new Set(statuses.filter(status => status !== '0').map(status => `${status[0]}xx`))]
  return html`
    <${Select} label="Operation" name="operation" value=${filter.operation} options=${valuesOf(({ operation }) => operation ?? 'none')} />
    <${Select} label="Status" name="status" value=${filter.status} options=${[...classes, ...statuses]} />
    <${Select} label="Key of" name="user" value=${filter.user} options=${valuesOf(({ user }) => user ?? 'none')} />
  `
}

const NAMES = { none: 'none', 0: 'no answer' }

function Select({ label, name, value, options }) {
  const all = value === '' || options.includes(value) ? options : [value, ...options]
  return html`<label class="select">
    <span>${label}</span>
    <select value=${value} onChange=${event => replaceQuery({ [name]: event.target.value })}>
      <option value="">All</option>
      ${all.map(option => html`<option value=${option}>${NAMES[option] ?? option}</option>`)}
    </select>
  </label>`
}
