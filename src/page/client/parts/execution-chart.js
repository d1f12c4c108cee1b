import { count, formatNumber } from '../format.js'
import { html } from '../html.js'
import { STATUSES, statusName } from './badges.js'
import { barsOf, scaleOf } from './chart-bars.js'

const LABELS = 7
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayAndHour = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** How many executions started when, stacked by status. */
export function ExecutionChart({ from, until, hours }) {
  const bars = barsOf({ from, until, hours })
  const totals = STATUSES.map(status => [status, bars.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0)])
  const used = totals.filter(([, total]) => total > 0)
  const { step, top } = scaleOf(Math.max(...bars.map(({ total }) => total)))
  const lines = Array.from({ length: top / step + 1 }, (_, at) => at * step)
  const summary = used.map(([status, total]) => `${formatNumber(total)} ${statusName(status).toLowerCase()}`).join(', ')
  return html`<div class="chart">
    <ul class="legend">
      ${used.map(([status, total]) => html`<li><span class=${`swatch fill-${status}`}></span>${statusName(status)} <strong>${formatNumber(total)}</strong></li>`)}
      ${used.length === 0 && html`<li class="quiet">Nothing ran in this time.</li>`}
    </ul>
    <div class="chart-plot" role="img" aria-label=${`Executions over time: ${summary || 'none'}`}>
      ${lines.map(
        value =>
          html`<div class="chart-line" style=${{ bottom: `${(value / top) * 100}%` }}><span>${formatNumber(value)}</span></div>`,
      )}
      <div class="chart-bars">
        ${bars.map(bar => html`<${Bar} key=${bar.start} bar=${bar} used=${used} top=${top} />`)}
      </div>
    </div>
    <div class="chart-labels" aria-hidden="true">${bars.map((bar, at) => html`<span>${at % Math.ceil(bars.length / LABELS) === 0 && nameOf(bar)}</span>`)}</div>
  </div>`
}

function Bar({ bar, used, top }) {
  const parts = used.filter(([status]) => bar.counts[status])
  const says = parts.map(([status]) => `${statusName(status)} ${bar.counts[status]}`).join(', ')
  return html`<div class="chart-bar" title=${`${fullNameOf(bar)}: ${says || count(0, 'execution')}`}>
    ${parts.map(
      ([status]) =>
        html`<span class=${`fill-${status}`} style=${{ height: `${(bar.counts[status] / top) * 100}%` }}></span>`,
    )}
  </div>`
}

const nameOf = ({ start, length }) => (length < 6 ? hour : day).format(start)
const fullNameOf = ({ start, length }) => (length < 24 ? dayAndHour : day).format(start)
