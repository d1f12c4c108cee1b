import { type FormEvent, html, useState } from '../html.ts'
import { ImportButton } from '../import/import.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Snapshot } from '../instance/records.ts'
import { type Answer, useAnswer } from '../instance/use-answer.ts'
import { RowButton } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { saveText } from '../parts/json-view.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { runAction, withToast } from '../parts/toasts.ts'
import { ClockCard } from './clock.ts'
import { CompareForm } from './compare.ts'
import type { State } from './difference.ts'

/** What is asked before a snapshot is used. */
interface Asked {
  kind: 'restore' | 'replace' | 'delete'
  name: string
  createdAt?: string
}
interface Snapshots {
  snapshots: Snapshot[]
}

const PATH = '/_control/snapshots'
const pathOf = (name: string) => `${PATH}/${encodeURIComponent(name)}`

/** The time of the instance, and its state under names: stored, compared and restored. */
export function SnapshotsView() {
  const { round } = useInstance()
  const snapshots = useAnswer(options => call<Snapshots>('GET', PATH, options), [], round)
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const taken = snapshots.value?.snapshots ?? []
  return html`
    <${Heading} title="Clock & snapshots"><${ImportButton} text="Import a snapshot" /><//>
    <div class="columns">
      <div class="stack">
        <${SnapshotList} snapshots=${snapshots} ask=${ask} />
        <${SnapshotCompare} names=${taken.map(({ name }) => name)} />
      </div>
      <div class="stack"><${ClockCard} /></div>
    </div>
    ${asked && html`<${Question} asked=${asked} onClose=${() => ask(undefined)} />`}
  `
}

function Question({ asked: { kind, name, createdAt }, onClose }: { asked: Asked; onClose: () => void }) {
  const { counts, changed } = useInstance()
  const present = counts
    ? `the current ${count(counts.workflows, 'workflow')} and ${count(counts.executions, 'execution')}`
    : 'the current state'
  const question = {
    restore: {
      title: `Restore “${name}”?`,
      confirm: 'Restore the snapshot',
      success: `Restored “${name}”.`,
      says: `Replaces ${present} with those of ${formatDateTime(createdAt)}.`,
      sent: { method: 'POST', path: `${pathOf(name)}/restore` },
    },
    replace: {
      title: `Replace “${name}”?`,
      confirm: 'Replace the snapshot',
      success: `Replaced snapshot “${name}”.`,
      says: 'A snapshot of this name exists. It is replaced with the current state.',
      sent: { method: 'PUT', path: pathOf(name) },
    },
    delete: {
      title: `Delete the snapshot “${name}”?`,
      confirm: 'Delete the snapshot',
      success: `Deleted snapshot “${name}”.`,
      says: 'The instance itself does not change.',
      sent: { method: 'DELETE', path: pathOf(name) },
    },
  }[kind]
  return html`<${ActionDialog}
    title=${question.title}
    confirm=${question.confirm}
    says=${question.says}
    danger=${kind !== 'replace'}
    sent=${() => [question.sent]}
    success=${() => question.success}
    onDone=${changed}
    onClose=${onClose}
  />`
}

interface SnapshotListProps {
  snapshots: Answer<Snapshots>
  ask: (asked: Asked) => void
}

/** The snapshots, and the form to take one. `ask` asks before one is replaced, restored or deleted. */
function SnapshotList({ snapshots, ask }: SnapshotListProps) {
  const taken = snapshots.value?.snapshots ?? []
  const take = async (event: FormEvent) => {
    event.preventDefault()
    const name = String(new FormData(event.target).get('name')).trim()
    event.target.reset()
    if (taken.some(snapshot => snapshot.name === name)) return ask({ kind: 'replace', name })
    await runAction([{ method: 'PUT', path: pathOf(name) }], `Took snapshot “${name}”.`)
  }
  return html`<section class="card" aria-label="Snapshots">
    <div class="card-head"><h2>Snapshots</h2></div>
    <form class="inline-form" onSubmit=${take}>
      <label class="field">
        <span>Name</span>
        <input
          name="name"
          required
          autocomplete="off"
          maxlength="64"
          pattern="[A-Za-z0-9._\\-]+"
          title="Letters, digits, dots, hyphens and underscores"
        />
      </label>
      <button class="button is-primary" type="submit"><${Icon} name="bookmark" size=${15} />Take a snapshot</button>
    </form>
    <${Answered} answer=${snapshots} what="Loading snapshots">
      ${() =>
        taken.length === 0
          ? html`<${Empty} icon="bookmark" title="No snapshots yet">
            A snapshot stores everything that the instance holds, to restore later.
          <//>`
          : html`<ul class="rules">
            ${taken.map(snapshot => html`<${SnapshotLine} key=${snapshot.name} snapshot=${snapshot} ask=${ask} />`)}
          </ul>`}
    <//>
    <p class="hint">
      A downloaded snapshot is a fixture without secrets. Import it here or into another instance: its owner becomes the
      owner of that one, and other records stay. Or start an instance with <code>--seed</code> and the file.
    </p>
  </section>`
}

async function download(name: string) {
  const fixture = await withToast(() => call('GET', pathOf(name)))
  if (fixture) saveText(`${name}.snapshot.json`, 'application/json', `${JSON.stringify(fixture, null, 2)}\n`)
}

interface SnapshotLineProps {
  snapshot: Snapshot
  ask: (asked: Asked) => void
}

const SnapshotLine = ({ snapshot: { name, createdAt }, ask }: SnapshotLineProps) => html`<li>
  <div class="cell-main">
    <strong>${name}</strong>
    <div class="cell-sub">
      <time datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time>
    </div>
  </div>
  <button class="button is-small" onClick=${() => ask({ kind: 'restore', name, createdAt })}>Restore</button>
  <${RowButton} does="Download" what=${`the snapshot ${name}`} icon="download" onClick=${() => download(name)} />
  <${RowButton}
    does="Delete"
    what=${`the snapshot ${name}`}
    icon="trash"
    onClick=${() => ask({ kind: 'delete', name })}
  />
</li>`

const NOW = ''

/** Compares two snapshots, or a snapshot and the current state. */
function SnapshotCompare({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const taken = () => names.map(name => html`<option key=${name} value=${name}>${name}</option>`)
  const orNow = html`<option value=${NOW}>the current state</option>${taken()}`
  return html`<${CompareForm} title="Compare" first=${taken()} second=${orNow} load=${stateOf} />`
}

const stateOf = (name: string) => call<State>('GET', name === NOW ? '/_control/state' : pathOf(name))
