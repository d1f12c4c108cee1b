import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Fields } from '../fields.ts'

/**
 * A workflow with the graph of its published version as `published`, where that is not the current version and is known.
 *
 * @param versions the versions of all workflows, by their ids, where they stand apart
 */
export function withPublished(workflow: Fields, versions: ReadonlyMap<unknown, Fields> = new Map()): Fields {
  const { active, activeVersionId, versionId, activeVersion } = workflow
  if (active !== true) return workflow
  const given = isRecord(activeVersion) ? activeVersion : undefined
  const id = activeVersionId ?? given?.versionId
  if (id === undefined || id === null || id === versionId) return workflow
  const own = recordsOf(workflow.versions).find(version => version.versionId === id)
  const found = [given, own, versions.get(id)].find(version => Array.isArray(version?.nodes))
  return found ? { ...workflow, published: { nodes: found.nodes, connections: found.connections ?? {} } } : workflow
}
