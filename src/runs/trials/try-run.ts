import type { Clock } from '../../core/base/clock.ts'
import { zoneOf } from '../../core/base/zone.ts'
import type { State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { callReply } from '../calls/replies.ts'
import { leadsTo } from '../engine/graph.ts'
import { activeGraph } from '../schedules/active-graph.ts'
import { runData } from '../schedules/run-data.ts'
import type { Trial } from '../schedules/runner.ts'
import type { Simulation } from '../schedules/simulation.ts'
import { askMock } from './mocks.ts'
import { type KnownVersions, refuseNewerNodes } from './newer-nodes.ts'
import { notReached } from './not-reached.ts'
import { errorReport, failedNodeOf, nodesReport, type RunReport } from './run-report.ts'
import { checkRequest, type RunRequest, storedWorkflow, type WorkflowGiven } from './run-request.ts'
import { beginningOf } from './trigger-input.ts'

export interface TryContext extends KnownVersions {
  store: { data: State }
  clock: Clock
  simulation: Simulation
}

/**
 * Runs a workflow as a test does: nothing is stored, nothing is sent, and nodes that call a service need a mock.
 *
 * @throws ApiError 400 for a part that does not fit the workflow, 404 for an unknown workflow; what a mock throws that is
 * a function
 *
 * @example
 * await tryRun({ workflow: '1', input: { body: { total: 1200 } }, mocks: { Slack: [{ ok: true }] } }, context)
 */
export async function tryRun(request: RunRequest, context: TryContext): Promise<RunReport> {
  const { simulation, version, store } = context
  const workflow = workflowOf(request.workflow, store.data)
  const checked = checkRequest(request, workflow, simulation.allowForward)
  await refuseNewerNodes(workflow.nodes, checked.mocks, context)
  const at = checked.at ?? context.clock.now()
  const defaultZone = checked.zone ?? simulation.zone
  const zone = zoneOf(workflow.settings, defaultZone) ?? defaultZone
  const { node, items, output, mode } = beginningOf(workflow, request, { at, zone, base: simulation.url })
  const run = { workflow, start: { node: node.name ?? '', items, output }, mode, at }
  const subWorkflows = (request.subWorkflows ?? []).map((given, number) => recordFrom(given, `sub-${number + 1}`))
  const { mocks = {} } = request
  let thrown: { error: unknown } | undefined
  const answerMock: Trial['answerMock'] = (name, runIndex, given) =>
    askMock(mocks, name, runIndex, given).catch(error => {
      thrown ??= { error }
      throw error
    })
  const trial = { ...checked, answerMock, zone: defaultZone, subWorkflows }
  const { record, result } = await simulation.tryRun(run, trial).catch(error => {
    // as it was thrown: an error loses its kind on its way through the worker
    throw thrown ? thrown.error : error
  })
  const nodes = nodesReport(workflow.nodes, result)
  const { error } = result
  const failedNode = error && failedNodeOf(error)
  const response =
    mode === 'webhook'
      ? await callReply(node, workflow, result, {
          files: simulation.files,
          texts: version.texts,
          reaches: name => leadsTo(workflow, node.name ?? '', name),
        })
      : undefined
  return {
    status: result.status,
    ...(error ? { error: { ...errorReport(error), ...(failedNode === undefined ? {} : { node: failedNode }) } } : {}),
    path: result.order,
    nodes,
    requests: result.requests,
    ...(response ? { response } : {}),
    execution: {
      ...version.showExecution(record, store.data, runData),
      status: record.status,
      ...runData.detailsOf(store.data, record, simulation.form),
    },
    notes: result.notes,
    unusedMocks: Object.keys(checked.mocks).filter(name => nodes[name]?.length === 0),
    unmocked: result.unmocked,
    notReached: notReached(workflow, result),
  }
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
