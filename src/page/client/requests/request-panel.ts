import { html, useLayoutEffect, useRef, useState } from '../html.ts'
import { apiKeyHeader, call, type LoadOptions } from '../instance/api.ts'
import type { LoggedRequest, RequestDetails } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { AnswerStatus, MethodBadge } from '../parts/badges.ts'
import { Choice } from '../parts/controls.ts'
import { describeRule } from '../parts/fault-text.ts'
import { formatDateTime, formatMilliseconds, formatNumber, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { holdFocus } from '../parts/keep-focus.ts'
import { SendDialog } from '../parts/send-dialog.ts'
import { Answered, breakable, Empty } from '../parts/states.ts'
import { CurlButton, showToast } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { faultOf, matcherOf, sentOf } from './request-forms.ts'
import { CALL, isCall } from './request-table.ts'

interface RequestPanelProps {
  id: string
  logged: LoggedRequest | undefined
  onClose: () => void
  onDelete: () => void
}

/** One request, with everything that is known of it, and what can be done with it. */
export function RequestPanel({ id, logged, onClose, onDelete }: RequestPanelProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const giveBack = holdFocus()
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
    return giveBack
  }, [])
  // a dialog that was opened from here closes by itself
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !(event.target as Element).closest('dialog')) onClose()
  }
  const isEnded = logged === undefined || logged.status !== 0
  const details = useAnswer(
    async options => (logged ? loadRequest(id, options) : undefined),
    [id, logged === undefined, isEnded],
  )
  return html`<aside
    class="panel request-panel card"
    ref=${panel}
    tabindex="-1"
    aria-label=${`Request ${id}`}
    onKeyDown=${closeByKey}
  >
    <header class="panel-head">
      <div class="cell-main"><h2>Request ${id}</h2></div>
      <button class="tool is-bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${
      logged === undefined
        ? html`<${Empty} icon="activity" title="No longer stored">The instance stores the last 1,000 requests.<//>`
        : html`<${Answered} answer=${details} what="Loading the request">
          ${(request: RequestDetails) => html`<${Details}
            request=${request}
            warnings=${logged.warnings}
            onDelete=${onDelete}
          />`}
        <//>`
    }
  </aside>`
}

const TABS = [
  ['response', 'Response'],
  ['request', 'Request'],
  ['headers', 'Headers'],
  ['timing', 'Timing'],
] as const
type Tab = (typeof TABS)[number][0]

/** What is looked for first: why it failed, else what was sent, else what was answered. */
const firstTab = ({ status, body }: RequestDetails): Tab =>
  status < 400 && body !== undefined ? 'request' : 'response'

interface DetailsProps {
  request: RequestDetails
  warnings: string[]
  onDelete: () => void
}

function Details({ request, warnings, onDelete }: DetailsProps) {
  const [chosen, setChosen] = useState<Tab | undefined>(undefined)
  const tab = chosen ?? firstTab(request)
  const { method, path, status, operation, user, time, fault, faultRule } = request
  return html`
    <p class="request-line">
      <${MethodBadge} method=${method} />
      <code>${breakable(path)}</code>
      <${AnswerStatus} status=${status} />
    </p>
    <p class="facts">
      <span>${operation ?? (isCall(request) ? CALL : 'no operation of the API')}</span>
      <span>${user ? `key of ${user}` : 'no valid key'}</span>
      <span title=${formatDateTime(time)}>${formatTime(time)}</span>
      ${
        fault !== undefined &&
        html`<span>
          <a href="#/faults">fault rule ${fault}</a>
          ${
            faultRule &&
            html`
              : ${describeRule(faultRule).what}
            `
          }
        </span>`
      }
    </p>
    ${warnings.map(warning => html`<div class="warning"><${Icon} name="alert" size=${14} />${warning}</div>`)}
    <${RequestActions} request=${request} onDelete=${onDelete} />
    <${Choice} label="Part of the request" value=${tab} options=${TABS} onChange=${setChosen} />
    <div class="request-part">
      ${tab === 'response' && html`<${ResponseTab} request=${request} />`}
      ${tab === 'request' && html`<${RequestTab} request=${request} />`}
      ${tab === 'headers' && html`<${HeadersTab} request=${request} />`}
      ${tab === 'timing' && html`<${TimeLine} request=${request} />`}
    </div>
  `
}

function ResponseTab({ request: { response, timeline, fault } }: { request: RequestDetails }) {
  if (response === null) {
    const isDropped = timeline.some(({ what }) => what === 'connection dropped')
    const by = fault === undefined ? '' : ` by fault rule ${fault}`
    return html`<p class="panel-note">
      ${isDropped ? `There is none: the connection was dropped${by}.` : 'The request is not answered yet.'}
    </p>`
  }
  const { bytes, body } = response
  if (body !== undefined) return html`<${Body} value=${body} label="The body of the response" />`
  return html`<p class="panel-note">
    ${bytes ? `The body of ${formatNumber(bytes)} bytes is no longer stored.` : 'The response has no body.'}
  </p>`
}

function RequestTab({ request: { query, body, bodyBytes } }: { request: RequestDetails }) {
  const parameters = [...new URLSearchParams(query)]
  if (parameters.length === 0 && bodyBytes === undefined)
    return html`<p class="panel-note">The request has no query and no body.</p>`
  return html`
    ${parameters.length > 0 && html`<section><h3>Query</h3><${HeaderList} headers=${parameters} /></section>`}
    ${body !== undefined && html`<${Body} value=${body} label="The body that was sent" />`}
    ${
      body === undefined &&
      bodyBytes !== undefined &&
      html`<p class="panel-note">The body of ${formatNumber(bodyBytes)} bytes is no longer stored.</p>`
    }
  `
}

const HeadersTab = ({ request: { headers, response } }: { request: RequestDetails }) => html`
  <section><h3>Sent</h3><${HeaderList} headers=${headers} /></section>
  ${response && html`<section><h3>Received</h3><${HeaderList} headers=${response.headers} /></section>`}
`

const Body = ({ value, label }: { value: unknown; label: string }) =>
  typeof value === 'string'
    ? html`<pre tabindex="0" role="region" aria-label=${label}><code>${value}</code></pre>`
    : html`<${JsonView} value=${value} label=${label} />`

/** Everything that the instance remembers of a request. */
export const loadRequest = (id: string, options: LoadOptions) =>
  call<RequestDetails>('GET', `/_control/requests/${encodeURIComponent(id)}`, options)

/** Headers, or parameters of a query: names and values. */
function HeaderList({ headers }: { headers: Record<string, string> | [string, string][] | undefined }) {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  if (pairs.length === 0) return html`<p class="panel-note">None are stored.</p>`
  return html`<dl class="pairs is-code">
    ${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}
  </dl>`
}

/** When what happened to a request: the steps that the instance reports, as bars below each other. */
function TimeLine({ request: { timeline, milliseconds } }: { request: RequestDetails }) {
  if (timeline.length === 0) return html`<p class="panel-note">No steps are stored.</p>`
  const whole = Math.max(milliseconds, ...timeline.map(({ milliseconds: at }) => at)) || 1
  // a bar stands beside the step that it leads to: what took so long is what came out of it
  const steps = timeline.map(({ what, milliseconds: at }, nth) => ({
    what,
    at,
    from: timeline[nth - 1]?.milliseconds ?? 0,
  }))
  return html`<ol class="time-line" aria-label=${`Took ${formatMilliseconds(milliseconds)}`}>
    ${steps.map(
      ({ what, at, from }) => html`<li>
        <span class="time-line-name">${what}</span>
        <span class="time-line-track" aria-hidden="true">
          <span
            style=${{ left: `${(from / whole) * 100}%`, width: `${Math.max(((at - from) / whole) * 100, 0.8)}%` }}
          ></span>
        </span>
        <span class="quiet">${formatMilliseconds(at)}</span>
      </li>`,
    )}
  </ol>`
}

const CALL_AGAIN = { says: 'Sends it as any client, without a key. Its changes are real.' }

/** What can be done with a request that was logged. */
function RequestActions({ request, onDelete }: { request: RequestDetails; onDelete: () => void }) {
  const [asks, setAsks] = useState(false)
  const isWithoutKey = isCall(request)
  const sent = { ...sentOf(request, apiKeyHeader), ...(isWithoutKey ? { isWithoutKey } : {}) }
  const copyMatcher = async () => {
    await navigator.clipboard.writeText(matcherOf(request))
    showToast('Copied the matcher.')
  }
  return html`<div class="buttons">
    <button class="button is-small" onClick=${() => setAsks(true)}>
      <${Icon} name="send" size=${14} />
      Send again…
    </button>
    <${CurlButton} sent=${[sent]} />
    ${
      navigator.clipboard &&
      html`<button class="button is-small" onClick=${copyMatcher}>
        <${Icon} name="check" size=${14} />
        Copy as matcher
      </button>`
    }
    <a class="button is-small" href=${hashOf(['faults'], { ...faultOf(request), of: request.id })}>
      <${Icon} name="bolt" size=${14} />
      Make a fault of this
    </a>
    <button class="button is-small" onClick=${onDelete}>
      <${Icon} name="trash" size=${14} />
      Delete
    </button>
    ${
      asks &&
      html`<${SendDialog}
        sent=${sent}
        ...${isWithoutKey ? CALL_AGAIN : {}}
        base=${isWithoutKey ? request.path.slice(0, request.path.indexOf('/', 1) + 1) : undefined}
        onClose=${() => setAsks(false)}
      />`
    }
  </div>`
}
