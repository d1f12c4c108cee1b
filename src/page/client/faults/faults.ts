import { html, useState } from '../html.ts'
import { act } from '../instance/act.ts'
import { call } from '../instance/api.ts'
import { live } from '../instance/events.ts'
import { useInstance } from '../instance/instance.ts'
import type { Fault, FaultRule, LoggedRequest } from '../instance/records.ts'
import { useAnswer, useEvent } from '../instance/use-answer.ts'
import { disabledProps, RowButton } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { FaultForm } from './fault-form.ts'
import { describeHits, describeRule } from './fault-text.ts'

const PATH = '/_control/faults'

/** Fault rules: how the instance is made to fail on purpose, and how often each has. */
export function FaultsView({ query }: { query: URLSearchParams }) {
  const { round, operations } = useInstance()
  const faults = useAnswer(options => call<{ rules: Fault[] }>('GET', PATH, options), [], round)
  useEvent<LoggedRequest>(live, 'request', ({ fault }) => fault !== undefined && faults.reload())
  const [asks, setAsks] = useState(false)
  const rules = faults.value?.rules ?? []
  const remove = (rule: Fault) => act([{ method: 'DELETE', path: `${PATH}/${rule.id}` }], 'The rule is removed.')
  const spent = rules.filter(isSpent)
  return html`
    <${Heading} title="Faults">
      ${
        spent.length > 0 &&
        html`<button class="button" onClick=${() =>
          act(
            spent.map(({ id }) => ({ method: 'DELETE', path: `${PATH}/${id}` })),
            'The spent rules are removed.',
          )}>Remove spent ones</button>`
      }
      <button class="button" ...${disabledProps(rules.length === 0, () => setAsks(true))}><${Icon} name="trash" size=${15} />Remove all</button>
    <//>
    <p class="lead">A rule makes the API fail on purpose, so that one can see what a client does then. The first rule that fits a request is the one that counts.</p>
    <div class="columns">
      <section class="card" aria-label="Rules in force">
        <div class="card-head"><h2>Rules in force</h2></div>
        <${Answered} answer=${faults} what="Loading rules">
          ${() =>
            rules.length === 0
              ? html`<${Empty} icon="bolt" title="No rules">Every request is answered as it should be.<//>`
              : html`<ol class="rules">${rules.map(rule => html`<${Rule} key=${rule.id} rule=${rule} onRemove=${() => remove(rule)} />`)}</ol>`}
        <//>
      </section>
      <section class="card" aria-label="New rule">
        <div class="card-head"><h2>New rule</h2></div>
        <${FaultForm} operations=${[...operations.values()].sort((a, b) => a.id.localeCompare(b.id))}
          first=${Object.fromEntries(query)} onAdd=${(rule: FaultRule) => act([{ method: 'POST', path: PATH, body: rule }], 'The rule is in force.')} />
      </section>
    </div>
    ${
      asks &&
      html`<${ActionDialog} title="Remove all fault rules?" confirm="Remove all rules" danger onClose=${() => setAsks(false)}
        says=${`All ${rules.length} of them end now. The API then answers as it should.`}
        sent=${() => [{ method: 'DELETE', path: PATH }]} success=${() => 'No rules any more: the API answers as it should.'} />`
    }
  `
}

const isSpent = ({ left }: Fault) => left === 0

function Rule({ rule, onRemove }: { rule: Fault; onRemove: () => void }) {
  const { what, when } = describeRule(rule)
  return html`<li class=${isSpent(rule) ? 'is-spent' : ''}>
    <div class="cell-main">
      <strong>${what}</strong>
      <div class="cell-sub">${when}</div>
      <div class="cell-sub"><span class=${isSpent(rule) ? 'badge' : 'badge status-waiting'}>${describeHits(rule)}</span></div>
    </div>
    <${RowButton} does="Remove" what=${`the rule: ${what}`} icon="trash" onClick=${onRemove} />
  </li>`
}
