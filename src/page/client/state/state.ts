import { type FormEvent, html, useState } from '../html.ts'
import { ImportButton } from '../import/import.ts'
import { act } from '../instance/act.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Snapshot } from '../instance/records.ts'
import { type Answer, useAnswer } from '../instance/use-answer.ts'
import { disabledProps, RowButton } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { saveText } from '../parts/json-view.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { telling } from '../parts/toasts.ts'
import { SimulationCard } from '../simulation/simulation.ts'
import { ClockCard } from './clock.ts'
import { CompareForm } from './compare.ts'
import type { State } from './difference.ts'
import { PullCard } from './pull.ts'

/** What is asked before the state is changed. */
interface Asked {
  kind: 'reset' | 'restore' | 'replace' | 'delete'
  name?: string
  createdAt?: string
}
interface Snapshots {
  snapshots: Snapshot[]
}

const PATH = '/_control/snapshots'
const pathOf = (name: string) => `${PATH}/${encodeURIComponent(name)}`

/** The state as a whole: kept under a name, compared, brought back, exported, or taken back to the start. */
export function StateView() {
  const { round } = useInstance()
  const snapshots = useAnswer(options => call<Snapshots>('GET', PATH, options), [], round)
  const [asked, ask] = useState<Asked | undefined>(undefined)
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
      <button class="button" ...${disabledProps(saving, exportState)}><${Icon} name="download" size=${15} />Export</button>
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

function Question({ asked: { kind, name = '', createdAt }, onClose }: { asked: Asked; onClose: () => void }) {
  const { counts, changed } = useInstance()
  const present = counts
    ? `${count(counts.workflows, 'workflow')} and ${count(counts.executions, 'execution')}`
    : 'Everything'
  const question = {
    reset: {
      title: 'Reset the instance?',
      confirm: 'Reset the instance',
      success: 'The instance is as it was at its start.',
      says: `${present} that are here now give way to what the instance started with. This cannot be undone, except from a snapshot.`,
      sent: { method: 'POST', path: '/_control/reset' },
    },
    restore: {
      title: `Restore “${name}”?`,
      confirm: 'Restore the snapshot',
      success: `The instance is as it was in “${name}”.`,
      says: `${present} that are here now give way to what was here on ${formatDateTime(createdAt)}.`,
      sent: { method: 'POST', path: `${pathOf(name)}/restore` },
    },
    replace: {
      title: `Take “${name}” anew?`,
      confirm: 'Replace the snapshot',
      success: `Snapshot “${name}” is taken anew.`,
      says: 'There is a snapshot of this name already. It gives way to the present state.',
      sent: { method: 'PUT', path: pathOf(name) },
    },
    delete: {
      title: `Delete the snapshot “${name}”?`,
      confirm: 'Delete the snapshot',
      success: `Snapshot “${name}” is deleted.`,
      says: 'The instance itself stays as it is.',
      sent: { method: 'DELETE', path: pathOf(name) },
    },
  }[kind]
  return html`<${ActionDialog} title=${question.title} confirm=${question.confirm} says=${question.says} danger=${kind !== 'replace'}
    sent=${() => [question.sent]} success=${() => question.success} onDone=${changed} onClose=${onClose} />`
}

/** The snapshots, and the form to take one. `ask` is told what is to be asked first. */
interface SnapshotListProps {
  snapshots: Answer<Snapshots>
  ask: (asked: Asked) => void
}

function SnapshotList({ snapshots, ask }: SnapshotListProps) {
  const taken = snapshots.value?.snapshots ?? []
  const take = async (event: FormEvent) => {
    event.preventDefault()
    const name = String(new FormData(event.target).get('name')).trim()
    event.target.reset()
    if (taken.some(snapshot => snapshot.name === name)) return ask({ kind: 'replace', name })
    await act(
      [{ method: 'PUT', path: `/_control/snapshots/${encodeURIComponent(name)}` }],
      `Snapshot “${name}” is taken.`,
    )
  }
  return html`<section class="card" aria-label="Snapshots">
    <div class="card-head"><h2>Snapshots</h2></div>
    <form class="inline-form" onSubmit=${take}>
      <label class="field"><span>Name</span><input name="name" required autocomplete="off" maxlength="64" pattern="[A-Za-z0-9._\\-]+" title="Letters, digits, dots, hyphens and underscores" /></label>
      <button class="button is-primary" type="submit"><${Icon} name="bookmark" size=${15} />Take a snapshot</button>
    </form>
    <${Answered} answer=${snapshots} what="Loading snapshots">
      ${() =>
        taken.length === 0
          ? html`<${Empty} icon="bookmark" title="No snapshots yet">A snapshot keeps everything that the instance holds, to come back to.<//>`
          : html`<ul class="rules">${taken.map(snapshot => html`<${SnapshotLine} key=${snapshot.name} snapshot=${snapshot} ask=${ask} />`)}</ul>`}
    <//>
  </section>`
}

interface SnapshotLineProps {
  snapshot: Snapshot
  ask: (asked: Asked) => void
}

const SnapshotLine = ({ snapshot: { name, createdAt }, ask }: SnapshotLineProps) => html`<li>
  <div class="cell-main"><strong>${name}</strong><div class="cell-sub"><time datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></div></div>
  <button class="button is-small" onClick=${() => ask({ kind: 'restore', name, createdAt })}>Restore</button>
  <${RowButton} does="Delete" what=${`the snapshot ${name}`} icon="trash" onClick=${() => ask({ kind: 'delete', name })} />
</li>`

const NOW = ''

/** Compares two snapshots, or a snapshot and what is here now. */
function SnapshotCompare({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const taken = () => names.map(name => html`<option key=${name} value=${name}>${name}</option>`)
  const orNow = html`<option value=${NOW}>what is here now</option>${taken()}`
  return html`<${CompareForm} title="Compare" first=${taken()} second=${orNow} load=${stateOf} />`
}

const stateOf = (name: string) =>
  call<State>('GET', name === NOW ? '/_control/state' : `/_control/snapshots/${encodeURIComponent(name)}`)
