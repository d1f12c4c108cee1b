import { perform } from '../act.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { workflowPath, writablePart } from '../workflow-text.js'
import { JsonEditor } from './json-editor.js'
import { JsonView } from './json-view.js'

/** A workflow as JSON, to read and to edit. While it is edited, a change by somebody else is told and takes nothing away. */
export function WorkflowJson({ workflow }) {
  const { operations } = useInstance()
  const [edited, setEdited] = useState(undefined)
  const operation = operations.get('updateWorkflow')
  const edit = () => setEdited({ text: JSON.stringify(writablePart(workflow, operation), null, 2), of: workflow })
  if (!edited)
    return html`
      ${!workflow.isArchived && html`<div class="buttons"><button class="button" onClick=${edit}><${Icon} name="pencil" size=${15} />Edit</button></div>`}
      <${JsonView} value=${workflow} name=${`${workflow.name}.json`} label="The workflow as JSON" />`
  return html`<${Editing} key=${edited.of.updatedAt} workflow=${workflow} edited=${edited} onReload=${edit} onClose=${() => setEdited(undefined)} />`
}

function Editing({ workflow, edited, onReload, onClose }) {
  const [isSaving, setSaving] = useState(false)
  const isOther = !isSaving && workflow.updatedAt !== edited.of.updatedAt
  async function save(body) {
    setSaving(true)
    try {
      await perform([{ method: 'PUT', path: workflowPath(workflow.id), body }], `“${body.name}” is saved.`)
    } catch (error) {
      setSaving(false)
      throw error
    }
    onClose()
  }
  return html`<${JsonEditor} label="The workflow as JSON, to edit" text=${edited.text} save="Save the workflow" onSave=${save} onClose=${onClose}>
    ${
      isOther &&
      html`<p class="notice" role="status">
        <span>The workflow was changed by somebody else meanwhile. What you have here is untouched; saving it takes the place of theirs.</span>
        <button type="button" class="button is-small" onClick=${onReload}>Take theirs</button>
      </p>`
    }
  <//>`
}
