import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { isZone } from '../../core/base/zone.ts'
import { loadNodeTypes, type NodeTypes } from '../../core/features/workflows/node-types.ts'
import { structureFindings } from '../../core/features/workflows/structure.ts'
import type { Version } from '../../core/http/version.ts'
import { boundedClosestName } from '../../core/model/closest-name.ts'
import { listWebhooks, webhookKey } from '../../core/model/webhooks.ts'
import type { Connections, Node } from '../../core/model/workflow.ts'
import type { FixtureSource } from '../../core/seeding/fixture-files.ts'
import { checkAcceptance, type StartInMemory } from './acceptance-checks.ts'
import { checkExpressions } from './expression-checks.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'
import { checkGraph } from './graph-checks.ts'
import { checkCalls } from './parameters/check-calls.ts'
import { checkParameters } from './parameters/check-parameters.ts'
import { loadCatalogue } from './parameters/node-catalogue.ts'

/** What checks are made with. */
interface CheckContext {
  version: Version
  nodeTypes: NodeTypes
  /** The workflows that the version does not create. */
  refused: ReadonlySet<number>
}

/** Finds in all workflows what no service says when it creates or activates one. */
type Check = (workflows: readonly PlacedWorkflow[], context: CheckContext) => Finding[] | Promise<Finding[]>

/** Further checks are added here, and taken out of what is not checked. */
const CHECKS_OF_ANY_VERSION: readonly Check[] = [
  findTimeZones,
  findWebhooks,
  checkExpressions,
  (workflows, { nodeTypes }) => workflows.flatMap((one, at) => checkGraph(one, at, nodeTypes)),
]
const CHECKS: readonly Check[] = [findStructure, findNodeTypes, findParameters, ...CHECKS_OF_ANY_VERSION]

/** What remains unchecked, for the last line of the command. */
export const NOT_CHECKED = 'what expressions and code do when they run, Python, and the data of credentials'

/**
 * What is wrong with the workflows of fixtures in a version: what it refuses, then what it does not look at, each
 * workflow in its turn.
 *
 * @throws ApiError for an invalid fixture
 * @example
 * await validateWorkflows(await loadVersion(name), sources, { workflows: placedWorkflows(sources), startInMemory })
 */
export async function validateWorkflows(
  version: Version,
  sources: readonly FixtureSource[],
  { workflows, startInMemory }: { workflows: readonly PlacedWorkflow[]; startInMemory: StartInMemory },
): Promise<Finding[]> {
  const findings = await checkAcceptance(version, sources, { workflows, startInMemory })
  const refused = new Set(findings.filter(({ rule }) => rule === 'creation').map(({ workflow }) => workflow))
  const context = { version, nodeTypes: await loadNodeTypes(version.data.nodeTypes), refused }
  for (const check of CHECKS) findings.push(...(await check(workflows, context)))
  return inOrder(findings)
}

/** What needs no version that creates and activates: of workflows of which none is known. */
export async function checkWorkflows(version: Version, workflows: readonly PlacedWorkflow[]): Promise<Finding[]> {
  const context = { version, nodeTypes: await loadNodeTypes(version.data.nodeTypes), refused: new Set<number>() }
  const findings: Finding[] = []
  for (const check of CHECKS_OF_ANY_VERSION) findings.push(...(await check(workflows, context)))
  return inOrder(findings)
}

const inOrder = (findings: Finding[]) => findings.sort((a, b) => a.workflow - b.workflow)

/** Ids and names twice, connections to missing nodes, nodes without a position: of versions that save those. */
function findStructure(workflows: readonly PlacedWorkflow[], { version, refused }: CheckContext): Finding[] {
  if (version.writes.checksStructure) return []
  return workflows.flatMap(({ workflow }, at) =>
    (refused.has(at) ? [] : structureFindings(nodesOf(workflow), (workflow.connections ?? {}) as Connections)).map(
      text => ({
        workflow: at,
        path: '',
        rule: 'structure' as const,
        severity: 'fault' as const,
        message: `${text} (${version.name} saves it all the same)`,
      }),
    ),
  )
}

/** The packages of nodes whose types are all known. */
const KNOWN_PACKAGE = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./

function findNodeTypes(workflows: readonly PlacedWorkflow[], { version, nodeTypes }: CheckContext): Finding[] {
  const names = [...nodeTypes.keys()]
  const closest = boundedClosestName()
  const faultOf = ({ type, typeVersion }: Node) => {
    if (typeof type !== 'string') return undefined
    const known = nodeTypes.get(type)
    if (known) {
      const isKnown = typeVersion === undefined || known.versions.includes(typeVersion)
      return isKnown
        ? undefined
        : `${type} has no typeVersion ${typeVersion} in ${version.name}: ${listed(known.versions)}`
    }
    if (!KNOWN_PACKAGE.test(type)) return undefined
    const meant = closest(type, names)
    return `${version.name} has no node type ${JSON.stringify(type)}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  }
  return workflows.flatMap(({ workflow }, at) =>
    nodesOf(workflow).flatMap((node, number) => {
      const message = faultOf(node)
      if (message === undefined) return []
      const place = {
        workflow: at,
        path: `/nodes/${number}`,
        ...(typeof node.name === 'string' ? { node: node.name } : {}),
      }
      return [{ ...place, rule: 'node-type' as const, severity: 'fault' as const, message }]
    }),
  )
}

/** Parameters, ports and what nodes hand on, in versions of which these are known. */
async function findParameters(workflows: readonly PlacedWorkflow[], { version }: CheckContext): Promise<Finding[]> {
  const catalogue = await loadCatalogue(version.data.nodeParameters)
  if (!catalogue) return []
  const ofEach = workflows.flatMap(({ workflow }, at) =>
    checkParameters(workflow, catalogue).map(finding => ({ workflow: at, ...finding })),
  )
  return [...ofEach, ...checkCalls(workflows.map(({ workflow }) => workflow))]
}

const listed = (versions: readonly number[]) => `it has ${versions.join(', ')}`

function findTimeZones(workflows: readonly PlacedWorkflow[]): Finding[] {
  return workflows.flatMap(({ workflow }, at) => {
    const zone = isRecord(workflow.settings) ? workflow.settings.timezone : undefined
    if (typeof zone !== 'string' || zone === 'DEFAULT' || isZone(zone)) return []
    const message = `there is no time zone ${JSON.stringify(zone)}`
    return [
      {
        workflow: at,
        path: '/settings/timezone',
        rule: 'time-zone' as const,
        severity: 'fault' as const,
        message,
      },
    ]
  })
}

/** Two workflows with one webhook: a fault where both are active, else a warning. */
function findWebhooks(workflows: readonly PlacedWorkflow[]): Finding[] {
  const first = new Map<string, PlacedWorkflow>()
  const findings: Finding[] = []
  for (const [at, one] of workflows.entries()) {
    for (const webhook of listWebhooks({ nodes: nodesOf(one.workflow) })) {
      const key = webhookKey(webhook)
      const other = first.get(key)
      if (!other) first.set(key, one)
      else if (other !== one) {
        const areActive = one.workflow.active === true && other.workflow.active === true
        const both = areActive ? 'both are active' : 'only one of them can be active'
        findings.push({
          workflow: at,
          path: '',
          node: webhook.node,
          rule: 'webhook',
          severity: areActive ? 'fault' : 'warning',
          message: `${other.place} has the same webhook, ${webhook.method} /${webhook.path}; ${both}`,
        })
      }
    }
  }
  return findings
}

const nodesOf = ({ nodes }: PlacedWorkflow['workflow']) => recordsOf(nodes) as Node[]
