import { recordsOf } from '../../core/base/is-record.ts'
import { boundedClosestName } from '../../core/model/closest-name.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { CheckContext } from './check.ts'
import type { Finding, PlacedWorkflow, Severity } from './finding.ts'
import { isKnownPackage, packageOf } from './node-packages.ts'

/**
 * Types and versions of nodes that the version does not have, and types that name no package. Packages that are not
 * known are named once in each workflow: their nodes are not checked.
 */
export function checkNodeTypes(workflows: readonly PlacedWorkflow[], context: CheckContext): Finding[] {
  const problemOf = problemFinder(context)
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
      else if (ofPackage !== undefined && !isKnownPackage(ofPackage))
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

interface Problem {
  severity: Severity
  message: string
}

const fault = (message: string): Problem => ({ severity: 'fault', message })

function problemFinder(context: CheckContext): (node: Node) => Problem | undefined {
  const { version, nodeTypes, oneImplementation } = context
  // the published reference names no types of nodes, nor versions of them
  const knowsTypes = version.writes.activationRules !== 'none'
  const names = [...nodeTypes.keys()]
  const closest = boundedClosestName()
  const hint = (meant: string | undefined) => (meant === undefined ? '' : `; did you mean ${meant}?`)
  return ({ type, typeVersion }) => {
    if (typeof type !== 'string' || type === '') return undefined
    const ofPackage = packageOf(type)
    const known = nodeTypes.get(type)
    if (known) return knowsTypes ? versionProblem(type, typeVersion, known.versions) : undefined
    if (ofPackage === undefined) {
      const short = type.replaceAll('.', '')
      const meant = KNOWN.map(name => `${name}.${short}`).find(name => nodeTypes.has(name)) ?? nearest(short)
      return fault(`the type ${JSON.stringify(type)} names no package${hint(meant)}`)
    }
    if (isKnownPackage(ofPackage)) {
      if (!knowsTypes) return undefined
      if (SWITCHED_OFF.includes(type))
        return fault(`${version.name} does not load ${type}, unless its NODES_EXCLUDE is changed: then allow the node`)
      return fault(`${version.name} has no node type ${JSON.stringify(type)}${hint(closest(type, names))}`)
    }
    const other = misspelt(ofPackage, type.slice(ofPackage.length + 1))
    return other === undefined ? undefined : fault(`there is no node type ${JSON.stringify(type)}${hint(other)}`)
  }

  function versionProblem(type: string, typeVersion: unknown, versions: readonly number[]): Problem | undefined {
    if (typeVersion === undefined || versions.includes(typeVersion as number)) return undefined
    const message = `${type} has no typeVersion ${typeVersion} in ${version.name}: it has ${versions.join(', ')}`
    // an only implementation runs for any version
    return oneImplementation.has(type)
      ? { severity: 'warning', message: `${message}. It runs all the same` }
      : fault(message)
  }

  function nearest(short: string): string | undefined {
    const shorts = names.map(name => name.slice(name.lastIndexOf('.') + 1))
    const near = closest(short, shorts)
    return near === undefined ? undefined : names[shorts.indexOf(near)]
  }

  /** The type that a known package has by this name, where the name of the package is nearly that. */
  function misspelt(ofPackage: string, short: string): string | undefined {
    const unscoped = ofPackage.replace(/^@[^/]*\//, '')
    const isUnscoped = unscoped === ofPackage
    const meant = KNOWN.find(
      name =>
        nodeTypes.has(`${name}.${short}`) &&
        (isUnscoped ? closest(unscoped, [name.replace(/^@[^/]*\//, '')]) : closest(ofPackage, [name])) !== undefined,
    )
    return meant === undefined ? undefined : `${meant}.${short}`
  }
}

/** Nodes that the newest versions have, and exclude where nothing else is set. */
const SWITCHED_OFF = ['n8n-nodes-base.executeCommand', 'n8n-nodes-base.localFileTrigger']

const KNOWN = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']
