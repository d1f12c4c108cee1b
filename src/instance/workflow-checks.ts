import { isRecord, recordsOf } from '../base/is-record.ts'
import { isZone } from '../base/zone.ts'
import { loadNodeTypes, type NodeTypes } from '../features/workflows/node-types.ts'
import { structureFindings } from '../features/workflows/structure.ts'
import type { Version } from '../http/version.ts'
import { closestName } from '../model/closest-name.ts'
import { listWebhooks, webhookKey } from '../model/webhooks.ts'
import type { Connections, Node } from '../model/workflow.ts'
import type { FixtureSource } from '../seeding/fixture-files.ts'
import { loadVersion } from '../versions/versions.ts'
import { type Finding, type PlacedWorkflow, tryWorkflows } from './try-workflows.ts'

/** What checks are made with. */
interface CheckContext {
  version: Version
  nodeTypes: NodeTypes
}

/** Finds in all workflows of the files what no service says when it creates or activates one. */
type Check = (workflows: readonly PlacedWorkflow[], context: CheckContext) => Finding[]

/** Further checks are added here, and taken out of what is not checked. */
const CHECKS: readonly Check[] = [findStructure, findNodeTypes, findTimeZones, findWebhooks]

/** What remains unchecked, for the last line of the command. */
export const NOT_CHECKED = 'expressions, code, and the data of credentials'

/**
 * What is wrong with the workflows of fixtures in a version: what it refuses, then what it does not look at, each
 * workflow in its turn.
 *
 * @throws ApiError for an invalid fixture
 * @example
 * await validateWorkflows(VERSION_NAMES[0], sources, placedWorkflows(sources))
 */
export async function validateWorkflows(
  name: string,
  sources: readonly FixtureSource[],
  workflows: readonly PlacedWorkflow[],
): Promise<Finding[]> {
  const version = await loadVersion(name)
  const context = { version, nodeTypes: await loadNodeTypes(version.data.nodeTypes) }
  const findings = [
    ...(await tryWorkflows(version, sources, workflows)),
    ...CHECKS.flatMap(check => check(workflows, context)),
  ]
  const order = new Map(workflows.map(({ place }, at) => [place, at]))
  return findings.sort((a, b) => (order.get(a.place) ?? 0) - (order.get(b.place) ?? 0))
}

/** Ids and names twice, connections to nobody, nodes without a position: of versions that save those. */
function findStructure(workflows: readonly PlacedWorkflow[], { version }: CheckContext): Finding[] {
  if (version.writes.checksStructure) return []
  return workflows.flatMap(({ place, workflow }) =>
    structureFindings(nodesOf(workflow), (workflow.connections ?? {}) as Connections).map(text => ({
      place,
      says: `${text} (${version.name} saves it all the same)`,
      isFault: true,
    })),
  )
}

/** The packages of nodes whose types are all known. */
const KNOWN_PACKAGE = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./

function findNodeTypes(workflows: readonly PlacedWorkflow[], { version, nodeTypes }: CheckContext): Finding[] {
  const names = [...nodeTypes.keys()]
  return eachNode(workflows, ({ type, typeVersion }) => {
    if (typeof type !== 'string') return undefined
    const known = nodeTypes.get(type)
    if (known) {
      const isKnown = typeVersion === undefined || known.versions.includes(typeVersion)
      return isKnown
        ? undefined
        : `${type} has no typeVersion ${typeVersion} in ${version.name}: ${listed(known.versions)}`
    }
    if (!KNOWN_PACKAGE.test(type)) return undefined
    const meant = closestName(type, names)
    return `${version.name} has no node type ${JSON.stringify(type)}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  })
}

const listed = (versions: readonly number[]) => `it has ${versions.join(', ')}`

function findTimeZones(workflows: readonly PlacedWorkflow[]): Finding[] {
  return workflows.flatMap(({ place, workflow }) => {
    const zone = isRecord(workflow.settings) ? workflow.settings.timezone : undefined
    if (typeof zone !== 'string' || zone === 'DEFAULT' || isZone(zone)) return []
    return [{ place, says: `/settings/timezone: there is no time zone ${JSON.stringify(zone)}`, isFault: true }]
  })
}

/** Two workflows with one webhook: a fault where both are active. */
function findWebhooks(workflows: readonly PlacedWorkflow[]): Finding[] {
  const first = new Map<string, PlacedWorkflow>()
  const findings: Finding[] = []
  for (const one of workflows) {
    for (const webhook of listWebhooks({ nodes: nodesOf(one.workflow) })) {
      const key = webhookKey(webhook)
      const other = first.get(key)
      if (!other) first.set(key, one)
      else if (other !== one) {
        const isFault = one.workflow.active === true && other.workflow.active === true
        const both = isFault ? 'both are active' : 'only one of them can be active'
        findings.push({
          place: one.place,
          says: `${other.place} has the same webhook, ${webhook.method} /${webhook.path}; ${both}`,
          isFault,
        })
      }
    }
  }
  return findings
}

const nodesOf = ({ nodes }: PlacedWorkflow['workflow']) => recordsOf(nodes) as Node[]

const eachNode = (workflows: readonly PlacedWorkflow[], faultOf: (node: Node) => string | undefined): Finding[] =>
  workflows.flatMap(({ place, workflow }) =>
    nodesOf(workflow).flatMap((node, at) => {
      const fault = faultOf(node)
      return fault === undefined ? [] : [{ place, says: `/nodes/${at}: ${fault}`, isFault: true }]
    }),
  )
