import { ExecutionDialog } from '../executions/execution-dialog.ts'
import { type ComponentChildren, html, useState } from '../html.ts'
import { listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Tag, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { PUBLISHED, refusesPublished, workflowPath, writablePart } from '../instance/workflow-text.ts'
import { Menu } from '../parts/controls.ts'
import { ActionDialog, NameField, RenameDialog } from '../parts/dialogs.ts'
import { Answered } from '../parts/states.ts'
import { goTo } from '../routing/route.ts'
import { discardEdits } from '../routing/unsaved.ts'

/** What can be done with a workflow, beside switching it. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const { isOwner, may } = useInstance()
  const [asked, ask] = useState<string | undefined>(undefined)
  const actions: [kind: string, text: string, icon: string, isOffered: boolean][] = [
    ['rename', 'Rename', 'pencil', !workflow.isArchived && may('updateWorkflow')],
    ['duplicate', 'Duplicate', 'copy', may('createWorkflow')],
    ['tags', 'Tags', 'tag', may('updateWorkflowTags')],
    ['execution', 'Add an execution', 'play', isOwner === true],
    [
      'archive',
      workflow.isArchived ? 'Unarchive' : 'Archive',
      'file',
      may(workflow.isArchived ? 'unarchiveWorkflow' : 'archiveWorkflow'),
    ],
    ['delete', 'Delete', 'trash', may('deleteWorkflow')],
  ]
  const offered = actions.filter(([, , , isOffered]) => isOffered)
  const Asked = asked === undefined ? undefined : DIALOGS[asked]
  if (offered.length === 0) return null
  return html`
    <${Menu}
      label="Actions"
      items=${offered.map(([kind, text, icon]) => ({ text, icon, onChoose: () => ask(kind) }))}
    />
    ${Asked && html`<${Asked} workflow=${workflow} onClose=${() => ask(undefined)} />`}
  `
}

interface DialogProps {
  workflow: Workflow
  onClose: () => void
}

function Rename({ workflow, onClose }: DialogProps) {
  const { operations } = useInstance()
  const sent = (name: string) => {
    const body = { ...writablePart(workflow, operations.get('updateWorkflow')), name }
    return [{ method: 'PUT', path: workflowPath(workflow.id), body }]
  }
  return html`<${RenameDialog} what="workflow" name=${workflow.name} sent=${sent} onClose=${onClose} />`
}

function Duplicate({ workflow, onClose }: DialogProps) {
  const { operations } = useInstance()
  const sent = (form: FormData) => {
    const body = { ...writablePart(workflow, operations.get('createWorkflow')), name: form.get('name') }
    return [{ method: 'POST', path: '/api/v1/workflows', body }]
  }
  return html`<${ActionDialog}
    title=${`Duplicate “${workflow.name}”`}
    confirm="Duplicate workflow"
    onClose=${onClose}
    sent=${sent}
    says="Creates a workflow with the same nodes. It is inactive and has no tags."
    success=${(form: FormData) => `Created “${form.get('name')}”.`}
    onDone=${([made]: [{ id: string }]) => goTo(['workflows', made.id])}
  >
    <${NameField} value=${`${workflow.name} copy`} />
  <//>`
}

function Tags({ workflow, onClose }: DialogProps) {
  // one that is not offered would be taken off
  const tags = useAnswer(options => listAll<Tag>('/api/v1/tags', { ...options, most: Infinity }), [])
  const has = new Set((workflow.tags ?? []).map(({ id }) => id))
  const sent = (form: FormData) => {
    if (!tags.value) throw new Error('The tags are still loading.')
    return [{ method: 'PUT', path: `${workflowPath(workflow.id)}/tags`, body: form.getAll('tag').map(id => ({ id })) }]
  }
  return html`<${ActionDialog}
    title=${`Tags of “${workflow.name}”`}
    confirm="Set the tags"
    onClose=${onClose}
    sent=${sent}
    success=${() => `Set the tags of “${workflow.name}”.`}
    fields=${tags.value}
  >
    <${Answered} answer=${tags} what="Loading tags">
      ${(all: Tag[]) => html`<fieldset class="checks is-list">
        <legend class="sr-only">Tags</legend>
        ${all.length === 0 && html`<p class="quiet">There are no tags yet.</p>`}
        ${all.map(
          ({ id, name }) => html`<label key=${id}>
            <input type="checkbox" name="tag" value=${id} defaultChecked=${has.has(id)} />
            ${name}
          </label>`,
        )}
      </fieldset>`}
    <//>
  <//>`
}

function Archive({ workflow, onClose }: DialogProps) {
  const [action, confirm] = workflow.isArchived ? ['unarchive', 'Unarchive workflow'] : ['archive', 'Archive workflow']
  return html`<${ActionDialog}
    title=${`${workflow.isArchived ? 'Unarchive' : 'Archive'} “${workflow.name}”?`}
    confirm=${confirm}
    onClose=${onClose}
    says=${
      workflow.isArchived
        ? 'It can be changed and activated again.'
        : 'Deactivates it. It cannot be changed until it is unarchived.'
    }
    sent=${() => [{ method: 'POST', path: `${workflowPath(workflow.id)}/${action}` }]}
    success=${() => `${workflow.isArchived ? 'Unarchived' : 'Archived'} “${workflow.name}”.`}
  />`
}

const UNPUBLISH = 'unpublish'

/** Some versions refuse to delete what is published: that is said before, with the way round it. */
function Delete({ workflow, onClose }: DialogProps) {
  const { operations, may } = useInstance()
  const path = workflowPath(workflow.id)
  const isRefused = workflow.active && refusesPublished(operations)
  const unpublish = { method: 'POST', path: `${path}/deactivate` }
  return html`<${ActionDialog}
    title=${`Delete “${workflow.name}”?`}
    confirm="Delete workflow"
    danger
    onClose=${onClose}
    fields=${isRefused}
    says="Deletes the workflow and its executions. Only a snapshot can restore them."
    sent=${(form: FormData) => [
      ...(isRefused && form.get(UNPUBLISH) !== null ? [unpublish] : []),
      { method: 'DELETE', path },
    ]}
    success=${() => `Deleted “${workflow.name}”.`}
    onDone=${() => {
      discardEdits()
      goTo(['workflows'])
    }}
  >
    ${isRefused && html`<p class="notice">It is published, so the deletion alone is answered 409: “${PUBLISHED}”</p>`}
    ${
      isRefused &&
      may('deactivateWorkflow') &&
      html`<label class="check"><input type="checkbox" name=${UNPUBLISH} defaultChecked />Unpublish it first</label>`
    }
  <//>`
}

const DIALOGS: Record<string, (props: DialogProps) => ComponentChildren> = {
  rename: Rename,
  duplicate: Duplicate,
  tags: Tags,
  execution: ExecutionDialog,
  archive: Archive,
  delete: Delete,
}
