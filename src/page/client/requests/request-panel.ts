import { describeRule } from '../faults/fault-text.ts'
import { html, useLayoutEffect, useRef, useState } from '../html.ts'
import { apiKeyHeader, call, type LoadOptions } from '../instance/api.ts'
import type { LoggedRequest, RequestDetails } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { AnswerStatus, MethodBadge } from '../parts/badges.ts'
import { formatDateTime, formatMilliseconds, formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { holdFocus } from '../parts/keep-focus.ts'
import { Answered, Empty } from '../parts/states.ts'
import { CurlButton, tell } from '../parts/toasts.ts'
import { hashOf } from '../shell/route.ts'
import { faultOf, matcherOf, sentOf } from './request-forms.ts'
import { SendDialog } from './send-dialog.ts'

interface RequestPanelProps {
  id: string
  logged: LoggedRequest | undefined
  onClose: () => void
}

/** One request, with everything that is known of it, and what can be done with it. */
export function RequestPanel({ id, logged, onClose }: RequestPanelProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const giveBack = holdFocus()
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
    return giveBack
  }, [])
  const isEnded = logged === undefined || logged.status !== 0
  const details = useAnswer(
    async options => (logged ? loadRequest(id, options) : undefined),
    [id, logged === undefined, isEnded],
  )
  return html`<aside class="panel request-panel card" ref=${panel} tabindex="-1" aria-label=${`Request ${id}`}
    onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && onClose()}>
    <header class="panel-head">
      <div class="cell-main"><h2>Request ${id}</h2></div>
      <button class="tool is-bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${
      logged === undefined
        ? html`<${Empty} icon="activity" title="It is not remembered">The instance remembers the last 1,000 requests.<//>`
        : html`<${Answered} answer=${details} what="Loading the request">${(request: RequestDetails) => html`<${Details} request=${request} warnings=${logged.warnings} />`}<//>`
    }
  </aside>`
}

function Details({ request, warnings }: { request: RequestDetails; warnings: string[] }) {
  const {
    method,
    path,
    query,
    status,
    milliseconds,
    time,
    operation,
    user,
    fault,
    faultRule,
    headers,
    body,
    response,
  } = request
  const parameters = [...new URLSearchParams(query)]
  return html`
    <p class="request-line"><${MethodBadge} method=${method} /><code>${path}</code><${AnswerStatus} status=${status} /></p>
    <${RequestActions} request=${request} />
    ${warnings.map(warning => html`<div class="warning"><${Icon} name="alert" size=${14} />${warning}</div>`)}
    <dl class="pairs">
      <div><dt>Operation</dt><dd>${operation ?? 'none of the API'}</dd></div>
      <div><dt>Key of</dt><dd>${user ?? 'nobody'}</dd></div>
      <div><dt>Came</dt><dd>${formatDateTime(time)}</dd></div>
      <div><dt>Took</dt><dd>${formatMilliseconds(milliseconds)}</dd></div>
      ${fault !== undefined && html`<div><dt>Fault</dt><dd><a href="#/faults">rule ${fault}</a>${faultRule && html`: ${describeRule(faultRule).what}`}</dd></div>`}
    </dl>
    <${TimeLine} request=${request} />
    ${parameters.length > 0 && html`<section><h3>Query</h3><${HeaderList} headers=${parameters} /></section>`}
    <section><h3>Sent headers</h3><${HeaderList} headers=${headers} /></section>
    ${body !== undefined && html`<section><h3>Sent body</h3><${Body} value=${body} label="The body that was sent" /></section>`}
    <section><h3>Response</h3>
      ${response === null ? html`<p class="panel-note">There was none: the connection was dropped, or it is still waited for.</p>` : html`<${Response} response=${response} />`}
    </section>
  `
}

const Response = ({
  response: { headers, bytes, body },
}: {
  response: NonNullable<RequestDetails['response']>
}) => html`
  <${HeaderList} headers=${headers} />
  ${body === undefined ? html`<p class="panel-note">${bytes ? `Its body of ${formatNumber(bytes)} bytes is not kept any more.` : 'It has no body.'}</p>` : html`<${Body} value=${body} label="The body of the response" />`}
`

const Body = ({ value, label }: { value: unknown; label: string }) =>
  typeof value === 'string'
    ? html`<pre tabindex="0" role="region" aria-label=${label}><code>${value}</code></pre>`
    : html`<${JsonView} value=${value} label=${label} />`

/** Everything that the instance remembers of a request. */
const loadRequest = (id: string, options: LoadOptions) =>
  call<RequestDetails>('GET', `/_control/requests/${encodeURIComponent(id)}`, options)

/** Headers, or parameters of a query: names and values. */
function HeaderList({ headers }: { headers: Record<string, string> | [string, string][] | undefined }) {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  if (pairs.length === 0) return html`<p class="panel-note">None are kept.</p>`
  return html`<dl class="pairs is-code">
    ${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}
  </dl>`
}

/** When what happened to a request: the steps that the instance tells, as bars below each other. */
function TimeLine({ request: { timeline, milliseconds } }: { request: RequestDetails }) {
  if (!Array.isArray(timeline) || timeline.length === 0) return null
  const whole = Math.max(milliseconds, ...timeline.map(({ milliseconds: at }) => at)) || 1
  const steps = timeline.map(({ what, milliseconds: at }, nth) => ({
    what,
    at,
    until: timeline[nth + 1]?.milliseconds ?? whole,
  }))
  return html`<section><h3>Time line</h3>
    <ol class="time-line">
      ${steps.map(
        ({ what, at, until }) => html`<li>
          <span class="time-line-name">${what}</span>
          <span class="time-line-track" aria-hidden="true"><span style=${{ left: `${(at / whole) * 100}%`, width: `${Math.max(((until - at) / whole) * 100, 0.8)}%` }}></span></span>
          <span class="quiet">${formatMilliseconds(at)}</span>
        </li>`,
      )}
    </ol>
  </section>`
}

/** What can be done with a request that was logged. */
function RequestActions({ request }: { request: RequestDetails }) {
  const [asks, setAsks] = useState(false)
  const sent = sentOf(request, apiKeyHeader)
  const copyMatcher = async () => {
    await navigator.clipboard.writeText(matcherOf(request))
    tell('The matcher is copied.')
  }
  return html`<div class="buttons">
    <button class="button is-small" onClick=${() => setAsks(true)}><${Icon} name="send" size=${14} />Send again…</button>
    <${CurlButton} sent=${[sent]} />
    ${navigator.clipboard && html`<button class="button is-small" onClick=${copyMatcher}><${Icon} name="check" size=${14} />Copy as matcher</button>`}
    <a class="button is-small" href=${hashOf(['faults'], faultOf(request))}><${Icon} name="bolt" size=${14} />Make a fault of this</a>
    ${asks && html`<${SendDialog} sent=${sent} onClose=${() => setAsks(false)} />`}
  </div>`
}
