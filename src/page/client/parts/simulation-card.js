import { act } from '../act.js'
import { call } from '../api.js'
import { count } from '../format.js'
import { html, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { OutcomeRules } from './outcome-rules.js'
import { Answered } from './states.js'
import { Switch } from './switch.js'

const PATH = '/_control/simulation'

/** Whether runs are simulated, and the switch for it. */
export function SimulationCard() {
  const { round } = useInstance()
  const simulation = useAnswer(options => call('GET', PATH, options), [], round)
  const [busy, setBusy] = useState(false)
  const change = async on => {
    setBusy(true)
    await act(
      [{ method: 'PUT', path: PATH, body: { on } }],
      `Runs are ${on ? 'simulated now' : 'not simulated any more'}.`,
    )
    setBusy(false)
  }
  return html`<section class="card" aria-label="Simulation">
    <div class="card-head"><h2>Simulation</h2></div>
    <p>Webhooks and forms of active workflows answer, schedules run as the clock goes on, and executions are added as if the workflows had run. Nothing is executed and nobody is called.</p>
    <${Answered} answer=${simulation} what="Asking for the simulation">
      ${({ on, running, notes }) => html`
        <p class="clock"><${Switch} on=${on} busy=${busy} label="Simulate runs" onChange=${change} /><strong>${on ? 'On' : 'Off'}</strong>
          ${running > 0 && html`<span class="chip">${count(running, 'execution')} running</span>`}</p>
        ${notes.length > 0 && html`<details><summary>${count(notes.length, 'note')}</summary><ul>${notes.map(note => html`<li>${note}</li>`)}</ul></details>`}
        ${on && html`<${OutcomeRules} />`}
      `}
    <//>
  </section>`
}
