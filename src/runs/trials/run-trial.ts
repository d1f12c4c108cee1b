import process from 'node:process'
import type { Clock } from '../../core/base/clock.ts'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { zoneOf } from '../../core/base/zone.ts'
import type { State } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { callReply, misconfiguration } from '../calls/replies.ts'
import { activeGraph } from '../schedules/active-graph.ts'
import { runData } from '../schedules/run-data.ts'
import type { Trial } from '../schedules/run-setup.ts'
import type { Simulation } from '../schedules/simulation.ts'
import { askMock } from './mocks.ts'
import { calledNodeName, namedNode } from './named-nodes.ts'
import { refuseUnknownTypes, unknownPackages } from './node-types.ts'
import { type KnownVersions, refuseUnknownVersions } from './node-versions.ts'
import { notReached } from './not-reached.ts'
import {
  breakingError,
  calledNodesReport,
  errorReport,
  failedNodeOf,
  nodesReport,
  type RunReport,
  unmockedOf,
  withContents,
} from './run-report.ts'
import {
  type CheckedRequest,
  checkRequest,
  type RunRequest,
  storedWorkflow,
  type WorkflowGiven,
} from './run-request.ts'
import { beginningOf } from './trigger-input.ts'

export interface TrialContext extends KnownVersions {
  store: { data: State }
  clock: Clock
  simulation: Simulation
  /** Why the service does not run a workflow with a node. */
  parameterFaults(node: Node): Promise<readonly string[]>
}

/**
 * Runs a workflow as a test does: nothing is stored, nothing is sent, and nodes that call a service need a mock.
 *
 * @throws ApiError 400 for a part that does not fit the workflow, 404 for an unknown workflow; what a mock throws that is
 * a function
 *
 * @param isRepeated as another execution than the run before, with another id and other random values
 *
 * @example
 * await runTrial({ workflow: '1', input: { body: { total: 1200 } }, mocks: { Slack: [{ ok: true }] } }, context)
 */
export async function runTrial(request: RunRequest, context: TrialContext, isRepeated = false): Promise<RunReport> {
  const { simulation, version, store } = context
  const credentials = credentialsIn(request)
  const found = workflowOf(request.workflow, store.data)
  const workflow = { ...found, nodes: withCredentials(found.nodes, Object.keys(credentials)) }
  const given = (request.subWorkflows ?? []).map((sub, number) => recordFrom(sub, `sub-${number + 1}`))
  const stored = Array.from(store.data.workflows.values(), found => activeGraph(store.data, found))
  const others = [...given, ...stored].filter(({ id }) => id !== workflow.id)
  const checked = await checkRequest(request, workflow, others, simulation.allowForward)
  const { allowNodes = [], engine } = request
  for (const { id, nodes } of [workflow, ...given])
    await refuseUnknownVersions(nodes, checked.mocks.get(id) ?? {}, context)
  const tested = [workflow, ...given].flatMap(({ nodes }) => nodes)
  // an installed engine knows its own
  if (engine !== 'installed') await refuseUnknownTypes(tested, allowNodes, version)
  const at = checked.at ?? context.clock.now()
  const defaultZone = checked.zone ?? simulation.zone
  const zone = zoneOf(workflow.settings, defaultZone) ?? defaultZone
  const beginning = await beginningOf(workflow, request, { at, zone, base: simulation.url })
  const { node, items, output, mode } = beginning
  refuseMockedStart(request, node)
  const misconfigured = beginning.isAnswered ? misconfiguration(node, workflow, version) : undefined
  const run = {
    workflow,
    start: { node: node.name ?? '', given: items, output },
    mode,
    at,
    misconfigured: misconfigured?.failure,
  }
  const { mocks = {} } = request
  const unidentified = new Set([
    ...(typeof request.workflow !== 'string' && request.workflow.id === undefined ? [workflow.id] : []),
    ...given.flatMap(({ id }, number) => (request.subWorkflows?.[number]?.id === undefined ? [id] : [])),
  ])
  let thrown: { error: unknown } | undefined
  const answerMock: Trial['answerMock'] = (name, runIndex, given) =>
    askMock(mocks, name, runIndex, given).catch(error => {
      thrown ??= { error }
      throw error
    })
  const trial: Trial = {
    ...checked,
    mocksOf: ({ id }) => checked.mocks.get(id) ?? {},
    answerMock,
    credentials,
    byInstalled: await installedEngine(request, credentials, version.name),
    zone: defaultZone,
    subWorkflows: given,
    isUnidentified: id => unidentified.has(id),
    isRepeated,
    needsCalled: typeof request.workflow !== 'string' && checked.unmocked === 'fail',
  }
  const running = simulation.runTrial(run, trial).catch(error => {
    // as it was thrown: an error loses its kind on its way through the worker
    throw thrown ? thrown.error : error
  })
  // what is known of nodes is read while the worker starts
  const refused = refusedMocks([workflow, ...given], checked.mocks, context)
  const [{ record, result }, refusals] = await Promise.all([running, refused])
  const shown = others.filter(other => given.includes(other) || checked.mocks.has(other.id))
  const own = nodesReport(workflow.nodes, result)
  // its own names win
  const nodes = withContents({ ...own, ...calledNodesReport(shown, result), ...own }, simulation.files)
  const nameOf = (mock: string) => {
    const { workflow: of, node } = namedNode(mock, workflow, others, 'run/mocks')
    return of === workflow ? node : calledNodeName(of, node)
  }
  const unmocked = unmockedOf(result)
  const isBroken = checked.unmocked === 'fail' && unmocked.length > 0
  const breaking = isBroken ? breakingError(result) : undefined
  const error = breaking?.error ?? result.error
  const failedNode = error && failedNodeOf(error, result)
  const response =
    mode === 'webhook'
      ? await callReply(node, result, { files: simulation.files, texts: version.texts, misconfigured })
      : undefined
  return {
    status: isBroken ? 'broken' : result.status,
    ...(error
      ? {
          error: {
            ...errorReport(error),
            ...(breaking ? { message: breaking.message } : {}),
            ...(failedNode === undefined ? {} : { node: failedNode }),
          },
        }
      : {}),
    path: result.order,
    nodes,
    requests: result.requests,
    ...(response ? { response } : {}),
    execution: {
      ...version.showExecution(record, store.data, runData),
      status: record.status,
      data: result.data,
      workflowData: runData.detailsOf(store.data, record, simulation.form).workflowData.value,
    },
    notes: result.notes,
    warnings: [...(engine === 'installed' ? [] : unknownPackages(tested, allowNodes)), ...refusals],
    unusedMocks: Object.keys(mocks).filter(name => !nodes[nameOf(name)]?.length),
    unmocked,
    notReached: notReached(workflow, result),
  }
}

/** A mock stands for a node that the service would not run: it refuses the whole workflow. */
async function refusedMocks(
  workflows: readonly WorkflowRecord[],
  mocks: CheckedRequest['mocks'],
  { parameterFaults }: TrialContext,
): Promise<string[]> {
  const refused = await Promise.all(
    workflows.map(async ({ id, name, nodes }) => {
      const ofWorkflow = mocks.get(id) ?? {}
      const mocked = nodes.filter(({ name = '', disabled }) => disabled !== true && Object.hasOwn(ofWorkflow, name))
      const faults = await Promise.all(mocked.map(parameterFaults))
      return faults.flat().map(fault => `the service refuses to run ${JSON.stringify(name)}: ${fault}`)
    }),
  )
  return refused.flat()
}

/** @throws ApiError 400 for a mock of the node that the run begins at: it would not be used */
function refuseMockedStart({ mocks = {} }: RunRequest, { name = '' }: Node) {
  if (!Object.hasOwn(mocks, name)) return
  throw badRequest(`run/mocks/${name}: the run begins at this node. Give what it gets in input, as a list of items`)
}

type Credentials = Record<string, Record<string, unknown>>

/** @throws ApiError 400 */
function credentialsIn({ credentials = {} }: RunRequest): Credentials {
  if (isRecord(credentials) && Object.values(credentials).every(isRecord)) return credentials
  throw badRequest('run/credentials must be object: type of credential and its data')
}

/** Nodes that name the given credentials, by an id that is the type: what a workflow names is of the instance it is of. */
function withCredentials(nodes: readonly Node[], types: readonly string[]): Node[] {
  if (types.length === 0) return nodes as Node[]
  const given = Object.fromEntries(types.map(type => [type, { id: type, name: type }]))
  return nodes.map(node => ({ ...node, credentials: { ...node.credentials, ...given } }))
}

/** What runs nodes really is loaded by those alone who ask for it. @throws ApiError 400 */
async function installedEngine(
  { engine = 'built-in', nodes = [], input }: RunRequest,
  credentials: Credentials,
  profile: string,
): Promise<Trial['byInstalled']> {
  if (engine === 'built-in') return undefined
  if (engine !== 'installed') throw badRequest(`run/engine must be built-in or installed: ${JSON.stringify(engine)}`)
  const { runInstalled } = await import('../installed/installed-engine.ts')
  return (job, parts) => runInstalled(job, { folder: process.cwd(), nodes, profile, credentials, input }, parts)
}

function workflowOf(given: RunRequest['workflow'], state: State): WorkflowRecord {
  if (typeof given !== 'string') return recordFrom(given, 'tested')
  return activeGraph(state, storedWorkflow(given, state))
}

/** A workflow that is in no instance. */
function recordFrom(given: WorkflowGiven, id: string): WorkflowRecord {
  const { nodes, connections, settings = {}, name = 'Workflow', pinData, staticData } = given
  const created = new Date(0).toISOString()
  return {
    id: given.id ?? id,
    name,
    active: true,
    createdAt: created,
    updatedAt: created,
    nodes,
    connections,
    settings,
    staticData: staticData ?? null,
    tags: [],
    owner: '',
    versionId: '',
    meta: null,
    pinData: pinData ?? null,
    triggerCount: 0,
  }
}
