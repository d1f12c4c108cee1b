import type { ApiError } from '../../base/errors.ts'
import type { Connections, Node } from '../../model/workflow.ts'
import { type ActivationRequirements, type Parameter, requirementsOf } from './activation-requirements.ts'
import { eachConnection } from './connections.ts'
import { configurationFindings, workflowRefusals } from './refusals.ts'
import { isShown, withDefaults } from './shown-parameters.ts'

export interface ConfigurationContext {
  requirements: ActivationRequirements
  /** Whether a node can itself start a workflow. */
  starts(node: Node): boolean
}

/** The most nodes that are checked: each takes up to a tenth of a millisecond. */
const MOST_NODES = 1000

/**
 * What keeps a workflow from being published although it can start: a 400. `undefined` if nothing does.
 * Every enabled node is looked at that is connected to another or can itself start the workflow.
 */
export function configurationRefusal(
  nodes: readonly Node[],
  connections: Connections,
  { requirements, starts }: ConfigurationContext,
): ApiError | undefined {
  const connected = connectedNames(connections)
  const issues = nodes
    .filter(node => node.disabled !== true && (connected.has(node.name ?? '') || starts(node)))
    .slice(0, MOST_NODES)
    .map(node => ({ node, findings: nodeFindings(node, requirements) }))
    .filter(({ findings }) => findings.length > 0)
    .map(({ node, findings }) => ({ node: node.name, findings }))
  return issues.length > 0 ? workflowRefusals.nodesNotConfigured(issues) : undefined
}

function connectedNames(connections: Connections): Set<string> {
  const names = new Set<string>()
  eachConnection(connections, (source, { node }) => names.add(source).add(node))
  return names
}

function nodeFindings(node: Node, requirements: ActivationRequirements): string[] {
  const groups = requirements.get(node.type ?? '')
  const needed = groups && requirementsOf(groups, node.typeVersion)
  if (!needed) return []
  const { credentials = [], parameters = [] } = needed
  const values = withDefaults(node, parameters)
  const wrong = credentials
    .filter(credential => isShown(credential, node, values))
    .flatMap(({ name, displayName = name }) => credentialFinding(node.credentials?.[name], displayName) ?? [])
  const empty = parameters.filter(
    parameter => parameter.required && isShown(parameter, node, values) && isEmpty(parameter, values[parameter.name]),
  )
  const names = [...new Set(empty.map(({ name }) => name))]
  return names.length > 0 ? [...wrong, configurationFindings.parameters(names)] : wrong
}

function credentialFinding(given: unknown, name: string): string | undefined {
  if (given === undefined || given === null) return configurationFindings.credentialMissing(name)
  if (typeof given !== 'object' || !('id' in given) || !given.id)
    return configurationFindings.credentialNotConfigured(name)
}

/** The types whose value may stand inside an object. */
const LOCATORS = ['resourceLocator', 'workflowSelector', 'agentSelector']

const NEVER_EMPTY = ['collection', 'fixedCollection', 'resourceMapper', 'boolean']

function isEmpty({ type = 'string' }: Parameter, value: unknown): boolean {
  if (NEVER_EMPTY.includes(type)) return false
  if (type === 'multiOptions' && Array.isArray(value)) return value.length === 0
  const isLocated = LOCATORS.includes(type) && typeof value === 'object' && value !== null
  const inner = isLocated ? (value as { value?: unknown }).value : value
  return inner === undefined || inner === null || inner === ''
}
