import { badRequest } from '../../core/base/errors.ts'
import { loadNodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import type { Node } from '../../core/model/workflow.ts'
import { runsHere } from '../nodes/node-list.ts'

/** Versions of node types: of the instance, and those that load the other versions, the newest first. */
export interface KnownVersions {
  version: Version
  otherVersions: readonly (() => Promise<Version>)[]
}

/**
 * Refuses a workflow that was made with a newer service: what nodes of unknown versions do is unknown. Nodes that have a
 * mock do not run.
 *
 * @throws ApiError 400
 */
export async function refuseNewerNodes(
  nodes: readonly Node[],
  mocks: Readonly<Record<string, unknown>>,
  { version, otherVersions }: KnownVersions,
): Promise<void> {
  const running = nodes.filter(
    ({ name = '', type, disabled }) => disabled !== true && !Object.hasOwn(mocks, name) && runsHere(type),
  )
  const unknown = await newerThan(version, running)
  if (!unknown) return
  // runs are those of the newest version, in every version
  const [loadOther] = otherVersions
  const other = loadOther ? await newerThan(await loadOther(), running) : unknown
  if (!other) return
  const { node, latest, name } = other.latest > unknown.latest ? other : unknown
  throw badRequest(
    `run/workflow: the node ${JSON.stringify(node.name)} is of typeVersion ${node.typeVersion}, and ${name} has up to ` +
      `${latest} of ${node.type}: the workflow is of a newer version`,
  )
}

async function newerThan({ data, name }: Version, nodes: readonly Node[]) {
  const nodeTypes = await loadNodeTypes(data.nodeTypes)
  for (const node of nodes) {
    const latest = Math.max(...(nodeTypes.get(node.type ?? '')?.versions ?? []))
    if (Number.isFinite(latest) && typeof node.typeVersion === 'number' && node.typeVersion > latest)
      return { node, latest, name }
  }
  return undefined
}
