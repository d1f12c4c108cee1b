import { html, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import { operationAt } from '../instance/operations.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'

/** Pulls from the git repository, and shows what changed. */
export function PullCard() {
  const { operations, changed } = useInstance()
  const [asks, setAsks] = useState(false)
  const [result, setResult] = useState<PullResult | undefined>(undefined)
  const operation = operationAt(operations, 'POST', '/source-control/pull')
  if (!operation) return null
  const sent = (form: FormData) => [
    { method: operation.method, path: `/api/v1${operation.path}`, body: { force: form.get('force') !== null } },
  ]
  const done = ([value]: [PullResult]) => {
    setResult(value)
    changed()
  }
  return html`<section class="card" aria-label="Pull">
    <div class="card-head"><h2>Pull</h2></div>
    <p>Copies workflows, tags, variables and credential stubs from the git repository of the instance.</p>
    <button class="button" onClick=${() => setAsks(true)}><${Icon} name="git" size=${15} />Pull</button>
    ${result && html`<${PullLines} result=${result} />`}
    ${
      asks &&
      html`<${ActionDialog}
        title="Pull from the repository?"
        confirm="Pull"
        onClose=${() => setAsks(false)}
        sent=${sent}
        onDone=${done}
        says="Replaces local records with those of the repository. Records that both changed are refused, unless forced."
        success=${() => 'Pulled.'}
      >
        <label class="check"><input type="checkbox" name="force" />Force: the repository wins</label>
      <//>`
    }
  </section>`
}

/** What a pull changed: a list of files, or kind by kind, as the version says it. */
interface PulledFile {
  name: string
  type: string
  status: string
}
type PullResult = PulledFile[] | Record<string, { name: string }[] | undefined>

function PullLines({ result }: { result: PullResult }) {
  const lines = Array.isArray(result)
    ? result.map(({ name, type, status }) => ({ name, type, status }))
    : ['workflows', 'credentials'].flatMap(type =>
        (result?.[type] ?? []).map(({ name }) => ({ name, type: type.slice(0, -1), status: 'changed' })),
      )
  return html`<div aria-live="polite">
    ${lines.length === 0 && html`<p>Nothing else changed.</p>`}
    <ul class="places">
      ${lines.map(
        ({ name, type, status }) => html`<li>
          <${Icon} name=${type === 'workflow' ? 'workflow' : 'key'} size=${15} />
          <strong>${name}</strong>
          <span class="quiet">${type}</span>
          <span class="badge">${status}</span>
        </li>`,
      )}
    </ul>
    <details><summary>The answer</summary><${JsonView} value=${result} label="What the pull answered" /></details>
  </div>`
}
