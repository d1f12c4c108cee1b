import { type ComponentChildren, type FormEvent, html, useEffect, useRef, useState } from '../html.ts'
import { asAction } from '../instance/actions.ts'
import { call, listAll, messageOf, type Sent } from '../instance/api.ts'
import { type Instance, useInstance } from '../instance/instance.ts'
import type { Tag, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { PUBLISHED, refusesPublished, workflowPath, writablePart } from '../instance/workflow-text.ts'
import { disabledProps } from '../parts/controls.ts'
import { Dialog } from '../parts/dialogs.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered } from '../parts/states.ts'
import { showToast } from '../parts/toasts.ts'
import { FolderField, loadProjects, ProjectSelect, TOP } from './folder-field.ts'
import { BULK_ACTIONS, type ListedWorkflow, type Selection } from './workflow-table.ts'

type Target = Pick<ListedWorkflow, 'id' | 'name'>

/** What can be done with several workflows, one after the other. */
interface BulkAction {
  name: string
  icon: string
  /** What is done: `Archive`. */
  does: string
  /** What was done: `Archived`. */
  done: string
  /** What will happen, in a sentence. */
  says: string
  /** What the version will refuse of it. */
  warns?: (workflows: readonly ListedWorkflow[], operations: Instance['operations']) => string | undefined
  /** The operations without which it is not offered. */
  needs: string[]
  danger?: boolean
  Fields?: () => ComponentChildren
  /** @throws ApiFailure with what the instance refused */
  run(workflow: Target, form: FormData, context: Context): Promise<unknown>
}

interface Context {
  operations: Instance['operations']
  /** Sends a request and notes it: what was done can be copied. */
  send<Value>(method: string, path: string, body?: unknown): Promise<Value>
}

const post =
  (action: string) =>
  (workflow: Target, _form: FormData, { send }: Context) =>
    send('POST', `${workflowPath(workflow.id)}/${action}`)

const ACTIONS: BulkAction[] = [
  {
    name: 'publish',
    icon: 'play',
    does: 'Activate',
    done: 'Activated',
    says: 'Publishes the workflows: their triggers start.',
    needs: ['activateWorkflow'],
    run: post('activate'),
  },
  {
    name: 'unpublish',
    icon: 'pause',
    does: 'Deactivate',
    done: 'Deactivated',
    says: 'Their triggers stop.',
    needs: ['deactivateWorkflow'],
    run: post('deactivate'),
  },
  {
    name: 'tag',
    icon: 'tag',
    does: 'Change the tags of',
    done: 'Changed the tags of',
    says: 'Adds the chosen tags to those of each workflow, or takes them off.',
    needs: ['updateWorkflowTags', 'getWorkflowTags'],
    Fields: TagFields,
    run: changeTags,
  },
  {
    name: 'move',
    icon: 'folder',
    does: 'Move',
    done: 'Moved',
    says: 'A workflow of another project is moved to the project first.',
    needs: ['listFolders', 'updateWorkflow', 'getWorkflow'],
    Fields: PlaceFields,
    run: moveWorkflow,
  },
  {
    name: 'archive',
    icon: 'file',
    does: 'Archive',
    done: 'Archived',
    says: 'Deactivates them. They cannot be changed until they are unarchived.',
    needs: ['archiveWorkflow'],
    run: post('archive'),
  },
  {
    name: 'unarchive',
    icon: 'refresh',
    does: 'Unarchive',
    done: 'Unarchived',
    says: 'They can be changed and activated again.',
    needs: ['unarchiveWorkflow'],
    run: post('unarchive'),
  },
  {
    name: 'delete',
    icon: 'trash',
    does: 'Delete',
    done: 'Deleted',
    says: 'Deletes the workflows and their executions. Only a snapshot can restore them.',
    warns: publishedAmong,
    needs: ['deleteWorkflow'],
    danger: true,
    run: (workflow, _form, { send }) => send('DELETE', workflowPath(workflow.id)),
  },
]

/** What can be done with the selected workflows; nothing where none is selected. */
export function BulkActions({ selection }: { selection: Selection }) {
  const { may } = useInstance()
  const [asked, ask] = useState<BulkAction | undefined>(undefined)
  const { workflows } = selection
  if (workflows.length === 0) return null
  return html`<div id=${BULK_ACTIONS} class="bulk card" role="region" aria-label="Selected workflows">
    <strong role="status">${count(workflows.length, 'workflow')} selected</strong>
    <span class="quiet wide-only">Enter at a checkbox leads here</span>
    <div class="buttons">
      ${ACTIONS.filter(({ needs }) => needs.every(may)).map(
        action => html`<button
          type="button"
          key=${action.name}
          class="button is-small"
          onClick=${() => ask(action)}
        >
          <${Icon} name=${action.icon} size=${14} />
          ${action.name === 'tag' ? 'Tags' : action.does}
        </button>`,
      )}
      <button type="button" class="button is-small is-bare" onClick=${selection.clear}>Select none</button>
    </div>
    ${asked && html`<${BulkDialog} action=${asked} selection=${selection} onClose=${() => ask(undefined)} />`}
  </div>`
}

interface Result {
  workflow: Target
  /** What the instance refused; `undefined` where it is done. */
  refused: string | undefined
}

interface BulkDialogProps {
  action: BulkAction
  selection: Selection
  onClose: () => void
}

/** Asks first, then says of each workflow what the instance answered. What is done is no longer selected. */
function BulkDialog({ action, selection, onClose }: BulkDialogProps) {
  const { operations } = useInstance()
  const [workflows] = useState(selection.workflows)
  const [results, setResults] = useState<Result[] | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const { does, done, says, warns, danger, Fields, run } = action
  const warning = warns?.(workflows, operations)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const form = new FormData(event.target)
    setBusy(true)
    const found: Result[] = []
    const sent: Sent[] = []
    const send: Context['send'] = (method, path, body) => {
      sent.push({ method, path, body })
      return call(method, path, { body })
    }
    await asAction(async () => {
      for (const workflow of workflows) {
        if (isStopped.current) break
        found.push({ workflow, refused: await refusalOf(run(workflow, form, { operations, send })) })
        setResults([...found])
      }
    })
    setBusy(false)
    const isDone = found.filter(({ refused }) => refused === undefined)
    selection.set(
      workflows.filter(({ id }) => isDone.some(({ workflow }) => workflow.id === id)),
      false,
    )
    const text = `${done} ${isDone.length} of ${count(workflows.length, 'workflow')}.`
    showToast(text, { bad: isDone.length < workflows.length, sent })
    if (isDone.length === workflows.length && !isStopped.current) onClose()
  }

  const title = `${does} ${count(workflows.length, 'workflow')}`
  if (results)
    return html`<${Dialog} title=${title} onClose=${onClose}>
      <${Results} results=${results} total=${workflows.length} action=${action} busy=${busy} />
      <div class="dialog-actions">
        ${
          busy
            ? html`<button type="button" class="button" onClick=${() => (isStopped.current = true)}>Stop</button>`
            : html`<button type="button" class="button is-primary" onClick=${onClose}>Close</button>`
        }
      </div>
    <//>`
  return html`<${Dialog} title=${`${title}?`} onClose=${onClose}>
    <form onSubmit=${submit}>
      <p class="dialog-says">${says} One request after the other: what is refused leaves the others as they are.</p>
      ${warning !== undefined && html`<p class="notice">${warning}</p>`}
      <ul class="bulk-list">
        ${workflows.slice(0, SHOWN).map(({ id, name }) => html`<li key=${id}>${name || id}</li>`)}
        ${workflows.length > SHOWN && html`<li class="quiet">and ${workflows.length - SHOWN} more</li>`}
      </ul>
      ${Fields && html`<div class="form"><${Fields} /></div>`}
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${onClose}>Cancel</button>
        <button type="submit" class=${danger ? 'button is-danger' : 'button is-primary'} ...${disabledProps(busy)}>
          ${title}
        </button>
      </div>
    </form>
  <//>`
}

const SHOWN = 8

function publishedAmong(workflows: readonly ListedWorkflow[], operations: Instance['operations']) {
  const published = workflows.filter(({ active }) => active).length
  if (published === 0 || !refusesPublished(operations)) return undefined
  const are = published === 1 ? 'One of them is published' : `${published} of them are published`
  return `${are}: this will be answered 409, “${PUBLISHED}”`
}

const refusalOf = (sent: Promise<unknown>): Promise<string | undefined> =>
  sent.then(
    () => undefined,
    (error: unknown) => messageOf(error),
  )

interface ResultsProps {
  results: Result[]
  total: number
  action: BulkAction
  busy: boolean
}

/** What was answered: the refused ones first, each with the reason. */
function Results({ results, total, action, busy }: ResultsProps) {
  const refused = results.filter(result => result.refused !== undefined)
  const left = total - results.length
  const parts = [
    `${action.done} ${results.length - refused.length} of ${total}`,
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
    ...(left > 0 ? [busy ? `${left} to go` : `${left} not sent`] : []),
  ]
  return html`
    <p class="dialog-says" role="status">${parts.join(', ')}.</p>
    ${
      refused.length > 0 &&
      html`<ul class="bulk-results" tabindex="0" aria-label="Refused">
        ${refused.map(
          ({ workflow, refused }) => html`<li key=${workflow.id}>
            <${Icon} name="alert" size=${16} />
            <div class="cell-main"><strong>${workflow.name || workflow.id}</strong><span>${refused}</span></div>
          </li>`,
        )}
      </ul>`
    }
  `
}

function TagFields() {
  const tags = useAnswer(options => listAll<Tag>('/api/v1/tags', { ...options, most: Infinity }), [])
  return html`<${Answered} answer=${tags} what="Loading tags">
    ${(all: Tag[]) => html`
      <label class="field">
        <span>What to do</span>
        <select name="mode">
          <option value="add">Add the tags</option>
          <option value="remove">Take the tags off</option>
        </select>
      </label>
      <fieldset class="checks is-list">
        <legend class="sr-only">Tags</legend>
        ${all.length === 0 && html`<p class="quiet">There are no tags yet.</p>`}
        ${all.map(
          ({ id, name }) => html`<label key=${id}><input type="checkbox" name="tag" value=${id} />${name}</label>`,
        )}
      </fieldset>
    `}
  <//>`
}

async function changeTags({ id }: Target, form: FormData, { send }: Context) {
  const path = `${workflowPath(id)}/tags`
  const chosen = form.getAll('tag').map(String)
  if (chosen.length === 0) throw new Error('No tag was chosen.')
  const before = (await send<Pick<Tag, 'id'>[]>('GET', path)).map(tag => tag.id)
  const others = before.filter(tag => !chosen.includes(tag))
  const wanted = form.get('mode') === 'remove' ? others : [...others, ...chosen]
  await send(
    'PUT',
    path,
    wanted.map(tag => ({ id: tag })),
  )
}

function PlaceFields() {
  const shared = useInstance()
  // until it is known whose key it is, `may` allows everything
  const projects = useAnswer(
    async options => (shared.user ? loadProjects(shared, options) : undefined),
    [shared.user?.id],
  )
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  return html`<${Answered} answer=${projects} what="Loading the projects">
    ${(all: { id: string; name: string }[]) => {
      const projectId = chosen ?? shared.personalProjectId ?? all[0]?.id ?? ''
      return html`
        <${ProjectSelect} projects=${all} value=${projectId} onChange=${setChosen} />
        <${FolderField} key=${projectId} projectId=${projectId} label="Folder" top="Outside all folders" />
      `
    }}
  <//>`
}

interface Placed extends Workflow {
  shared?: { role: string; projectId: string }[]
  parentFolder?: { id: string } | null
}

/** Moves a workflow to a project and a folder: only what differs is sent. */
async function moveWorkflow({ id }: Target, form: FormData, { operations, send }: Context) {
  const path = workflowPath(id)
  const [projectId, folderId] = [String(form.get('project')), String(form.get('folder') ?? TOP)]
  const workflow = await send<Placed>('GET', path)
  const isElsewhere = workflow.shared?.find(({ role }) => role === 'workflow:owner')?.projectId !== projectId
  if (isElsewhere) await send('PUT', `${path}/transfer`, { destinationProjectId: projectId })
  const before = isElsewhere ? TOP : (workflow.parentFolder?.id ?? TOP)
  if (before === folderId) return
  const body = { ...writablePart(workflow, operations.get('updateWorkflow')), parentFolderId: folderId }
  await send('PUT', path, body).catch(error => {
    throw isElsewhere ? new Error(`Moved to the project, but not into the folder: ${messageOf(error)}`) : error
  })
}
