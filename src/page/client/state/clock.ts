import { html } from '../html.ts'
import { act } from '../instance/act.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Clock } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered } from '../parts/states.ts'

const STEPS = [
  ['1h', 'One hour on'],
  ['1d', 'One day on'],
]

/** The time that it is for the instance. */
export function ClockCard() {
  const { round } = useInstance()
  const clock = useAnswer(options => call<Clock>('GET', '/_control/clock', options), [], round)
  const set = (body: object, success: string) => act([{ method: 'PUT', path: '/_control/clock', body }], success)
  return html`<section class="card" aria-label="Clock">
    <div class="card-head"><h2>Clock</h2></div>
    <${Answered} answer=${clock} what="Asking for the time">
      ${({ now, mode }: Clock) => html`
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
