import { formatMilliseconds } from '../format.js'
import { html } from '../html.js'

/** When what happened to a request: the steps that the instance tells, as bars below each other. */
export function TimeLine({ request: { timeline, milliseconds } }) {
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
