import { call, withQuery } from '../api.js'
import { formatAgo, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'
import { workflowPath } from '../workflow-text.js'
import { ActionDialog } from './action-dialog.js'
import { Pager } from './pager.js'
import { Answered } from './states.js'
import { VersionCompare } from './version-compare.js'

const PAGE = 50

/** The versions of a workflow, newest first: to compare, and to publish another. */
export function WorkflowVersions({ workflow, query }) {
  const { round, epoch } = useInstance()
  const { id } = workflow
  const pages = usePages(query, `versions ${id} ${epoch}`)
  const [asked, ask] = useState(undefined)
  const versions = useAnswer(
    options =>
      pages.load(cursor => call('GET', withQuery(`${workflowPath(id)}/history`, { limit: PAGE, cursor }), options)),
    [id, pages.wanted],
    round,
  )
  return html`<${Answered} answer=${versions} what="Loading the versions">
    ${({ data, nextCursor, page }) => html`<div class="stack">
      ${data.length > 1 && html`<${VersionCompare} workflowId=${id} versions=${data} />`}
      <div class="card table-card"><${Table} workflow=${workflow} versions=${data} ask=${ask} /></div>
      <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
    </div>
    ${asked && html`<${Publish} workflow=${workflow} version=${asked} onClose=${() => ask(undefined)} />`}`}
  <//>`
}

const Table = ({ workflow, versions, ask }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Version</th><th scope="col" class="wide-only">By</th><th scope="col">Made</th><th scope="col" class="end"><span class="sr-only">Actions</span></th></tr>
  </thead>
  <tbody>
    ${versions.map(version => {
      const { versionId, name, description, authors, createdAt } = version
      const isPublished = versionId === workflow.activeVersionId
      return html`<tr key=${versionId}>
        <td><div class="cell-main"><strong>${name || versionId.slice(0, 8)}</strong>
          <div class="cell-sub">
            ${versionId === workflow.versionId && html`<span class="badge status-running">Current</span>`}
            ${isPublished && html`<span class="badge status-success">Published</span>`}
            ${description && html`<span>${description}</span>`}<span>${versionId}</span>
          </div></div></td>
        <td class="wide-only"><div class="cell-main">${authors}</div></td>
        <td><time class="quiet" datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></td>
        <td class="end">${!isPublished && !workflow.isArchived && html`<button class="button is-small" aria-label=${`Publish ${versionId.slice(0, 8)}`} onClick=${() => ask(version)}>Publish</button>`}</td>
      </tr>`
    })}
  </tbody>
</table>`

const Publish = ({
  workflow,
  version,
  onClose,
}) => html`<${ActionDialog} title=${`Publish this version of “${workflow.name}”?`} confirm="Publish version" onClose=${onClose}
  says="It is the one that runs then. What is edited stays as it is."
  sent=${() => [{ method: 'POST', path: `${workflowPath(workflow.id)}/publish`, body: { versionId: version.versionId } }]}
  success=${() => `A version of “${workflow.name}” is published.`} />`
