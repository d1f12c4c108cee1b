import { recordsOf } from '../../core/base/is-record.ts'
import { boundedClosestName } from '../../core/model/closest-name.ts'
import type { Node } from '../../core/model/workflow.ts'
import { isKnownPackage, packageOf } from '../nodes/node-packages.ts'
import { namesTypes, typeProblems } from '../nodes/type-problem.ts'
import type { CheckContext } from './check.ts'
import type { Finding, PlacedWorkflow, Severity } from './finding.ts'
import { runsAnyVersion } from './parameters/node-catalogue.ts'
import type { NodeFacts } from './parameters/node-facts.ts'

/**
 * Types and versions of nodes that the version does not have, and types that name no package. Packages that are not
 * known are named once in each workflow: their nodes are not checked.
 */
export function checkNodeTypes(workflows: readonly PlacedWorkflow[], context: CheckContext): Finding[] {
  const problemOf = problemFinder(context)
  const own = new Set(withTools(context.ownNodes.facts).map(({ type }) => type))
  const isAllowed = (name: string | undefined) => name !== undefined && context.allowNodes.includes(name)
  return workflows.flatMap(({ workflow }, at) => {
    const nodes = recordsOf(workflow.nodes) as Node[]
    const findings: Finding[] = []
    const unknown = new Map<string, number[]>()
    for (const [number, node] of nodes.entries()) {
      const { name, type } = node
      const ofPackage = packageOf(type)
      if (isAllowed(type) || isAllowed(ofPackage)) continue
      const problem = problemOf(node)
      if (problem) findings.push(finding(at, `/nodes/${number}`, problem.severity, problem.message, name))
      else if (ofPackage !== undefined && !isKnownPackage(ofPackage) && !own.has(String(type)))
        unknown.set(ofPackage, [...(unknown.get(ofPackage) ?? []), number])
    }
    for (const [name, numbers] of unknown) {
      const [first = 0] = numbers
      const those = numbers.length === 1 ? 'its node is' : `its ${numbers.length} nodes are`
      const message = `the package ${JSON.stringify(name)} is not known: ${those} not checked, and the service has to have it`
      findings.push(finding(at, `/nodes/${first}`, 'note', message, nodes[first]?.name))
    }
    return findings
  })
}

const finding = (workflow: number, path: string, severity: Severity, message: string, node: unknown): Finding => ({
  workflow,
  path,
  ...(typeof node === 'string' ? { node } : {}),
  rule: 'node-type',
  severity,
  message,
})

/** With the types that agents use as tools. */
const withTools = (facts: readonly NodeFacts[]) =>
  facts.flatMap(one => (one.usableAsTool ? [one, { ...one, type: `${one.type}Tool` }] : [one]))

interface Problem {
  severity: Severity
  message: string
}

function problemFinder({ version, nodeTypes, ownNodes }: CheckContext): (node: Node) => Problem | undefined {
  const ofProject = Map.groupBy(withTools(ownNodes.facts), ({ type }) => type)
  const closest = boundedClosestName()
  const typeProblem = typeProblems(version, nodeTypes)
  // of the oldest version it is not known
  const saysVersioned = [...nodeTypes.values()].some(({ versioned }) => versioned)
  return ({ type, typeVersion }) => {
    if (typeof type !== 'string') return undefined
    const own = ofProject.get(type)
    if (own) return versionProblem(type, typeVersion, own, runsAnyVersion(own))
    const ofPackage = packageOf(type)
    if (ofPackage !== undefined && ownNodes.packages.has(ofPackage)) return missingType(type, ofPackage)
    const known = nodeTypes.get(type)
    if (known && !namesTypes(version)) return undefined
    if (known) return versionProblem(type, typeVersion, [known], saysVersioned ? !known.versioned : undefined)
    const message = typeProblem(type)
    return message === undefined ? undefined : { severity: 'fault', message }
  }

  function missingType(type: string, ofPackage: string): Problem {
    const near = closest(type, [...ofProject.keys()])
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    return { severity: 'fault', message: `${ofPackage} of the project has no node type ${JSON.stringify(type)}${hint}` }
  }

  /** @param runs whether the service runs the type for any version, where that is known */
  function versionProblem(
    type: string,
    typeVersion: unknown,
    known: readonly { versions: readonly number[] }[],
    runs: boolean | undefined,
  ): Problem | undefined {
    const versions = known.flatMap(one => one.versions).toSorted((a, b) => a - b)
    if (!typeVersion || versions.includes(typeVersion as number)) return undefined
    const where = ofProject.has(type) ? 'the project' : version.name
    const message = `${type} has no typeVersion ${typeVersion} in ${where}: it has ${versions.join(', ')}`
    if (runs === false) return { severity: 'fault', message }
    const how = runs ? 'It runs all the same' : 'It runs only if all versions have the same code'
    return { severity: 'warning', message: `${message}. ${how}` }
  }
}
