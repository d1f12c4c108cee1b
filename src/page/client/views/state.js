import { call } from '../api.js'
import { count, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ActionDialog } from '../parts/action-dialog.js'
import { ClockCard } from '../parts/clock-card.js'
import { Heading } from '../parts/heading.js'
import { ImportButton } from '../parts/import-button.js'
import { offWhile } from '../parts/off-while.js'
import { PullCard } from '../parts/pull-card.js'
import { SimulationCard } from '../parts/simulation-card.js'
import { SnapshotCompare } from '../parts/snapshot-compare.js'
import { SnapshotList } from '../parts/snapshot-list.js'
import { telling } from '../parts/toasts.js'
import { saveText } from '../save-text.js'
import { useAnswer } from '../use-answer.js'

const PATH = '/_control/snapshots'
const pathOf = name => `${PATH}/${encodeURIComponent(name)}`

/** The state as a whole: kept under a name, compared, brought back, exported, or taken back to the start. */
export function StateView() {
  const { round } = useInstance()
  const snapshots = useAnswer(options => call('GET', PATH, options), [], round)
  const [asked, ask] = useState(undefined)
  const [saving, setSaving] = useState(false)
  const taken = snapshots.value?.snapshots ?? []
  const exportState = async () => {
    setSaving(true)
    const state = await telling(() => call('GET', '/_control/state'))
    setSaving(false)
    if (state) saveText('understudy-state.json', 'application/json', `${JSON.stringify(state, null, 2)}\n`)
  }
  return html`
    <${Heading} title="State">
      <${ImportButton} />
      <button class="button" ...${offWhile(saving, exportState)}><${Icon} name="download" size=${15} />Export</button>
    <//>
    <div class="columns">
      <div class="stack">
        <${SnapshotList} snapshots=${snapshots} ask=${ask} />
        <${SnapshotCompare} names=${taken.map(({ name }) => name)} />
      </div>
      <div class="stack">
        <${PullCard} />
        <${ClockCard} />
        <${SimulationCard} />
        <section class="card is-danger" aria-label="Reset">
          <div class="card-head"><h2>Reset</h2></div>
          <p>Takes the instance back to how it was when it started: its document as loaded, with its seeds. Ids, clock, fault rules and the request log go back too. Snapshots stay.</p>
          <button class="button is-danger" onClick=${() => ask({ kind: 'reset' })}><${Icon} name="refresh" size=${15} />Reset the instance</button>
        </section>
      </div>
    </div>
    ${asked && html`<${Question} asked=${asked} onClose=${() => ask(undefined)} />`}
  `
}

function Question({ asked: { kind, name, createdAt }, onClose }) {
  const { counts, changed } = useInstance()
  const present = counts
    ? `${count(counts.workflows, 'workflow')} and ${count(counts.executions, 'execution')}`
    : 'Everything'
  const question = {
    reset: {
      ...{
        title: 'Reset the instance?',
        confirm: 'Reset the instance',
        success: 'The instance is as it was at its start.',
      },
      says: `${present} that are here now give way to what the instance started with. This cannot be undone, except from a snapshot.`,
      sent: { method: 'POST', path: '/_control/reset' },
    },
    restore: {
      ...{
        title: `Restore “${name}”?`,
        confirm: 'Restore the snapshot',
        success: `The instance is as it was in “${name}”.`,
      },
      says: `${present} that are here now give way to what was here on ${formatDateTime(createdAt)}.`,
      sent: { method: 'POST', path: `${pathOf(name)}/restore` },
    },
    replace: {
      ...{
        title: `Take “${name}” anew?`,
        confirm: 'Replace the snapshot',
        success: `Snapshot “${name}” is taken anew.`,
      },
      says: 'There is a snapshot of this name already. It gives way to the present state.',
      sent: { method: 'PUT', path: pathOf(name) },
    },
    delete: {
      ...{
        title: `Delete the snapshot “${name}”?`,
        confirm: 'Delete the snapshot',
        success: `Snapshot “${name}” is deleted.`,
      },
      says: 'The instance itself stays as it is.',
      sent: { method: 'DELETE', path: pathOf(name) },
    },
  }[kind]
  return html`<${ActionDialog} title=${question.title} confirm=${question.confirm} says=${question.says} danger=${kind !== 'replace'}
    sent=${() => [question.sent]} success=${() => question.success} onDone=${changed} onClose=${onClose} />`
}
