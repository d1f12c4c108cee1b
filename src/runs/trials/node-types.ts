import { badRequest } from '../../core/base/errors.ts'
import { loadNodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import type { Node } from '../../core/model/workflow.ts'
import { isKnownPackage, packageOf } from '../nodes/node-packages.ts'
import { typeProblems } from '../nodes/type-problem.ts'

/**
 * Refuses nodes of types that the version does not have: the service runs no workflow with one, and a mock would hide it.
 *
 * @param allowNodes packages and types of nodes that are taken as they are
 * @throws ApiError 400, also for a type that is not a text
 */
export async function refuseUnknownTypes(nodes: readonly Node[], allowNodes: readonly string[], version: Version) {
  const problemOf = typeProblems(version, await loadNodeTypes(version.data.nodeTypes))
  for (const { name, type = '', disabled } of nodes) {
    if (typeof type !== 'string')
      throw badRequest(`run/workflow: the type of the node ${JSON.stringify(name)} must be string`)
    if (disabled === true || isAllowed(type, allowNodes)) continue
    const problem = problemOf(type)
    if (problem !== undefined) throw badRequest(`run/workflow: the node ${JSON.stringify(name)}: ${problem}`)
  }
}

/** A note for each package of nodes that is neither known nor allowed: the service has to have it. */
export function unknownPackages(nodes: readonly Node[], allowNodes: readonly string[]): string[] {
  const packages = nodes.flatMap(({ type = '', disabled }) => {
    const name = packageOf(type)
    return disabled === true || name === undefined || isKnownPackage(name) || isAllowed(type, allowNodes) ? [] : [name]
  })
  return [...new Set(packages)].map(
    name =>
      `the package ${JSON.stringify(name)} is not known: the service has to have it (allowNodes says that it has)`,
  )
}

const isAllowed = (type: string, allowNodes: readonly string[]) =>
  allowNodes.includes(type) || allowNodes.includes(packageOf(type) ?? '')
