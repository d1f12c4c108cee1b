import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { goTo } from '../route.js'
import { ActionDialog } from './action-dialog.js'

/** What can be done with an execution. */
export function ExecutionActions({ execution: { id } }) {
  const [asks, setAsks] = useState(false)
  return html`
    <button class="button" onClick=${() => setAsks(true)}><${Icon} name="trash" size=${15} />Delete</button>
    ${
      asks &&
      html`<${ActionDialog} title=${`Delete execution #${id}?`} confirm="Delete execution" danger onClose=${() => setAsks(false)}
        says="The execution and its data are gone then. The workflow stays."
        sent=${() => [{ method: 'DELETE', path: `/api/v1/executions/${encodeURIComponent(id)}` }]}
        success=${() => `Execution #${id} is deleted.`} onDone=${() => goTo(['executions'])} />`
    }
  `
}
