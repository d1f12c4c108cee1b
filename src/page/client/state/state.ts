import { html, useState } from '../html.ts'
import { ImportButton } from '../import/import.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import { disabledProps } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { saveText } from '../parts/json-view.ts'
import { Heading } from '../parts/states.ts'
import { withToast } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { PullCard } from './pull.ts'

/** The state as a whole: imported, exported, pulled, or reset. */
export function StateView() {
  const { counts, changed } = useInstance()
  const [asks, setAsks] = useState(false)
  const [saving, setSaving] = useState(false)
  const exportState = async () => {
    setSaving(true)
    const state = await withToast(() => call('GET', '/_control/state'))
    setSaving(false)
    if (state) saveText('understudy-state.json', 'application/json', `${JSON.stringify(state, null, 2)}\n`)
  }
  const present = counts
    ? `${count(counts.workflows, 'workflow')} and ${count(counts.executions, 'execution')}`
    : 'everything'
  return html`
    <${Heading} title="State">
      <${ImportButton} />
      <button class="button" ...${disabledProps(saving, exportState)}>
        <${Icon} name="download" size=${15} />
        Export
      </button>
    <//>
    <p class="lead">To store the state and restore it later, take a <a href=${hashOf(['snapshots'])}>snapshot</a>.</p>
    <div class="columns">
      <div class="stack">
        <${PullCard} />
        <section class="card is-danger" aria-label="Reset">
          <div class="card-head"><h2>Reset</h2></div>
          <p>
            Restores the instance as it was when it started: its document as loaded, with its seeds. Ids, clock, fault
            rules and the request log are reset too. Snapshots stay.
          </p>
          <button class="button is-danger" onClick=${() => setAsks(true)}>
            <${Icon} name="refresh" size=${15} />
            Reset the instance
          </button>
        </section>
      </div>
    </div>
    ${
      asks &&
      html`<${ActionDialog}
        title="Reset the instance?"
        confirm="Reset the instance"
        danger
        onClose=${() => setAsks(false)}
        onDone=${changed}
        says=${`Replaces the current ${present} with what the instance started with. Only a snapshot can undo this.`}
        sent=${() => [{ method: 'POST', path: '/_control/reset' }]}
        success=${() => 'Reset the instance.'}
      />`
    }
  `
}
