import { call } from '../api.js'
import { count, formatAgo, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ClockCard } from '../parts/clock-card.js'
import { Dialog } from '../parts/dialog.js'
import { Heading } from '../parts/heading.js'
import { Answered, Empty } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { useAnswer } from '../use-answer.js'

const PATH = '/_control/snapshots'
const pathOf = name => `${PATH}/${encodeURIComponent(name)}`

/** The state as a whole: kept under a name, brought back, or taken back to the start. */
export function StateView() {
  const { counts, round, changed } = useInstance()
  const snapshots = useAnswer(options => call('GET', PATH, options), [round])
  const [asked, ask] = useState(undefined)
  const act = async (action, success) => {
    ask(undefined)
    if (await telling(action, success)) changed()
  }
  const taken = snapshots.value?.snapshots ?? []
  const take = event => {
    event.preventDefault()
    const name = String(new FormData(event.target).get('name')).trim()
    event.target.reset()
    if (taken.some(snapshot => snapshot.name === name)) return ask({ kind: 'replace', name })
    act(() => call('PUT', pathOf(name)), `Snapshot “${name}” is taken.`)
  }
  return html`
    <${Heading} title="State" />
    <div class="columns">
      <section class="card" aria-label="Snapshots">
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
      </section>
      <div class="stack">
        <section class="card is-danger" aria-label="Reset">
          <div class="card-head"><h2>Reset</h2></div>
          <p>Takes the instance back to how it was when it started: its document as loaded, with its seeds. Ids, clock, fault rules and the request log go back too. Snapshots stay.</p>
          <button class="button is-danger" onClick=${() => ask({ kind: 'reset' })}><${Icon} name="refresh" size=${15} />Reset the instance</button>
        </section>
        <${ClockCard} />
      </div>
    </div>
    <${Question} asked=${asked} counts=${counts} act=${act} onClose=${() => ask(undefined)} />
  `
}

const Snapshot = ({ snapshot: { name, createdAt }, ask }) => html`<li>
  <div class="cell-main"><strong>${name}</strong><div class="cell-sub"><time datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></div></div>
  <button class="button is-small" onClick=${() => ask({ kind: 'restore', name, createdAt })}>Restore</button>
  <button class="tool is-bare" aria-label=${`Delete the snapshot ${name}`} title="Delete" onClick=${() => ask({ kind: 'delete', name })}><${Icon} name="trash" size=${17} /></button>
</li>`

function Question({ asked, counts, act, onClose }) {
  if (!asked) return null
  const { kind, name, createdAt } = asked
  const present = counts
    ? `${count(counts.workflows, 'workflow')} and ${count(counts.executions, 'execution')}`
    : 'Everything'
  const questions = {
    reset: [
      'Reset the instance?',
      'Reset the instance',
      `${present} that are here now give way to what the instance started with. This cannot be undone, except from a snapshot.`,
      () => act(() => call('POST', '/_control/reset'), 'The instance is as it was at its start.'),
    ],
    restore: [
      `Restore “${name}”?`,
      'Restore the snapshot',
      `${present} that are here now give way to what was here on ${formatDateTime(createdAt)}.`,
      () => act(() => call('POST', `${pathOf(name)}/restore`), `The instance is as it was in “${name}”.`),
    ],
    replace: [
      `Take “${name}” anew?`,
      'Replace the snapshot',
      'There is a snapshot of this name already. It gives way to the present state.',
      () => act(() => call('PUT', pathOf(name)), `Snapshot “${name}” is taken anew.`),
    ],
    delete: [
      `Delete the snapshot “${name}”?`,
      'Delete the snapshot',
      'The instance itself stays as it is.',
      () => act(() => call('DELETE', pathOf(name)), `Snapshot “${name}” is deleted.`),
    ],
  }
  const [title, confirm, text, run] = questions[kind]
  return html`<${Dialog} title=${title} confirm=${confirm} danger=${kind !== 'replace'} onConfirm=${run} onClose=${onClose}><p>${text}</p><//>`
}
