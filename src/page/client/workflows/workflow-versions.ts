import { html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Drawable, List, Node, Workflow, WorkflowVersion } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath } from '../instance/workflow-text.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime, formatShort } from '../parts/format.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered } from '../parts/states.ts'
import { CompareForm } from '../state/compare.ts'

const PAGE = 50

/** The versions of a workflow, newest first: to compare, and to publish another. */
export function WorkflowVersions({ workflow, query }: { workflow: Workflow; query: URLSearchParams }) {
  const { round, epoch } = useInstance()
  const { id } = workflow
  const pages = usePages(query, `versions ${id} ${epoch}`)
  const [asked, ask] = useState<WorkflowVersion | undefined>(undefined)
  const versions = useAnswer(
    options =>
      pages.load(cursor =>
        call<List<WorkflowVersion>>('GET', withQuery(`${workflowPath(id)}/history`, { limit: PAGE, cursor }), options),
      ),
    [id, pages.wanted],
    round,
  )
  return html`<${Answered} answer=${versions} what="Loading the versions">
    ${({ data, nextCursor, page }: List<WorkflowVersion> & { page: number }) => html`
      <div class="stack">
        ${data.length > 1 && html`<${VersionCompare} workflowId=${id} versions=${data} />`}
        <div class="card table-card"><${Table} workflow=${workflow} versions=${data} ask=${ask} /></div>
        <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
      </div>
      ${asked && html`<${Publish} workflow=${workflow} version=${asked} onClose=${() => ask(undefined)} />`}
    `}
  <//>`
}

interface TableProps {
  workflow: Workflow
  versions: WorkflowVersion[]
  ask: (version: WorkflowVersion) => void
}

const Table = ({ workflow, versions, ask }: TableProps) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Version</th>
      <th scope="col" class="wide-only">By</th>
      <th scope="col">Created</th>
      <th scope="col" class="end"><span class="sr-only">Actions</span></th>
    </tr>
  </thead>
  <tbody>
    ${versions.map(version => {
      const { versionId, name, description, authors, createdAt } = version
      const isPublished = versionId === workflow.activeVersionId
      return html`<tr key=${versionId}>
        <td>
          <div class="cell-main">
            <strong>${name || versionId.slice(0, 8)}</strong>
            <div class="cell-sub">
              ${versionId === workflow.versionId && html`<span class="badge status-running">Current</span>`}
              ${isPublished && html`<span class="badge status-success">Published</span>`}
              ${description && html`<span>${description}</span>`}
              <span>${versionId}</span>
            </div>
          </div>
        </td>
        <td class="wide-only"><div class="cell-main">${authors}</div></td>
        <td>
          <time class="quiet" datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time>
        </td>
        <td class="end">
          ${
            !isPublished &&
            !workflow.isArchived &&
            html`<button
              class="button is-small"
              aria-label=${`Publish ${versionId.slice(0, 8)}`}
              onClick=${() => ask(version)}
            >Publish</button>`
          }
        </td>
      </tr>`
    })}
  </tbody>
</table>`

interface PublishProps {
  workflow: Workflow
  version: WorkflowVersion
  onClose: () => void
}

const Publish = ({ workflow, version, onClose }: PublishProps) => html`<${ActionDialog}
  title=${`Publish this version of “${workflow.name}”?`}
  confirm="Publish version"
  onClose=${onClose}
  says="This version runs from now on. The edited one does not change."
  sent=${() => [{ method: 'POST', path: `${workflowPath(workflow.id)}/publish`, body: { versionId: version.versionId } }]}
  success=${() => `Published a version of “${workflow.name}”.`}
/>`

/** Compares two versions of a workflow: to begin with, the newest and the one before. */
function VersionCompare({ workflowId, versions }: { workflowId: string; versions: WorkflowVersion[] }) {
  const load = async (id: string) =>
    versionParts(await call<Drawable>('GET', `${workflowPath(workflowId)}/versions/${encodeURIComponent(id)}`))
  // what is chosen stays chosen when there is another version
  const [[newest, before]] = useState(versions)
  const options = (chosen: WorkflowVersion | undefined) =>
    versions.map(
      ({ versionId, name, createdAt }) =>
        html`<option key=${versionId} value=${versionId} selected=${versionId === chosen?.versionId}>
          ${name || formatShort(createdAt)} · ${versionId.slice(0, 8)}
        </option>`,
    )
  return html`<${CompareForm}
    title="What changed between two"
    first=${options(before)}
    second=${options(newest)}
    load=${load}
  />`
}

/**
 * A version of a workflow as records to compare: its nodes, and where each of them leads. A node is the same one by its id,
 * so that a new name is a change; by its name where no other node has it.
 */
export function versionParts({ nodes, connections }: Drawable) {
  const ids = new Set<string>()
  const nodesWithId = (Array.isArray(nodes) ? nodes : []).map((node: Partial<Node> | null, at) => {
    const { id, name } = node ?? {}
    const wanted = typeof id === 'string' ? id : String(name)
    const own = ids.has(wanted) ? `${wanted} ${at}` : wanted
    ids.add(own)
    return { ...node, id: own }
  })
  const links = Object.entries(connections ?? {}).map(([id, to]) => ({ id, to }))
  return { nodes: nodesWithId, connections: links }
}
