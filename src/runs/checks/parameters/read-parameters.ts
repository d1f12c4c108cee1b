import { hasImplementation, loadNodeTypes } from '../../../core/features/workflows/node-types.ts'
import type { Version } from '../../../core/http/version.ts'
import { boundedClosestName } from '../../../core/model/closest-name.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { DescribedNode } from '../../engine/job.ts'
import { checkValues } from './check-values.ts'
import { isOfSubNodes, KnownNode } from './known-workflow.ts'
import { loadCatalogue } from './node-catalogue.ts'
import type { NodeFacts } from './node-facts.ts'
import { parametersOf, readParametersOf } from './node-values.ts'
import { isShown, type Values } from './shown.ts'

/**
 * The parameters of a node, without those that a version's type does not read beside the others; `undefined` where the
 * version does not know the type.
 *
 * @example
 * await readParameters({ type: 'n8n-nodes-base.slack', typeVersion: 2.3, parameters: { text: 'Hi', blocksUi: '' } }, version)
 * // { text: 'Hi' }
 */
export async function readParameters(node: DescribedNode, version: Version): Promise<Values | undefined> {
  const { typeVersion = 1 } = node
  const facts = await factsOf(node, version)
  return facts && readParametersOf(node, facts, typeVersion)
}

/** What a version knows of the type of a node. */
async function factsOf({ type, typeVersion = 1 }: DescribedNode, { data }: Version): Promise<NodeFacts | undefined> {
  const catalogue = await loadCatalogue(data.nodeParameters)
  return typeof type === 'string' ? catalogue?.of(type, typeVersion) : undefined
}

/** Parameters that hold the type of a credential. */
const CREDENTIAL_TYPE_PARAMETERS = ['nodeCredentialType', 'genericAuthType']

/**
 * The types of the credentials that a node takes with its parameters; `undefined` where an expression decides, and where
 * the version does not know the type.
 *
 * @example
 * await takenCredentials({ type: 'n8n-nodes-base.jwt', parameters: {} }, version) // ['jwtAuth']
 */
export async function takenCredentials(node: DescribedNode, version: Version): Promise<readonly string[] | undefined> {
  const { typeVersion = 1 } = node
  const facts = await factsOf(node, version)
  if (!facts) return undefined
  const { values } = parametersOf(node, facts, typeVersion)
  const around = { type: facts.type, version: typeVersion, root: values }
  const taken = (facts.credentials ?? []).filter(credential => isShown(credential, values, around))
  const read = readParametersOf(node, facts, typeVersion)
  const named = CREDENTIAL_TYPE_PARAMETERS.map(name => read[name]).filter(value => typeof value === 'string')
  if (named.some(value => value.startsWith('='))) return undefined
  return [...taken.map(({ name }) => name), ...named]
}

const faults = new WeakMap<Node, readonly string[]>()

/**
 * Why a version runs no workflow with a node: a typeVersion that it has no code for, parameters that are missing or have a
 * value that it refuses. None where the version does not know the type.
 *
 * @example
 * await parameterFaults({ name: 'Slack', type: 'n8n-nodes-base.slack', typeVersion: 2.3, parameters: {} }, version)
 * // ['"Slack" needs the parameter "select", which is missing or empty']
 */
export async function parameterFaults(node: Node, version: Version): Promise<readonly string[]> {
  const known = faults.get(node)
  if (known) return known
  const { name = '', type, typeVersion = 1, parameters = {} } = node
  const catalogue = await loadCatalogue(version.data.nodeParameters)
  if (!catalogue || typeof type !== 'string') return []
  const nodeType = (await loadNodeTypes(version.data.nodeTypes)).get(type)
  if (nodeType && !hasImplementation(nodeType, node.typeVersion)) {
    const versions = nodeType.versions.toSorted((a, b) => a - b).join(', ')
    const missing = [`${type} has no typeVersion ${typeVersion} in ${version.name}: it has ${versions}`]
    faults.set(node, missing)
    return missing
  }
  const facts = catalogue.of(type, typeVersion)
  const described = new KnownNode(
    { ...node, name, type, parameters },
    { number: 0, facts, isSubNode: isOfSubNodes(facts) },
  )
  const found = checkValues(described, { catalogue, closest: boundedClosestName() })
    .filter(({ severity }) => severity === 'fault')
    .map(({ message }) => message)
  faults.set(node, found)
  return found
}
