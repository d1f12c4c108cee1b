import { act } from '../act.js'
import { call } from '../api.js'
import { formatDateTime } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { Answered } from './states.js'

const STEPS = [
  ['1h', 'One hour on'],
  ['1d', 'One day on'],
]

/** The time that it is for the instance. */
export function ClockCard() {
  const { round } = useInstance()
  const clock = useAnswer(options => call('GET', '/_control/clock', options), [], round)
  const set = (body, success) => act([{ method: 'PUT', path: '/_control/clock', body }], success)
  return html`<section class="card" aria-label="Clock">
    <div class="card-head"><h2>Clock</h2></div>
    <${Answered} answer=${clock} what="Asking for the time">
      ${({ now, mode }) => html`
        <p class="clock"><${Icon} name="clock" size=${20} /><strong>${formatDateTime(now)}</strong><span class="chip">${mode}</span></p>
        <div class="buttons">
          ${STEPS.map(
            ([advance, name]) =>
              html`<button class="button is-small" onClick=${() => set({ advance }, 'The clock went on.')}>${name}</button>`,
          )}
          ${
            mode === 'frozen'
              ? html`<button class="button is-small" onClick=${() => set({ mode: 'running' }, 'The clock runs.')}>Let it run</button>`
              : html`<button class="button is-small" onClick=${() => set({ mode: 'frozen' }, 'The clock stands still.')}>Stop it</button>`
          }
        </div>
      `}
    <//>
  </section>`
}
