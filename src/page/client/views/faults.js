import { call } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { Dialog } from '../parts/dialog.js'
import { FaultForm } from '../parts/fault-form.js'
import { describeRule } from '../parts/fault-text.js'
import { Heading } from '../parts/heading.js'
import { Answered, Empty } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { useAnswer } from '../use-answer.js'

const PATH = '/_control/faults'

/** Fault rules: how the instance is made to fail on purpose. */
export function FaultsView() {
  const { round } = useInstance()
  const faults = useAnswer(options => call('GET', PATH, options), [round])
  const operations = useAnswer(options => call('GET', '/api/v1/openapi.json', options), [])
  const [asks, setAsks] = useState(false)
  const replace = async (rules, success) => {
    await telling(() => call('PUT', PATH, { body: { rules } }), success)
    faults.reload()
  }
  const clear = async () => {
    setAsks(false)
    await telling(() => call('DELETE', PATH), 'No rules any more: the API answers as it should.')
    faults.reload()
  }
  const rules = faults.value?.rules ?? []
  return html`
    <${Heading} title="Faults">
      <button class="button" disabled=${rules.length === 0} onClick=${() => setAsks(true)}><${Icon} name="trash" size=${15} />Remove all</button>
    <//>
    <p class="lead">A rule makes the API fail on purpose, so that one can see what a client does then. The first rule that fits a request is the one that counts.</p>
    <div class="columns">
      <section class="card" aria-label="Rules in force">
        <div class="card-head"><h2>Rules in force</h2></div>
        <${Answered} answer=${faults} what="Loading rules">
          ${() =>
            rules.length === 0
              ? html`<${Empty} icon="bolt" title="No rules">Every request is answered as it should be.<//>`
              : html`<ol class="rules">
                  ${rules.map(
                    (rule, at) => html`<li>
                      <div class="cell-main"><strong>${describeRule(rule).what}</strong><div class="cell-sub">${describeRule(rule).when}</div></div>
                      <button class="tool is-bare" aria-label=${`Remove the rule: ${describeRule(rule).what}`} title="Remove"
                        onClick=${() =>
                          replace(
                            rules.filter((_, other) => other !== at),
                            'The rule is removed.',
                          )}><${Icon} name="trash" size=${17} /></button>
                    </li>`,
                  )}
                </ol>`}
        <//>
      </section>
      <section class="card" aria-label="New rule">
        <div class="card-head"><h2>New rule</h2></div>
        <${FaultForm} operations=${operationsOf(operations.value)} onAdd=${rule => replace([...rules, rule], 'The rule is in force.')} />
      </section>
    </div>
    ${
      asks &&
      html`<${Dialog} title="Remove all fault rules?" confirm="Remove all rules" danger onConfirm=${clear} onClose=${() => setAsks(false)}>
      <p>All ${rules.length} of them end now. The API then answers as it should.</p>
    <//>`
    }
  `
}

const operationsOf = document =>
  Object.values(document?.paths ?? {})
    .flatMap(methods => Object.values(methods))
    .map(({ operationId, summary }) => ({ id: operationId, summary }))
    .sort((a, b) => a.id.localeCompare(b.id))
