import { html, useEvent, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { live } from '../instance/events.ts'
import { useInstance } from '../instance/instance.ts'
import type { Fault, FaultRule, LoggedRequest } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { disabledProps, RowButton } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { describeHits, describeRule } from '../parts/fault-text.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { runAction } from '../parts/toasts.ts'
import { faultResponseOf } from '../requests/request-forms.ts'
import { loadRequest } from '../requests/request-panel.ts'
import { FaultForm } from './fault-form.ts'

const PATH = '/_control/faults'

/** Fault rules: how the instance is made to fail on purpose, and how often each has. */
export function FaultsView({ query }: { query: URLSearchParams }) {
  const { round, operations } = useInstance()
  const faults = useAnswer(options => call<{ rules: Fault[] }>('GET', PATH, options), [], round)
  useEvent<LoggedRequest>(live, 'request', ({ fault }) => fault !== undefined && faults.reload())
  const [asks, setAsks] = useState(false)
  const of = query.get('of') ?? undefined
  const copied = useAnswer(
    async options => (of === undefined ? {} : faultResponseOf(await loadRequest(of, options))),
    [of],
  )
  const first = { ...Object.fromEntries(query), ...copied.value }
  const rules = faults.value?.rules ?? []
  const remove = (rule: Fault) => runAction([{ method: 'DELETE', path: `${PATH}/${rule.id}` }], 'Removed the rule.')
  const spent = rules.filter(isSpent)
  return html`
    <${Heading} title="Faults">
      ${
        spent.length > 0 &&
        html`<button
          class="button"
          onClick=${() =>
            runAction(
              spent.map(({ id }) => ({ method: 'DELETE', path: `${PATH}/${id}` })),
              'Removed the used rules.',
            )}
        >Remove used rules</button>`
      }
      <button class="button" ...${disabledProps(rules.length === 0, () => setAsks(true))}>
        <${Icon} name="trash" size=${15} />
        Remove all
      </button>
    <//>
    <p class="lead">
      A rule makes the API fail on purpose, to test a client. The first rule that matches a request applies.
    </p>
    <div class="columns">
      <section class="card" aria-label="Rules in force">
        <div class="card-head"><h2>Rules in force</h2></div>
        <${Answered} answer=${faults} what="Loading rules">
          ${() =>
            rules.length === 0
              ? html`<${Empty} icon="bolt" title="No rules">Every request is answered normally.<//>`
              : html`<ol class="rules">
                ${rules.map(rule => html`<${Rule} key=${rule.id} rule=${rule} onRemove=${() => remove(rule)} />`)}
              </ol>`}
        <//>
      </section>
      <section class="card" aria-label="New rule">
        <div class="card-head"><h2>New rule</h2></div>
        ${
          // not before it has what it begins with: a form that is put up again forgets what was chosen
          (of === undefined || !copied.loading) &&
          html`<${FaultForm}
            operations=${[...operations.values()].sort((a, b) => a.id.localeCompare(b.id))}
            first=${first}
            key=${query.toString()}
            onAdd=${(rule: FaultRule) => runAction([{ method: 'POST', path: PATH, body: rule }], 'Added the rule.')}
          />`
        }
      </section>
    </div>
    ${
      asks &&
      html`<${ActionDialog}
        title="Remove all fault rules?"
        confirm="Remove all rules"
        danger
        onClose=${() => setAsks(false)}
        says=${`Removes ${count(rules.length, 'rule')}. The API then answers normally.`}
        sent=${() => [{ method: 'DELETE', path: PATH }]}
        success=${() => 'Removed all rules.'}
      />`
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
      <div class="cell-sub">
        <span class=${isSpent(rule) ? 'badge' : 'badge status-waiting'}>${describeHits(rule)}</span>
      </div>
    </div>
    <${RowButton} does="Remove" what=${`the rule: ${what}`} icon="trash" onClick=${onRemove} />
  </li>`
}
