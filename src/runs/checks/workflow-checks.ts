import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { giveWay } from '../../core/base/run-in-slices.ts'
import { isZone } from '../../core/base/zone.ts'
import { loadNodeTypes } from '../../core/features/workflows/node-types.ts'
import { structureFindings } from '../../core/features/workflows/structure.ts'
import type { Version } from '../../core/http/version.ts'
import { listWebhooks, webhookKey } from '../../core/model/webhooks.ts'
import type { Connections, Node } from '../../core/model/workflow.ts'
import { type Acceptance, checkAcceptance } from './acceptance-checks.ts'
import type { Check, CheckContext, OwnNodes } from './check.ts'
import { checkExpressions } from './expression-checks.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'
import { checkGraph } from './graph-checks.ts'
import { checkNodeTypes } from './node-type-checks.ts'
import { checkCalls } from './parameters/check-calls.ts'
import { checkParameters } from './parameters/check-parameters.ts'
import { loadCatalogue } from './parameters/node-catalogue.ts'
import { shapeErrors } from './shape-errors.ts'

/** Further checks are added here, and taken out of what is not checked. */
const CHECKS_OF_ANY_VERSION: readonly Check[] = [
  findTimeZones,
  findWebhooks,
  checkExpressions,
  (workflows, { nodeTypes }) => workflows.flatMap((one, at) => checkGraph(one, at, nodeTypes)),
]
const CHECKS: readonly Check[] = [findStructure, checkNodeTypes, findParameters, ...CHECKS_OF_ANY_VERSION]

/** What remains unchecked, for the last line of the command. */
export const NOT_CHECKED = 'what expressions and code do when they run, Python, and the data of credentials'

/** How workflows are checked. */
export interface WorkflowChecks extends Acceptance {
  version: Version
  /** Nodes of packages that the project has; none where left out. */
  ownNodes?: OwnNodes
  /** Whether what is short is compiled on this thread. Default false: others may wait for it. */
  compilesHere?: boolean
}

const NO_NODES: OwnNodes = { facts: [], packages: new Set() }

/**
 * What is wrong with workflows in a version: what it refuses, then what it does not look at, each workflow in its turn.
 *
 * @example
 * await validateWorkflows([{ place: 'a.json', workflow }], {
 *   version, allowNodes: [], askVersion, records: [], publish: false, knowsCalled: false,
 * })
 */
export async function validateWorkflows(
  workflows: readonly PlacedWorkflow[],
  { version, ownNodes = NO_NODES, compilesHere = false, ...acceptance }: WorkflowChecks,
): Promise<Finding[]> {
  const shaped = shapeFindings(workflows)
  const misshapen = new Set(shaped.map(({ workflow }) => workflow))
  const numbers = [...workflows.keys()].filter(at => !misshapen.has(at))
  const sound = numbers.map(at => workflows[at] as PlacedWorkflow)
  const findings = await checkAcceptance(version, sound, acceptance)
  const refused = new Set(findings.filter(({ rule }) => rule === 'creation').map(({ workflow }) => workflow))
  const { publish, allowNodes } = acceptance
  const catalogue = (await loadCatalogue(version.data.nodeParameters))?.with(ownNodes.facts)
  const context = { ...(await factsOf(version)), allowNodes, ownNodes, catalogue, publish, refused, compilesHere }
  for (const check of CHECKS) for (const one of await checked(check, sound, context)) findings.push(one)
  return inOrder([
    ...shaped,
    ...findings.map(finding => ({ ...finding, workflow: numbers[finding.workflow] as number })),
  ])
}

/** What needs no version that creates and activates: of workflows of which none is known. */
export async function checkWorkflows(
  version: Version,
  workflows: readonly PlacedWorkflow[],
  compilesHere: boolean,
): Promise<Finding[]> {
  const context = {
    compilesHere,
    ...(await factsOf(version)),
    allowNodes: [],
    ownNodes: NO_NODES,
    catalogue: undefined,
    publish: false,
    refused: new Set<number>(),
  }
  const findings: Finding[] = []
  for (const check of CHECKS_OF_ANY_VERSION)
    for (const one of await checked(check, workflows, context)) findings.push(one)
  return inOrder(findings)
}

async function checked(check: Check, workflows: readonly PlacedWorkflow[], context: CheckContext) {
  await giveWay()
  return check(workflows, context)
}

async function factsOf(version: Version) {
  return { version, nodeTypes: await loadNodeTypes(version.data.nodeTypes) }
}

const inOrder = (findings: Finding[]) => findings.sort((a, b) => a.workflow - b.workflow)

/** Workflows with a part of another kind, such as nodes that are no list: no further check can read them. */
function shapeFindings(workflows: readonly PlacedWorkflow[]): Finding[] {
  return workflows.flatMap(({ workflow }, at) =>
    shapeErrors(workflow).map(({ path, message }) => ({
      workflow: at,
      path,
      rule: 'fixture' as const,
      severity: 'fault' as const,
      message,
    })),
  )
}

const NAMES_NO_INPUT = /^connections\..+\.index \(/
const PASSES_NOTHING = ', and passes nothing on by this connection'

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
        message: `${text} (${version.name} saves it all the same${NAMES_NO_INPUT.test(text) ? PASSES_NOTHING : ''})`,
      }),
    ),
  )
}

/** Parameters, ports and what nodes hand on, in versions of which these are known. */
async function findParameters(workflows: readonly PlacedWorkflow[], { catalogue }: CheckContext): Promise<Finding[]> {
  if (!catalogue) return []
  const findings: Finding[] = []
  for (const [at, { workflow }] of workflows.entries())
    for (const finding of await checkParameters(workflow, catalogue)) findings.push({ workflow: at, ...finding })
  return [...findings, ...checkCalls(workflows.map(({ workflow }) => workflow))]
}

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

/** Two workflows with one webhook: a fault where both are active, or are to be, else a warning. */
function findWebhooks(workflows: readonly PlacedWorkflow[], { publish }: CheckContext): Finding[] {
  const first = new Map<string, PlacedWorkflow>()
  const findings: Finding[] = []
  for (const [at, one] of workflows.entries()) {
    const nodes = nodesOf(one.workflow)
    for (const webhook of listWebhooks({ nodes })) {
      const key = webhookKey(webhook)
      const other = first.get(key)
      if (!other) first.set(key, one)
      else if (other !== one) {
        const areActive = one.workflow.active === true && other.workflow.active === true
        const both = areActive
          ? 'both are active'
          : publish
            ? 'both are to be active'
            : 'only one of them can be active'
        findings.push({
          workflow: at,
          path: `/nodes/${nodes.findIndex(({ name }) => name === webhook.node)}`,
          node: webhook.node,
          rule: 'webhook',
          severity: areActive || publish ? 'fault' : 'warning',
          message: `${other.place} has the same webhook, ${webhook.method} /${webhook.path}; ${both}`,
        })
      }
    }
  }
  return findings
}

const nodesOf = ({ nodes }: PlacedWorkflow['workflow']) => recordsOf(nodes) as Node[]
