import { formatDateTime, formatMilliseconds, formatNumber } from '../format.js'
import { html, useLayoutEffect, useRef } from '../html.js'
import { Icon } from '../icons.js'
import { holdFocus } from '../keep-focus.js'
import { loadRequest } from '../request-details.js'
import { useAnswer } from '../use-answer.js'
import { AnswerStatus, MethodBadge } from './badges.js'
import { describeRule } from './fault-text.js'
import { HeaderList } from './header-list.js'
import { JsonView } from './json-view.js'
import { RequestActions } from './request-actions.js'
import { Answered, Empty } from './states.js'
import { TimeLine } from './time-line.js'

/** One request, with everything that is known of it, and what can be done with it. */
export function RequestPanel({ id, logged, onClose }) {
  const panel = useRef(null)
  useLayoutEffect(() => {
    const giveBack = holdFocus()
    panel.current.focus({ preventScroll: true })
    panel.current.scrollIntoView({ block: 'nearest' })
    return giveBack
  }, [])
  const isEnded = logged === undefined || logged.status !== 0
  const details = useAnswer(async options => logged && loadRequest(id, options), [id, logged === undefined, isEnded])
  return html`<aside class="panel request-panel card" ref=${panel} tabindex="-1" aria-label=${`Request ${id}`}
    onKeyDown=${event => event.key === 'Escape' && onClose()}>
    <header class="panel-head">
      <div class="cell-main"><h2>Request ${id}</h2></div>
      <button class="tool is-bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${
      logged === undefined
        ? html`<${Empty} icon="activity" title="It is not remembered">The instance remembers the last 1,000 requests.<//>`
        : html`<${Answered} answer=${details} what="Loading the request">${request => html`<${Details} request=${request} warnings=${logged.warnings} />`}<//>`
    }
  </aside>`
}

function Details({ request, warnings }) {
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

const Response = ({ response: { headers, bytes, body } }) => html`
  <${HeaderList} headers=${headers} />
  ${body === undefined ? html`<p class="panel-note">${bytes ? `Its body of ${formatNumber(bytes)} bytes is not kept any more.` : 'It has no body.'}</p>` : html`<${Body} value=${body} label="The body of the response" />`}
`

const Body = ({ value, label }) =>
  typeof value === 'string'
    ? html`<pre tabindex="0" role="region" aria-label=${label}><code>${value}</code></pre>`
    : html`<${JsonView} value=${value} label=${label} />`
