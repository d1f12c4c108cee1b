import { call } from '../api.js'
import { formatDateTime, formatDuration, formatTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { AnswerStatus, MethodBadge } from '../parts/badges.js'
import { Choice } from '../parts/choice.js'
import { Heading } from '../parts/heading.js'
import { SearchField } from '../parts/search-field.js'
import { Empty, Failure, Loading } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { useRequests } from '../use-requests.js'

const SHOWN = 200
const KINDS = [
  ['', 'All'],
  ['failed', 'Refused'],
  ['warned', 'Warnings'],
]
const PASSES = {
  '': () => true,
  failed: ({ status }) => status >= 400 || !status,
  warned: ({ warnings }) => warnings?.length > 0,
}

/** The requests that the instance answers, as they come in. */
export function RequestsView() {
  const { round } = useInstance()
  const { requests, state, error, pause, clear, refresh } = useRequests(round)
  const [isPaused, setPaused] = useState(false)
  const [wanted, setWanted] = useState('')
  const [kind, setKind] = useState('')
  const change = value => {
    setPaused(value)
    pause(value)
  }
  const empty = async () => {
    if (await telling(() => call('DELETE', '/_control/requests'), 'The log is empty.')) clear()
  }
  const choose = value => {
    setKind(value)
    telling(refresh)
  }
  const text = wanted.toLowerCase()
  const passes = it =>
    PASSES[kind](it) &&
    `${it.method} ${it.path} ${it.operation ?? ''} ${it.user ?? ''} ${it.status}`.toLowerCase().includes(text)
  const found = requests?.filter(passes) ?? []
  return html`
    <${Heading} title="Requests" after=${html`<${Live} state=${isPaused ? 'paused' : state} />`}>
      <button class="button" aria-pressed=${isPaused ? 'true' : 'false'} onClick=${() => change(!isPaused)}>
        <${Icon} name=${isPaused ? 'play' : 'pause'} size=${15} />${isPaused ? 'Go on' : 'Pause'}
      </button>
      <button class="button" onClick=${empty}><${Icon} name="trash" size=${15} />Empty the log</button>
    <//>
    <div class="filters">
      <${SearchField} label="Search requests" value=${wanted} onChange=${setWanted} />
      <${Choice} label="Show" value=${kind} options=${KINDS} onChange=${choose} />
    </div>
    ${error && html`<${Failure} error=${error} />`}
    ${!error && requests === undefined && html`<${Loading} what="Connecting" />`}
    ${requests && found.length === 0 && html`<${Empty} icon="activity" title=${requests.length ? 'No request is like that' : 'No requests yet'}>${requests.length ? '' : 'Point a client at this instance: what it asks shows up here at once.'}<//>`}
    ${found.length > 0 && html`<div class="card table-card"><${Table} requests=${found.slice(0, SHOWN)} /></div>`}
  `
}

const STATES = { live: 'Live', paused: 'Paused', connecting: 'Connecting' }
const Live = ({ state }) =>
  html`<span class=${`live is-${state}`} role="status"><span class="live-dot" aria-hidden="true"></span>${STATES[state]}</span>`

const Table = ({ requests }) => html`<table class="table is-dense">
  <thead>
    <tr>
      <th scope="col">Time</th>
      <th scope="col">Request</th>
      <th scope="col">Status</th>
      <th scope="col" class="end wide-only">Took</th>
      <th scope="col" class="wide-only">By</th>
    </tr>
  </thead>
  <tbody>
    ${requests.map(request => html`<${Row} key=${request.id} request=${request} />`)}
  </tbody>
</table>`

const Row = ({ request }) => {
  const { time, method, path, query, status, milliseconds, operation, user, fault, warnings } = request
  return html`<tr>
    <td><time class="quiet" datetime=${time} title=${formatDateTime(time)}>${formatTime(time)}</time></td>
    <td>
      <div class="request-line"><${MethodBadge} method=${method} /><code>${path}${query && `?${query}`}</code></div>
      <div class="cell-sub">
        ${operation ?? 'no operation'}
        ${fault !== undefined && html`<span class="badge status-waiting">by fault rule ${fault}</span>`}
      </div>
      ${warnings.map(warning => html`<div class="warning"><${Icon} name="alert" size=${14} />${warning}</div>`)}
    </td>
    <td><${AnswerStatus} status=${status} /></td>
    <td class="end wide-only quiet">${formatMilliseconds(milliseconds)}</td>
    <td class="wide-only quiet">${user ?? '–'}</td>
  </tr>`
}

const formatMilliseconds = value => (value < 10 ? `${value.toFixed(1)} ms` : formatDuration(value))
