import { html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { OutcomeRule, Simulation } from '../instance/records.ts'
import { type Answer, useAnswer } from '../instance/use-answer.ts'
import { RowButton, Switch } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Heading } from '../parts/states.ts'
import { runAction } from '../parts/toasts.ts'
import { OUTCOME_RULES, OutcomeDialog } from './outcome-dialog.ts'
import { describeApplied, describeOutcome } from './outcome-text.ts'
import { TriggerList } from './trigger-list.ts'

const PATH = '/_control/simulation'

/** Simulated runs: on or off, the rules by which they end, and what starts them. */
export function SimulationView() {
  const { round } = useInstance()
  const simulation = useAnswer(options => call<Simulation>('GET', PATH, options), [], round)
  return html`
    <${Heading} title="Simulation" />
    <${SimulationCard} simulation=${simulation} />
    ${simulation.value && html`<${TriggerList} isOn=${simulation.value.on} />`}
  `
}

/** Whether runs are simulated, and the switch for it. */
function SimulationCard({ simulation }: { simulation: Answer<Simulation> }) {
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    await runAction([{ method: 'PUT', path: PATH, body: { on } }], `Simulation ${on ? 'on' : 'off'}.`)
    setBusy(false)
  }
  return html`<section class="card" aria-label="Simulation">
    <div class="card-head"><h2>Simulation</h2></div>
    <p>
      Webhooks and forms of active workflows answer, schedules run as the clock goes on, and executions are added as if
      the workflows had run. Nodes that only compute do so. No service is called, but where a rule or
      <code>--forward</code> sends a request on.
    </p>
    <${Answered} answer=${simulation} what="Asking for the simulation">
      ${({ on, running, notes }: Simulation) => html`
        <p class="clock">
          <${Switch} on=${on} busy=${busy} label="Simulate runs" onChange=${change} />
          <strong>${on ? 'On' : 'Off'}</strong>
          ${running > 0 && html`<span class="chip">${count(running, 'execution')} running</span>`}
        </p>
        ${
          notes.length > 0 &&
          html`<details>
            <summary>${count(notes.length, 'note')}</summary>
            <ul>${notes.map(note => html`<li>${note}</li>`)}</ul>
          </details>`
        }
        ${on && html`<${OutcomeRules} />`}
      `}
    <//>
  </section>`
}

/** The rules by which simulated runs end: listed, added, removed. */
function OutcomeRules() {
  const { round } = useInstance()
  const answer = useAnswer(options => call<{ rules: OutcomeRule[] }>('GET', OUTCOME_RULES, options), [], round)
  const [asked, ask] = useState<'new' | 'clear' | undefined>(undefined)
  const close = () => ask(undefined)
  const remove = ({ id }: OutcomeRule) =>
    runAction([{ method: 'DELETE', path: `${OUTCOME_RULES}/${id}` }], 'Removed the rule.')
  return html`<div class="stack">
    <h3>How runs end</h3>
    <${Answered} answer=${answer} what="Loading rules">
      ${({ rules }: { rules: OutcomeRule[] }) => html`
        ${
          rules.length === 0
            ? html`<p class="quiet">
              Runs end as their nodes do, at once. A rule makes runs of a workflow fail, wait or take long, gives the output of
              a node, or answers its HTTP requests.
            </p>`
            : html`<ol class="rules" aria-label="Rules">
              ${rules.map(rule => html`<${Rule} key=${rule.id} rule=${rule} onRemove=${() => remove(rule)} />`)}
            </ol>`
        }
        <div class="buttons">
          <button class="button is-small" onClick=${() => ask('new')}>
            <${Icon} name="plus" size=${15} />
            New rule
          </button>
          ${
            rules.length > 1 &&
            html`<button class="button is-small" onClick=${() => ask('clear')}>
              <${Icon} name="trash" size=${15} />
              Remove all
            </button>`
          }
        </div>
        ${
          asked === 'clear' &&
          html`<${ActionDialog}
            title="Remove all rules of the simulation?"
            confirm="Remove all rules"
            danger
            onClose=${close}
            says=${`Removes all ${rules.length} rules. Runs then end as their nodes do.`}
            sent=${() => [{ method: 'DELETE', path: OUTCOME_RULES }]}
            success=${() => 'Removed all rules.'}
          />`
        }
      `}
    <//>
    ${asked === 'new' && html`<${OutcomeDialog} onClose=${close} />`}
  </div>`
}

function Rule({ rule, onRemove }: { rule: OutcomeRule; onRemove: () => void }) {
  const { what, when } = describeOutcome(rule)
  const isSpent = rule.left === 0
  return html`<li class=${isSpent ? 'is-spent' : ''}>
    <div class="cell-main">
      <strong>${what}</strong>
      <div class="cell-sub">${when}</div>
      <div class="cell-sub">
        <span class=${isSpent ? 'badge' : 'badge status-waiting'}>${describeApplied(rule)}</span>
      </div>
    </div>
    <${RowButton} does="Remove" what=${`the rule: ${what}`} icon="trash" onClick=${onRemove} />
  </li>`
}
