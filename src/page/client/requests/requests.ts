import { type FieldEvent, html, useEffect, useEvent, useRef, useState } from '../html.ts'
import { call, type LoadOptions, withQuery } from '../instance/api.ts'
import { type LiveState, live, liveState, pastRequests } from '../instance/events.ts'
import { useInstance } from '../instance/instance.ts'
import type { LoggedRequest } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { Choice, disabledProps, Filters, SearchField } from '../parts/controls.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { saveText } from '../parts/json-view.ts'
import { Empty, Failure, Heading, Loading } from '../parts/states.ts'
import { runAction, withToast } from '../parts/toasts.ts'
import { goTo, replaceQuery } from '../routing/route.ts'
import { RequestPanel } from './request-panel.ts'
import { isCall, RequestTable } from './request-table.ts'

const KINDS: [string, string][] = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['warned', 'Warnings'],
  ['calls', 'Calls'],
]
const PASSES: Record<string, (request: LoggedRequest) => boolean> = {
  failed: ({ status }) => status >= 400 || !status,
  warned: ({ warnings }) => warnings?.length > 0,
  calls: isCall,
}
const FILTERS = ['q', 'kind', 'operation', 'status', 'user'] as const

type Filter = Record<(typeof FILTERS)[number], string>

/** The requests that the instance answers, as they come in, each to look into. What is chosen stands in the address. */
export function RequestsView({ parts: [id], query }: { parts: string[]; query: URLSearchParams }) {
  const { epoch, round } = useInstance()
  const { requests, dropped, state, error, pause, clear, refresh } = useRequests(epoch)
  const [isPaused, setPaused] = useState(false)
  const filter = Object.fromEntries(FILTERS.map(name => [name, query.get(name) ?? ''])) as Filter
  const change = (value: boolean) => {
    setPaused(value)
    pause(value)
  }
  const choose = (kind: string) => {
    replaceQuery({ kind })
    // some warnings come late: that a page was never asked for shows only when everything else has been
    withToast(refresh)
  }
  const inBodies = useAnswer(options => idsWithText(filter.q, options), [filter.q], round)
  const withText = new Set(inBodies.value)
  const found = requests?.filter(request => passes(request, filter, withText)) ?? []
  const open = (request: LoggedRequest | undefined) =>
    goTo(request ? ['requests', String(request.id)] : ['requests'], Object.fromEntries(query))
  const remove = async (deleted: string) => {
    const path = `/_control/requests/${encodeURIComponent(deleted)}`
    if (!(await runAction([{ method: 'DELETE', path }], `Deleted request ${deleted}.`))) return
    open(undefined)
    await withToast(refresh)
  }
  const shown = id === undefined ? undefined : requests?.find(request => String(request.id) === id)
  return html`
    <${Heading} title="Requests" after=${html`<${Live} state=${isPaused ? 'paused' : state} />`}>
      <button class="button" aria-pressed=${isPaused ? 'true' : 'false'} onClick=${() => change(!isPaused)}>
        <${Icon} name=${isPaused ? 'play' : 'pause'} size=${15} />
        ${isPaused ? 'Resume' : 'Pause'}
      </button>
      <${SaveHar} filter=${filter} isEmpty=${!requests?.length} />
      <button class="button" onClick=${() => withToast(clear, 'Cleared the request log.')}>
        <${Icon} name="trash" size=${15} />
        Clear
      </button>
    <//>
    <div class="filters">
      <${SearchField}
        label="Search requests"
        placeholder="Search, also in bodies"
        value=${filter.q}
        onChange=${(q: string) => replaceQuery({ q })}
      />
      <${Choice} label="Show" value=${filter.kind} options=${KINDS} onChange=${choose} />
      <${Filters} set=${[filter.operation, filter.status, filter.user].filter(Boolean).length}>
        <${RequestFilters} requests=${requests ?? []} filter=${filter} />
      <//>
    </div>
    ${inBodies.error && html`<${Failure} error=${inBodies.error} onRetry=${inBodies.reload} />`}
    ${error && html`<${Failure} error=${error} onRetry=${refresh} />`}
    ${!error && requests === undefined && html`<${Loading} what="Loading requests" />`}
    ${
      requests &&
      found.length === 0 &&
      html`<${Empty} icon="activity" title=${requests.length ? 'No matching requests' : 'No requests yet'}>
        ${requests.length ? '' : 'Point a client at this instance; its requests appear here.'}
      <//>`
    }
    <div class=${id === undefined ? 'request-stage' : 'request-stage is-open'}>
      ${
        found.length > 0 &&
        html`<div class="card table-card">
          <${RequestTable} requests=${found} chosen=${id} onOpen=${open} />
        </div>`
      }
      ${
        id !== undefined &&
        requests &&
        html`<${RequestPanel}
          key=${id}
          id=${id}
          logged=${shown}
          onClose=${() => open(undefined)}
          onDelete=${() => remove(id)}
        />`
      }
    </div>
    ${
      dropped > 0 &&
      html`<p class="quiet">
        ${count(dropped, 'older request')} ${dropped === 1 ? 'was' : 'were'} deleted: the instance stores the last 1,000.
      </p>`
    }
  `
}

const STATES: Record<string, string> = { live: 'Live', paused: 'Paused', connecting: 'Connecting' }
const Live = ({ state }: { state: string }) =>
  html`<span class=${`live is-${state}`} role="status">
    <span class="live-dot" aria-hidden="true"></span>
    ${STATES[state]}
  </span>`

/** The requests that have a text in a body or elsewhere. Redacted values are not searched. */
async function idsWithText(text: string, options: LoadOptions): Promise<number[]> {
  if (text === '') return []
  const { requests } = await call<{ requests: LoggedRequest[] }>(
    'GET',
    withQuery('/_control/requests', { text }),
    options,
  )
  return requests.map(({ id }) => id)
}

function passes(request: LoggedRequest, { q, kind, operation, status, user }: Filter, withText: ReadonlySet<number>) {
  const { method, path, query } = request
  const text =
    `${method} ${path} ${query} ${request.operation ?? ''} ${request.user ?? ''} ${request.status}`.toLowerCase()
  return (
    PASSES[kind]?.(request) !== false &&
    (text.includes(q.toLowerCase()) || withText.has(request.id)) &&
    (operation === '' || (request.operation ?? 'none') === operation) &&
    (status === '' || String(request.status) === status || `${Math.floor(request.status / 100)}xx` === status) &&
    (user === '' || (request.user ?? 'none') === user)
  )
}

/** Chooses requests by operation, status and the user of the key: whatever the log has of them. */
function RequestFilters({ requests, filter }: { requests: LoggedRequest[]; filter: Filter }) {
  const valuesOf = (read: (request: LoggedRequest) => string) => [...new Set(requests.map(read))].sort()
  const statuses = valuesOf(({ status }) => String(status))
  const classes = [...new Set(statuses.filter(status => status !== '0').map(status => `${status[0]}xx`))]
  return html`
    <${Select}
      label="Operation"
      name="operation"
      value=${filter.operation}
      options=${valuesOf(({ operation }) => operation ?? 'none')}
    />
    <${Select} label="Status" name="status" value=${filter.status} options=${[...classes, ...statuses]} />
    <${Select} label="User" name="user" value=${filter.user} options=${valuesOf(({ user }) => user ?? 'none')} />
  `
}

const NAMES: Record<string, string> = { none: 'none', 0: 'no answer' }

interface SelectProps {
  label: string
  name: string
  value: string
  options: string[]
}

function Select({ label, name, value, options }: SelectProps) {
  const all = value === '' || options.includes(value) ? options : [value, ...options]
  return html`<label class="select">
    <span>${label}</span>
    <select value=${value} onChange=${(event: FieldEvent) => replaceQuery({ [name]: event.target.value })}>
      <option value="">All</option>
      ${all.map(option => html`<option value=${option}>${NAMES[option] ?? option}</option>`)}
    </select>
  </label>`
}

/** Saves the requests as an HTTP archive: those of the text, operation, status and user that are chosen. */
function SaveHar({ filter: { q, operation, status, user }, isEmpty }: { filter: Filter; isEmpty: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const known = (value: string) => (value === 'none' ? '' : value)
    const har = await withToast(() =>
      call(
        'GET',
        withQuery('/_control/requests.har', { text: q, operation: known(operation), status, user: known(user) }),
      ),
    )
    setBusy(false)
    if (har) saveText('understudy-requests.har', 'application/json', `${JSON.stringify(har, null, 2)}\n`)
  }
  return html`<button class="button" ...${disabledProps(busy || isEmpty, save)}>
    <${Icon} name="download" size=${15} />
    Save as HAR
  </button>`
}

const KEPT = 1000

/**
 * The latest requests to the instance, newest first, as they come in.
 *
 * @param epoch asks again when it changes
 */
function useRequests(epoch: number) {
  const [requests, setRequests] = useState<LoggedRequest[] | undefined>(undefined)
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const [state, setState] = useState(liveState.current)
  const [error, setError] = useState<unknown>(undefined)
  const paused = useRef(false)
  const waiting = useRef<LoggedRequest[]>([])
  /** What is heard while the log is asked for. */
  const latest = useRef<{ heard: LoggedRequest[] } | undefined>(undefined)

  async function refresh() {
    // what was heard before is in the answer too, or is of an instance that is no more
    const asked: { heard: LoggedRequest[] } = { heard: [] }
    latest.current = asked
    try {
      const past = await pastRequests()
      // asked again meanwhile, or cleared: this answer is older
      if (latest.current !== asked) return
      setRequests(merged(past.requests, asked.heard))
      setLoaded({ dropped: past.dropped, stored: past.requests.length, newest: past.requests.at(-1)?.id ?? 0 })
      waiting.current = []
      setError(undefined)
    } catch (failure) {
      if (latest.current === asked) setError(failure)
    }
    if (latest.current === asked) latest.current = undefined
  }
  useEffect(() => {
    setRequests(undefined)
    refresh()
  }, [epoch])
  useEvent(live, 'back', refresh)
  useEvent<LiveState>(live, 'state', detail => setState(detail))
  useEvent<LoggedRequest>(live, 'request', detail => {
    if (latest.current) latest.current.heard = merged(latest.current.heard, [detail])
    if (paused.current) waiting.current = [detail, ...waiting.current].slice(0, KEPT)
    else setRequests((before = []) => merged(before, [detail]))
  })

  function pause(value: boolean) {
    paused.current = value
    if (value) return
    setRequests((before = []) => merged(before, waiting.current))
    waiting.current = []
  }
  async function clear() {
    await call('DELETE', '/_control/requests')
    latest.current = undefined
    waiting.current = []
    setRequests([])
    setLoaded(undefined)
  }
  return { requests, dropped: droppedSince(loaded, requests?.[0]?.id), state, error, pause, clear, refresh }
}

/** The log as it was when it was asked for. */
interface Loaded {
  dropped: number
  stored: number
  newest: number
}

/** How many requests were dropped by now: each that came takes the place of one, once all places are taken. */
function droppedSince(loaded: Loaded | undefined, newest: number | undefined) {
  if (!loaded) return 0
  const came = Math.max(0, (newest ?? loaded.newest) - loaded.newest)
  return loaded.dropped + Math.max(0, came - (KEPT - loaded.stored))
}

/** Newest first, each once: as the log has it, since what is heard lacks the warnings that come late. */
function merged(logged: LoggedRequest[], heard: LoggedRequest[]) {
  const known = new Set(logged.map(({ id }) => id))
  return [...logged, ...heard.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id).slice(0, KEPT)
}
