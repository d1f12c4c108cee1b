import { badRequest } from '../../core/base/errors.ts'
import { loadNodeTypes, type NodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import type { Node } from '../../core/model/workflow.ts'
import { runsHere } from '../nodes/node-list.ts'

/** Versions of node types: of the instance, and of the newest version. */
export interface KnownVersions {
  version: Version
  loadNewest(): Promise<Version>
}

/**
 * Refuses a workflow of which it is not known what its nodes do: made with a newer service, in a version without code, or
 * without a version. Nodes that have a mock do not run.
 *
 * @throws ApiError 400
 */
export async function refuseUnknownVersions(
  nodes: readonly Node[],
  mocks: Readonly<Record<string, unknown>>,
  { version, loadNewest }: KnownVersions,
): Promise<void> {
  const own = await typesOf(version)
  // runs are those of the newest version, in every version
  const newest = await typesOf(await loadNewest())
  for (const { name = '', type = '', typeVersion, disabled } of nodes) {
    if (disabled === true || Object.hasOwn(mocks, name) || !runsHere(type)) continue
    const known = own.types.get(type)
    if (!known) continue
    const problem = versionProblem(type, typeVersion, [own, newest])
    if (problem !== undefined) throw badRequest(`run/workflow: the node ${JSON.stringify(name)} ${problem}`)
  }
}

interface TypesOfVersion {
  name: string
  types: NodeTypes
}

const typesOf = async ({ name, data }: Version): Promise<TypesOfVersion> => ({
  name,
  types: await loadNodeTypes(data.nodeTypes),
})

function versionProblem(type: string, typeVersion: unknown, [own, newest]: [TypesOfVersion, TypesOfVersion]) {
  const before = own.types.get(type)?.versions ?? []
  const known = newest.types.get(type)
  const all = [...before, ...(known?.versions ?? [])]
  if (all.includes(Number(typeVersion))) return undefined
  const versions = [...new Set(all)].toSorted((a, b) => a - b)
  // what has one version has nothing that belongs to a version
  if (versions.length < 2) return undefined
  const listed = versions.join(', ')
  if (!typeVersion)
    return `has no typeVersion: the service runs its newest code without the parameters of any version. Write one of ${listed}`
  const latest = Math.max(...versions)
  if (Number(typeVersion) > latest) {
    const name = latest > Math.max(...before) ? newest.name : own.name
    return `is of typeVersion ${typeVersion}, and ${name} has up to ${latest} of ${type}: the workflow is of a newer version`
  }
  return known?.versioned
    ? `is of typeVersion ${typeVersion}, which ${type} does not have: it has ${listed}`
    : undefined
}
