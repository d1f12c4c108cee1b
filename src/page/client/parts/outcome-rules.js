import { act } from '../act.js'
import { call } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { ActionDialog } from './action-dialog.js'
import { OUTCOME_RULES, OutcomeDialog } from './outcome-dialog.js'
import { describeApplied, describeOutcome } from './outcome-text.js'
import { RowButton } from './row-button.js'
import { Answered } from './states.js'

/** The rules by which simulated runs end: listed, added, removed. */
export function OutcomeRules() {
  const { round } = useInstance()
  const answer = useAnswer(options => call('GET', OUTCOME_RULES, options), [], round)
  const [asked, ask] = useState(undefined)
  const close = () => ask(undefined)
  const remove = ({ id }) => act([{ method: 'DELETE', path: `${OUTCOME_RULES}/${id}` }], 'The rule is removed.')
  return html`<div class="stack">
    <h3>How runs end</h3>
    <${Answered} answer=${answer} what="Loading rules">
      ${({ rules }) => html`
        ${
          rules.length === 0
            ? html`<p class="quiet">Every run succeeds at once. A rule makes runs of a workflow fail, wait or take long.</p>`
            : html`<ol class="rules" aria-label="Rules">${rules.map(rule => html`<${Rule} key=${rule.id} rule=${rule} onRemove=${() => remove(rule)} />`)}</ol>`
        }
        <div class="buttons">
          <button class="button is-small" onClick=${() => ask('new')}><${Icon} name="plus" size=${15} />New rule</button>
          ${rules.length > 1 && html`<button class="button is-small" onClick=${() => ask('clear')}><${Icon} name="trash" size=${15} />Remove all</button>`}
        </div>
        ${
          asked === 'clear' &&
          html`<${ActionDialog} title="Remove all rules of the simulation?" confirm="Remove all rules" danger onClose=${close}
            says=${`All ${rules.length} of them end now. Every run then succeeds at once.`}
            sent=${() => [{ method: 'DELETE', path: OUTCOME_RULES }]} success=${() => 'No rules any more: every run succeeds.'} />`
        }
      `}
    <//>
    ${asked === 'new' && html`<${OutcomeDialog} onClose=${close} />`}
  </div>`
}

function Rule({ rule, onRemove }) {
  const { what, when } = describeOutcome(rule)
  const isSpent = rule.left === 0
  return html`<li class=${isSpent ? 'is-spent' : ''}>
    <div class="cell-main">
      <strong>${what}</strong>
      <div class="cell-sub">${when}</div>
      <div class="cell-sub"><span class=${isSpent ? 'badge' : 'badge status-waiting'}>${describeApplied(rule)}</span></div>
    </div>
    <${RowButton} does="Remove" what=${`the rule: ${what}`} icon="trash" onClick=${onRemove} />
  </li>`
}
