import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { Choice } from '../parts/choice.js'
import { Heading } from '../parts/heading.js'
import { RequestFilters } from '../parts/request-filters.js'
import { RequestPanel } from '../parts/request-panel.js'
import { RequestTable } from '../parts/request-table.js'
import { SaveHar } from '../parts/save-har.js'
import { SearchField } from '../parts/search-field.js'
import { Empty, Failure, Loading } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { goTo, replaceQuery } from '../route.js'
import { useRequests } from '../use-requests.js'

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
const FILTERS = ['q', 'kind', 'operation', 'status', 'user']

/** The requests that the instance answers, as they come in, each to look into. What is chosen stands in the address. */
export function RequestsView({ parts: [id], query }) {
  const { epoch } = useInstance()
  const { requests, state, error, pause, clear, refresh } = useRequests(epoch)
  const [isPaused, setPaused] = useState(false)
  const filter = /** @type {any} */ (Object.fromEntries(FILTERS.map(name => [name, query.get(name) ?? ''])))
  const change = value => {
    setPaused(value)
    pause(value)
  }
  const choose = kind => {
    replaceQuery({ kind })
    // some warnings come late: that a page was never asked for shows only when everything else has been
    telling(refresh)
  }
  const found = requests?.filter(request => passes(request, filter)) ?? []
  const open = request => goTo(request ? ['requests', String(request.id)] : ['requests'], Object.fromEntries(query))
  const shown = id === undefined ? undefined : requests?.find(request => String(request.id) === id)
  return html`
    <${Heading} title="Requests" after=${html`<${Live} state=${isPaused ? 'paused' : state} />`}>
      <button class="button" aria-pressed=${isPaused ? 'true' : 'false'} onClick=${() => change(!isPaused)}>
        <${Icon} name=${isPaused ? 'play' : 'pause'} size=${15} />${isPaused ? 'Go on' : 'Pause'}
      </button>
      <${SaveHar} filter=${filter} isEmpty=${!requests?.length} />
      <button class="button" onClick=${() => telling(clear, 'The log is empty.')}><${Icon} name="trash" size=${15} />Empty the log</button>
    <//>
    <div class="filters">
      <${SearchField} label="Search requests" value=${filter.q} onChange=${q => replaceQuery({ q })} />
      <${Choice} label="Show" value=${filter.kind} options=${KINDS} onChange=${choose} />
      <${RequestFilters} requests=${requests ?? []} filter=${filter} />
    </div>
    ${error && html`<${Failure} error=${error} onRetry=${refresh} />`}
    ${!error && requests === undefined && html`<${Loading} what="Loading requests" />`}
    ${requests && found.length === 0 && html`<${Empty} icon="activity" title=${requests.length ? 'No request is like that' : 'No requests yet'}>${requests.length ? '' : 'Point a client at this instance: what it asks shows up here at once.'}<//>`}
    <div class=${id === undefined ? 'request-stage' : 'request-stage is-open'}>
      ${found.length > 0 && html`<div class="card table-card"><${RequestTable} requests=${found} chosen=${id} onOpen=${open} /></div>`}
      ${id !== undefined && requests && html`<${RequestPanel} key=${id} id=${id} logged=${shown} onClose=${() => open(undefined)} />`}
    </div>
  `
}

const STATES = { live: 'Live', paused: 'Paused', connecting: 'Connecting' }
const Live = ({ state }) =>
  html`<span class=${`live is-${state}`} role="status"><span class="live-dot" aria-hidden="true"></span>${STATES[state]}</span>`

function passes(request, { q, kind, operation, status, user }) {
  const { method, path, query } = request
  const text =
    `${method} ${path} ${query} ${request.operation ?? ''} ${request.user ?? ''} ${request.status}`.toLowerCase()
  return (
    (PASSES[kind] ?? PASSES[''])(request) &&
    text.includes(q.toLowerCase()) &&
    (operation === '' || (request.operation ?? 'none') === operation) &&
    (status === '' || String(request.status) === status || `${Math.floor(request.status / 100)}xx` === status) &&
    (user === '' || (request.user ?? 'none') === user)
  )
}
