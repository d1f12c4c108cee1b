import { call } from '../api.js'
import { formatShort } from '../format.js'
import { html, useState } from '../html.js'
import { versionParts } from '../version-parts.js'
import { workflowPath } from '../workflow-text.js'
import { CompareForm } from './compare-form.js'

/** Compares two versions of a workflow: to begin with, the newest and the one before. */
export function VersionCompare({ workflowId, versions }) {
  const load = async id =>
    versionParts(await call('GET', `${workflowPath(workflowId)}/versions/${encodeURIComponent(id)}`))
  // what is chosen stays chosen when there is another version
  const [[newest, before]] = useState(versions)
  const options = chosen =>
    versions.map(
      ({ versionId, name, createdAt }) =>
        html`<option key=${versionId} value=${versionId} selected=${versionId === chosen.versionId}>${name || formatShort(createdAt)} · ${versionId.slice(0, 8)}</option>`,
    )
  return html`<${CompareForm} title="What changed between two" first=${options(before)} second=${options(newest)} load=${load} />`
}
