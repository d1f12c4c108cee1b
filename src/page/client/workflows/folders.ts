import { html, useState } from '../html.ts'
import { call, type LoadOptions, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Folder } from '../instance/records.ts'
import { statusOf, useAnswer } from '../instance/use-answer.ts'
import { RowButton } from '../parts/controls.ts'
import { ActionDialog, NameField, RenameDialog } from '../parts/dialogs.ts'
import { count, formatAgo, formatDateTime, formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, pageIn } from '../parts/pager.ts'
import { Answered, Crumbs, Empty, Heading, Licensed, LoadedItem, needsLicence } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { goTo, useUrlAction } from '../routing/route.ts'
import { BulkActions } from './bulk-actions.ts'
import { FolderField, type FolderPage, foldersPath, loadProjects, ProjectSelect, TOP } from './folder-field.ts'
import { type ListedWorkflow, useSelection, WorkflowTable } from './workflow-table.ts'

const PAGE = 50
const SHOWN_WORKFLOWS = 100

type Asked = { kind: 'create' } | { kind: 'rename' | 'move' | 'delete'; folder: Folder }

interface Loaded {
  folders: FolderPage
  /** The folder that is open; `undefined` outside all folders. */
  open: Pick<Folder, 'id' | 'name' | 'parentFolderId'> | undefined
}

/** The folders of a project and the workflows in them: `#/folders/<project>/<folder>`. */
export function FoldersView({ parts: [project, folder], query }: { parts: string[]; query: URLSearchParams }) {
  const shared = useInstance()
  const { personalProjectId, may, round } = shared
  const [asked, ask] = useState<Asked | undefined>(undefined)
  useUrlAction(query, () => ask({ kind: 'create' }))
  const projectId = project ?? personalProjectId
  const page = pageIn(query)
  const projects = useAnswer(options => loadProjects(shared, options), [personalProjectId], round)
  const answer = useAnswer(
    async options => (projectId === undefined ? undefined : loadFolders(projectId, folder, page, options)),
    [projectId, folder, page],
    round,
  )
  const open = answer.value?.open
  if (statusOf(answer.error) === 404)
    return html`<${LoadedItem}
      answer=${answer}
      what="Loading the folders"
      kind=${folder === undefined ? 'project' : 'folder'}
      id=${folder ?? projectId ?? ''}
      place="folders"
    />`
  return html`
    <${Heading}
      title=${open?.name ?? 'Folders'}
      before=${open && html`<${WayUp} projectId=${projectId} parent=${open.parentFolderId} />`}
    >
      ${
        may('createFolder') &&
        !needsLicence(answer.error) &&
        html`<button class="button is-primary" onClick=${() => ask({ kind: 'create' })}>
          <${Icon} name="plus" size=${16} />
          New folder
        </button>`
      }
    <//>
    ${
      projectId !== undefined &&
      projects.value &&
      html`<div class="filters">
        <${ProjectSelect}
          projects=${projects.value}
          value=${projectId}
          onChange=${(id: string) => goTo(['folders', id])}
        />
      </div>`
    }
    <${Licensed} answer=${answer} what="Loading the folders" title="Folders">
      ${({ folders }: Loaded) => html`
        ${
          folders.count > 0
            ? html`
              <div class="card table-card">
                <${FolderTable} folders=${folders.data} projectId=${projectId} ask=${ask} />
              </div>
              <${Pager}
                page=${page}
                next=${page * PAGE < folders.count}
                shown=${folders.data.length}
                total=${folders.count}
                size=${PAGE}
              />
            `
            : html`<${Empty} icon="folder" title=${open ? 'No folders in it' : 'No folders yet'}>
              A folder groups workflows of a project. Workflows are moved from here, or from their list.
            <//>`
        }
        <${Contents} projectId=${projectId} folderId=${folder ?? TOP} />
      `}
    <//>
    ${
      asked &&
      projectId !== undefined &&
      html`<${Question} asked=${asked} projectId=${projectId} openId=${folder} onClose=${() => ask(undefined)} />`
    }
  `
}

async function loadFolders(
  projectId: string,
  folderId: string | undefined,
  page: number,
  options: LoadOptions,
): Promise<Loaded> {
  const path = foldersPath(projectId)
  const wanted = {
    filter: JSON.stringify({ parentFolderId: folderId ?? TOP }),
    sortBy: 'name:asc',
    skip: (page - 1) * PAGE,
    take: PAGE,
  }
  const [folders, open] = await Promise.all([
    call<FolderPage>('GET', withQuery(path, wanted), options),
    folderId === undefined
      ? undefined
      : call<NonNullable<Loaded['open']>>('GET', `${path}/${encodeURIComponent(folderId)}`, options),
  ])
  return { folders, open }
}

const WayUp = ({ projectId = '', parent }: { projectId: string | undefined; parent: string | null }) =>
  parent === null
    ? html`<${Crumbs} parts=${['folders', projectId]} name="Folders" />`
    : html`<${Crumbs} parts=${['folders', projectId, parent]} name="The folder above" />`

interface FolderTableProps {
  folders: Folder[]
  projectId: string
  ask: (asked: Asked) => void
}

function FolderTable({ folders, projectId, ask }: FolderTableProps) {
  const { may } = useInstance()
  const [mayChange, mayDelete] = [may('updateFolder'), may('deleteFolder')]
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" class="wide-only">Workflows</th>
        <th scope="col" class="wide-only">Folders</th>
        <th scope="col" class="wide-only">Updated</th>
        <th scope="col" class="end"><span class="sr-only">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${folders.map(folder => {
        const { id, name, workflowCount, subFolderCount, updatedAt } = folder
        return html`<tr key=${id}>
          <td>
            <div class="workflow-cell">
              <span class="tile hue-amber"><${Icon} name="folder" size=${18} /></span>
              <div class="cell-main">
                <a class="row-link" href=${hashOf(['folders', projectId, id])}>${name}</a>
                <div class="cell-sub">
                  <span>${id}</span>
                  <span class="narrow-only">${count(workflowCount, 'workflow')}</span>
                </div>
              </div>
            </div>
          </td>
          <td class="wide-only">${formatNumber(workflowCount)}</td>
          <td class="wide-only">${formatNumber(subFolderCount)}</td>
          <td class="wide-only">
            <time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time>
          </td>
          <td class="end">
            ${
              mayChange &&
              html`
                <${RowButton}
                  does="Rename"
                  what=${name}
                  icon="pencil"
                  onClick=${() => ask({ kind: 'rename', folder })}
                />
                <${RowButton} does="Move" what=${name} icon="arrow" onClick=${() => ask({ kind: 'move', folder })} />
              `
            }
            ${
              mayDelete &&
              html`<${RowButton}
                does="Delete"
                what=${name}
                icon="trash"
                onClick=${() => ask({ kind: 'delete', folder })}
              />`
            }
          </td>
        </tr>`
      })}
    </tbody>
  </table>`
}

interface ContentsProps {
  projectId: string
  folderId: string
}

/** The workflows of a folder. The API's own lists do not say in which folder a workflow is. */
function Contents({ projectId, folderId }: ContentsProps) {
  const { isOwner, round } = useInstance()
  const selection = useSelection()
  const found = useAnswer(
    async options => (isOwner ? loadWorkflows(projectId, folderId, options) : undefined),
    [isOwner, projectId, folderId],
    round,
  )
  const title = folderId === TOP ? 'Workflows outside all folders' : 'Workflows in it'
  return html`<section class="stack" aria-label=${title}>
    <h2>${title}</h2>
    ${
      isOwner === false
        ? html`<p class="quiet">
          The API lists no workflows by folder: the owner’s key sees them here. The table above has how many there are.
        </p>`
        : html`
          <${BulkActions} selection=${selection} />
          <${Answered} answer=${found} what="Loading the workflows">
            ${({ data, total }: { data: ListedWorkflow[]; total: number }) =>
              total === 0
                ? html`<p class="quiet">None.</p>`
                : html`
                  <div class="card table-card"><${WorkflowTable} workflows=${data} selection=${selection} /></div>
                  ${
                    total > data.length &&
                    html`<p class="quiet">The first ${data.length} of ${count(total, 'workflow')}, by name.</p>`
                  }
                `}
          <//>
        `
    }
  </section>`
}

const loadWorkflows = (projectId: string, parentFolderId: string, options: LoadOptions) =>
  call<{ data: ListedWorkflow[]; total: number }>(
    'GET',
    withQuery('/_control/overview/workflows', { projectId, parentFolderId, sortBy: 'name', limit: SHOWN_WORKFLOWS }),
    options,
  )

interface QuestionProps {
  asked: Asked
  projectId: string
  /** The folder that is open. */
  openId: string | undefined
  onClose: () => void
}

function Question({ asked, projectId, openId, onClose }: QuestionProps) {
  const path = foldersPath(projectId)
  if (asked.kind === 'create')
    return html`<${ActionDialog}
      title="New folder"
      confirm="Create folder"
      onClose=${onClose}
      sent=${(form: FormData) => [
        {
          method: 'POST',
          path,
          body: { name: form.get('name'), ...(openId === undefined ? {} : { parentFolderId: openId }) },
        },
      ]}
      success=${(form: FormData) => `Created “${form.get('name')}”.`}
    >
      <${NameField} maxlength="128" />
    <//>`
  const { kind, folder } = asked
  const one = `${path}/${encodeURIComponent(folder.id)}`
  if (kind === 'rename')
    return html`<${RenameDialog}
      what="folder"
      name=${folder.name}
      onClose=${onClose}
      sent=${(name: string) => [{ method: 'PATCH', path: one, body: { name } }]}
    />`
  if (kind === 'move')
    return html`<${ActionDialog}
      title=${`Move “${folder.name}”`}
      confirm="Move folder"
      says="Moves the folder with all that is in it."
      onClose=${onClose}
      sent=${(form: FormData) => [{ method: 'PATCH', path: one, body: { parentFolderId: form.get('folder') } }]}
      success=${() => `Moved “${folder.name}”.`}
    >
      <${FolderField}
        projectId=${projectId}
        label="Into"
        top="Outside all folders"
        except=${folder.id}
        value=${folder.parentFolderId}
      />
    <//>`
  return html`<${ActionDialog}
    title=${`Delete “${folder.name}”?`}
    confirm="Delete folder"
    danger
    says="What is in it moves where you say; else its workflows are archived and its folders deleted."
    onClose=${onClose}
    sent=${(form: FormData) => [{ method: 'DELETE', path: withQuery(one, { transferToFolderId: form.get('folder') }) }]}
    success=${() => `Deleted “${folder.name}”.`}
  >
    <${FolderField}
      projectId=${projectId}
      label="What is in it"
      top="Archive the workflows, delete the folders"
      topValue=""
      except=${folder.id}
    />
  <//>`
}
