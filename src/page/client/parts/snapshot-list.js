import { act } from '../act.js'
import { formatAgo, formatDateTime } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { RowButton } from './row-button.js'
import { Answered, Empty } from './states.js'

/** The snapshots, and the form to take one. `ask` is told what is to be asked first. */
export function SnapshotList({ snapshots, ask }) {
  const taken = snapshots.value?.snapshots ?? []
  const take = async event => {
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
          : html`<ul class="rules">${taken.map(snapshot => html`<${Snapshot} key=${snapshot.name} snapshot=${snapshot} ask=${ask} />`)}</ul>`}
    <//>
  </section>`
}

const Snapshot = ({ snapshot: { name, createdAt }, ask }) => html`<li>
  <div class="cell-main"><strong>${name}</strong><div class="cell-sub"><time datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></div></div>
  <button class="button is-small" onClick=${() => ask({ kind: 'restore', name, createdAt })}>Restore</button>
  <${RowButton} does="Delete" what=${`the snapshot ${name}`} icon="trash" onClick=${() => ask({ kind: 'delete', name })} />
</li>`
