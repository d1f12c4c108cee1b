import { html } from '../html.ts'
import type { Overview } from '../instance/records.ts'
import { STATUSES, statusName } from '../parts/badges.ts'
import { count, formatNumber } from '../parts/format.ts'

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
type Counted = Overview['executions']

export function ExecutionChart({ from, until, hours }: Counted) {
  const bars = barsOf({ from, until, hours })
  const totals = STATUSES.map((status): [string, number] => [
    status,
    bars.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0),
  ])
  const used = totals.filter(([, total]) => total > 0)
  const { step, top } = scaleOf(Math.max(...bars.map(({ total }) => total)))
  const lines = Array.from({ length: top / step + 1 }, (_, at) => at * step)
  const summary = used.map(([status, total]) => `${formatNumber(total)} ${statusName(status).toLowerCase()}`).join(', ')
  return html`<div class="chart">
    <ul class="legend">
      ${used.map(
        ([status, total]) => html`<li>
          <span class=${`swatch fill-${status}`}></span>
          ${statusName(status)} <strong>${formatNumber(total)}</strong>
        </li>`,
      )}
      ${used.length === 0 && html`<li class="quiet">No executions in this time.</li>`}
    </ul>
    <div class="chart-plot" role="img" aria-label=${`Executions over time: ${summary || 'none'}`}>
      ${lines.map(
        value =>
          html`<div class="chart-line" style=${{ bottom: `${(value / top) * 100}%` }}>
            <span>${formatNumber(value)}</span>
          </div>`,
      )}
      <div class="chart-bars">
        ${bars.map(bar => html`<${BarShape} key=${bar.start} bar=${bar} used=${used} top=${top} />`)}
      </div>
    </div>
    <div class="chart-labels" aria-hidden="true">
      ${bars.map((bar, at) => html`<span>${at % Math.ceil(bars.length / LABELS) === 0 && nameOf(bar)}</span>`)}
    </div>
  </div>`
}

function BarShape({ bar, used, top }: { bar: Bar; used: [string, number][]; top: number }) {
  const parts = used.filter(([status]) => bar.counts[status])
  const says = parts.map(([status]) => `${statusName(status)} ${bar.counts[status]}`).join(', ')
  return html`<div class="chart-bar" title=${`${fullNameOf(bar)}: ${says || count(0, 'execution')}`}>
    ${parts.map(
      ([status]) =>
        html`<span class=${`fill-${status}`} style=${{ height: `${((bar.counts[status] ?? 0) / top) * 100}%` }}></span>`,
    )}
  </div>`
}

const nameOf = ({ start, length }: Bar) => (length < 6 ? hour : day).format(start)
const fullNameOf = ({ start, length }: Bar) => (length < 24 ? dayAndHour : day).format(start)

const HOUR = 3_600_000

/** The executions that started in a time, in milliseconds. */
interface Bar {
  start: number
  end: number
  counts: Record<string, number>
  total: number
  /** In hours. */
  length: number
}

/** How many hours one bar stands for. */
const barLength = (hours: number) => (hours <= 24 ? 1 : hours <= 168 ? 6 : 24)

/**
 * Bars of equal length over a time, in the hours of the clock on the wall.
 */
export function barsOf({ from, until, hours }: Counted): Bar[] {
  const length = barLength((Date.parse(until) - Date.parse(from)) / HOUR)
  const bars: Bar[] = []
  const start = new Date(from)
  start.setHours(Math.floor(start.getHours() / length) * length, 0, 0, 0)
  while (start.getTime() < Date.parse(until)) {
    const next = new Date(start)
    next.setHours(next.getHours() + length)
    bars.push({ start: start.getTime(), end: next.getTime(), counts: {}, total: 0, length })
    start.setTime(next.getTime())
  }
  for (const { hour, counts } of hours) {
    const bar = bars.find(({ start, end }) => start <= Date.parse(hour) && Date.parse(hour) < end)
    if (!bar) continue
    for (const [status, number] of Object.entries<number>(counts)) {
      bar.counts[status] = (bar.counts[status] ?? 0) + number
      bar.total += number
    }
  }
  return bars
}

/** A scale from 0 that reaches `most` in at most four round steps. */
export function scaleOf(most: number): { step: number; top: number } {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max([1, 2, 2.5, 5, 10].map(factor => factor * power).find(step => step >= rough) ?? 1, 1)
  const whole = Math.ceil(step)
  return { step: whole, top: Math.max(Math.ceil(most / whole), 1) * whole }
}
