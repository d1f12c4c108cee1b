import { listAll } from '../api.js'
import { html, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { goTo } from '../route.js'
import { giveUpEdits } from '../unsaved.js'
import { useAnswer } from '../use-answer.js'
import { workflowPath, writablePart } from '../workflow-text.js'
import { ActionDialog } from './action-dialog.js'
import { DeleteDialog } from './delete-dialog.js'
import { ExecutionDialog } from './execution-dialog.js'
import { Menu } from './menu.js'
import { NameField } from './name-field.js'
import { RenameDialog } from './rename-dialog.js'
import { Answered } from './states.js'

/** What can be done with a workflow, beside switching it. */
export function WorkflowActions({ workflow }) {
  const { isOwner, operations } = useInstance()
  const [asked, ask] = useState(undefined)
  const actions = [
    ...(workflow.isArchived ? [] : [['rename', 'Rename', 'pencil']]),
    ['duplicate', 'Duplicate', 'copy'],
    ['tags', 'Tags', 'tag'],
    ...(isOwner ? [['execution', 'Add an execution', 'play']] : []),
    ...(operations.has('archiveWorkflow') ? [['archive', workflow.isArchived ? 'Unarchive' : 'Archive', 'file']] : []),
    ['delete', 'Delete', 'trash'],
  ]
  const Asked = DIALOGS[asked]
  return html`
    <${Menu} label="Actions" items=${actions.map(([kind, text, icon]) => ({ text, icon, onChoose: () => ask(kind) }))} />
    ${Asked && html`<${Asked} workflow=${workflow} onClose=${() => ask(undefined)} />`}
  `
}

function Rename({ workflow, onClose }) {
  const { operations } = useInstance()
  const sent = name => {
    const body = { ...writablePart(workflow, operations.get('updateWorkflow')), name }
    return [{ method: 'PUT', path: workflowPath(workflow.id), body }]
  }
  return html`<${RenameDialog} what="workflow" name=${workflow.name} sent=${sent} onClose=${onClose} />`
}

function Duplicate({ workflow, onClose }) {
  const { operations } = useInstance()
  const sent = form => {
    const body = { ...writablePart(workflow, operations.get('createWorkflow')), name: form.get('name') }
    return [{ method: 'POST', path: '/api/v1/workflows', body }]
  }
  return html`<${ActionDialog} title=${`Duplicate “${workflow.name}”`} confirm="Duplicate workflow" onClose=${onClose} sent=${sent}
    says="A new workflow with the same nodes is made. It is not active, and has no tags."
    success=${form => `“${form.get('name')}” is made.`} onDone=${([made]) => goTo(['workflows', made.id])}>
    <${NameField} value=${`${workflow.name} copy`} />
  <//>`
}

function Tags({ workflow, onClose }) {
  // one that is not offered would be taken off
  const tags = useAnswer(options => listAll('/api/v1/tags', { ...options, most: Infinity }), [])
  const has = new Set((workflow.tags ?? []).map(({ id }) => id))
  const sent = form => {
    if (!tags.value) throw new Error('The tags are not known yet.')
    return [{ method: 'PUT', path: `${workflowPath(workflow.id)}/tags`, body: form.getAll('tag').map(id => ({ id })) }]
  }
  return html`<${ActionDialog} title=${`Tags of “${workflow.name}”`} confirm="Set the tags" onClose=${onClose} sent=${sent}
    success=${() => `The tags of “${workflow.name}” are set.`} fields=${tags.value}>
    <${Answered} answer=${tags} what="Loading tags">
      ${all => html`<fieldset class="checks is-list">
        <legend class="sr-only">Tags</legend>
        ${all.length === 0 && html`<p class="quiet">There are no tags yet.</p>`}
        ${all.map(({ id, name }) => html`<label key=${id}><input type="checkbox" name="tag" value=${id} defaultChecked=${has.has(id)} />${name}</label>`)}
      </fieldset>`}
    <//>
  <//>`
}

function Archive({ workflow, onClose }) {
  const [action, confirm] = workflow.isArchived ? ['unarchive', 'Unarchive workflow'] : ['archive', 'Archive workflow']
  return html`<${ActionDialog} title=${`${workflow.isArchived ? 'Unarchive' : 'Archive'} “${workflow.name}”?`} confirm=${confirm} onClose=${onClose}
    says=${workflow.isArchived ? 'It can be changed and activated again then.' : 'It is not active then, and cannot be changed until it is unarchived.'}
    sent=${() => [{ method: 'POST', path: `${workflowPath(workflow.id)}/${action}` }]}
    success=${() => `“${workflow.name}” is ${workflow.isArchived ? 'unarchived' : 'archived'}.`} />`
}

const Delete = ({
  workflow,
  onClose,
}) => html`<${DeleteDialog} what="workflow" name=${workflow.name} path=${workflowPath(workflow.id)} onClose=${onClose}
  says="The workflow and its executions are gone then. A snapshot can bring them back." onDone=${() => {
    giveUpEdits()
    goTo(['workflows'])
  }} />`

const DIALOGS = {
  rename: Rename,
  duplicate: Duplicate,
  tags: Tags,
  execution: ExecutionDialog,
  archive: Archive,
  delete: Delete,
}
