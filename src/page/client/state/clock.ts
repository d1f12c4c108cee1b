import { type FormEvent, html } from '../html.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Clock } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { formatDateTime, localTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered } from '../parts/states.ts'
import { runAction } from '../parts/toasts.ts'

const STEPS = [
  ['1h', '+1 hour'],
  ['1d', '+1 day'],
  ['7d', '+1 week'],
]

/** The time of the instance: to freeze, to set, and to advance. */
export function ClockCard() {
  const { round } = useInstance()
  const clock = useAnswer(options => call<Clock>('GET', '/_control/clock', options), [], round)
  const set = (body: object, success: string) => runAction([{ method: 'PUT', path: '/_control/clock', body }], success)
  return html`<section class="card" aria-label="Clock">
    <div class="card-head"><h2>Clock</h2></div>
    <${Answered} answer=${clock} what="Asking for the time">
      ${({ now, mode }: Clock) => html`
        <p class="clock">
          <${Icon} name="clock" size=${20} />
          <strong>${formatDateTime(now)}</strong>
          <span class="chip">${mode}</span>
        </p>
        <div class="buttons">
          ${STEPS.map(
            ([advance, name]) =>
              html`<button class="button is-small" onClick=${() => set({ advance }, 'Clock moved.')}>${name}</button>`,
          )}
          ${
            mode === 'frozen'
              ? html`<button class="button is-small" onClick=${() => set({ mode: 'running' }, 'Clock running.')}>
                Run
              </button>`
              : html`<button class="button is-small" onClick=${() => set({ mode: 'frozen' }, 'Clock frozen.')}>
                Freeze
              </button>`
          }
        </div>
        <${AdvanceForm} onAdvance=${(advance: string) => set({ advance }, 'Clock moved.')} />
        <${DateForm}
          now=${now}
          onSet=${(now: string, isFrozen: boolean) =>
            isFrozen
              ? set({ now, mode: 'frozen' }, 'Clock set and frozen.')
              : set({ now, mode: 'running' }, 'Clock set.')}
        />
      `}
    <//>
  </section>`
}

function AdvanceForm({ onAdvance }: { onAdvance: (duration: string) => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAdvance(String(new FormData(event.target).get('duration')).trim())
  }
  return html`<form class="inline-form" onSubmit=${submit}>
    <label class="field">
      <span>Duration</span>
      <input name="duration" required autocomplete="off" placeholder="90m, 2h, 3d, -1d" />
    </label>
    <button class="button" type="submit">Advance</button>
  </form>`
}

function DateForm({ now, onSet }: { now: string; onSet: (time: string, isFrozen: boolean) => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const form = new FormData(event.target)
    onSet(new Date(String(form.get('time'))).toISOString(), form.get('frozen') !== null)
  }
  return html`<form class="inline-form" onSubmit=${submit}>
    <label class="field">
      <span>Date and time</span>
      <input name="time" type="datetime-local" step="1" required defaultValue=${localTime(now)} />
    </label>
    <label class="check"><input type="checkbox" name="frozen" defaultChecked />Freeze</label>
    <button class="button" type="submit">Set</button>
  </form>`
}
