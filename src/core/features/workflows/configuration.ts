import type { ApiError } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import type { Connections, Node } from '../../model/workflow.ts'
import { type ActivationRequirements, groupsOf, type Parameter, requirementsOf } from './activation-requirements.ts'
import { eachConnection } from './connections.ts'
import { configurationFindings, workflowRefusals } from './refusals.ts'
import { isShown, withDefaults } from './shown-parameters.ts'

export interface ConfigurationContext {
  requirements: ActivationRequirements
  /** Whether a node can itself start a workflow. */
  starts(node: Node): boolean
}

/** The most nodes that are checked: each takes up to a tenth of a millisecond. */
const MAX_NODES = 1000

/**
 * Why a workflow cannot be published although it can start: a 400. `undefined` if it can.
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
    .slice(0, MAX_NODES)
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
  const needed = requirementsOf(groupsOf(requirements, node.type ?? ''), node.typeVersion)
  if (!needed) return []
  const { credentials = [], parameters = [] } = needed
  const values = withDefaults(node, parameters)
  const wrong = credentials
    .filter(credential => isShown(credential, node, values))
    .flatMap(({ name, displayName = name }) => credentialFinding(node.credentials?.[name], displayName) ?? [])
  const names = [...new Set(parameters.flatMap(parameter => unfitNames(parameter, node, values)))]
  return names.length > 0 ? [...wrong, configurationFindings.parameters(names)] : wrong
}

/** The name of a parameter that is not as it has to be, and of those in its entries. */
function unfitNames(parameter: Parameter, node: Node, values: Record<string, unknown>): string[] {
  const { name, lists } = parameter
  const value = values[name]
  if (!fitsPattern(parameter, value)) return [name]
  if (!isShown(parameter, node, values)) return []
  if (lists) return namesInEntries(parameter, node, values)
  return lacks(parameter, value) || !fitsMode(parameter, value) ? [name] : []
}

/** The most entries of a collection that are looked at. */
const MAX_ENTRIES = 1000

/** In the entries of a collection conditions look at the parameters of the entry, and beyond it where these have none. */
function namesInEntries(
  { name, lists = {}, multiple = false }: Parameter,
  node: Node,
  values: Record<string, unknown>,
) {
  const given = values[name]
  if (!isRecord(given)) return []
  return Object.entries(lists).flatMap(([list, parameters]) => {
    const value = given[list]
    const entries = multiple ? (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []) : [value]
    return entries.flatMap(entry => {
      if (entry === undefined) return []
      // what is no entry has nothing that is asked for, no default either
      const own = isRecord(entry) ? withDefaults({ ...node, parameters: entry }, parameters) : {}
      const all = Object.assign(Object.create(null), values, own)
      return parameters.flatMap(parameter => unfitNames(parameter, node, all))
    })
  })
}

function credentialFinding(given: unknown, name: string): string | undefined {
  if (given === undefined || given === null) return configurationFindings.credentialMissing(name)
  if (typeof given !== 'object' || !('id' in given) || !given.id)
    return configurationFindings.credentialNotConfigured(name)
}

const TEXTS = ['string', 'options', 'dateTime']

/** The types whose value may stand inside an object. */
const LOCATORS = ['resourceLocator', 'workflowSelector', 'agentSelector']

/** Whether a parameter that is shown is required and empty, or has too few items. Values of other types never are. */
function lacks({ type = 'string', required, least }: Parameter, value: unknown): boolean {
  if (least) return least.of.some(list => itemsOf(value, list) < least.items)
  if (!required) return false
  if (type === 'multiOptions') return Array.isArray(value) && value.length === 0
  if (TEXTS.includes(type)) return isBlank(value)
  if (!LOCATORS.includes(type)) return false
  const isLocated = typeof value === 'object' && value !== null
  return isBlank(isLocated ? (value as { value?: unknown }).value : value)
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function itemsOf(value: unknown, list: string): number {
  const items = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[list] : undefined
  return Array.isArray(items) ? items.length : 0
}

function fitsPattern({ pattern }: Parameter, value: unknown): boolean {
  if (pattern === undefined || value === undefined) return true
  const text = String(value)
  return text.startsWith('=') || new RegExp(pattern).test(text)
}

/** Longer values of locators are taken as they are: the time of some patterns grows with the square of the length. */
const LONGEST_CHECKED = 200

/** Whether the value of a locator looks as its mode asks for. */
function fitsMode({ modes }: Parameter, locator: unknown): boolean {
  if (!modes || !isRecord(locator) || !locator.__rl || !('value' in locator)) return true
  const { mode, value } = locator
  if (typeof mode !== 'string' || !Object.hasOwn(modes, mode)) return true
  const text = String(value ?? '')
  if (text.startsWith('=') || text.length > LONGEST_CHECKED) return true
  return new RegExp(`^${modes[mode]}$`).test(text)
}
