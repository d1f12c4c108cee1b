import { isRecord } from '../../core/base/is-record.ts'
import { outputsIn } from '../../core/model/run-data.ts'
import type { Graph } from '../engine/graph.ts'
import { needsMock } from '../nodes/node-list.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
import type { RecordedRun, RecordedRuns } from './recorded-mocks.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import { checkRecordedWorkflow, recordedRunsOf } from './recorded-shape.ts'
import { withNamesOf } from './renamed-nodes.ts'

/** An execution of a workflow that another one called. */
export interface CalledExecution {
  workflowId: string
  execution: RecordedExecution
  /** The workflow as the repository has it; the one of the execution where left out. */
  kept?: WorkflowGiven
}

/** More than a workflow calls in one run. */
const MAX_CALLED = 100

/**
 * The executions that an execution began by Execute Workflow, and those that these began, in their order.
 *
 * @param read gives an execution with its data; `undefined` for one that the service no longer has
 *
 * @example
 * await calledExecutions(execution, id => service.get(`/executions/${id}`, { includeData: true }))
 */
export async function calledExecutions(
  execution: RecordedExecution,
  read: (id: string) => Promise<RecordedExecution | undefined>,
): Promise<CalledExecution[]> {
  const found = new Map<string, CalledExecution>()
  const left = begunBy(execution)
  for (let next = left.shift(); next && found.size < MAX_CALLED; next = left.shift()) {
    const { executionId, workflowId } = next
    const called = found.has(executionId) ? undefined : await read(executionId)
    if (!called) continue
    found.set(executionId, { workflowId, execution: called })
    left.push(...begunBy(called))
  }
  return [...found.values()]
}

interface Begun {
  executionId: string
  workflowId: string
}

function begunBy(execution: RecordedExecution): Begun[] {
  const { workflowData } = execution
  checkRecordedWorkflow(execution.id, workflowData)
  const runData = recordedRunsOf(execution)
  const callers = (workflowData as Graph).nodes.filter(
    node => node.type === 'n8n-nodes-base.executeWorkflow' && !needsMock(node),
  )
  const runs = callers.flatMap(({ name = '' }) => runData[name] ?? [])
  return runs.toSorted((a, b) => a.executionIndex - b.executionIndex).flatMap(begunIn)
}

/** A call for each item says on the items which execution each is of. */
function begunIn(run: RecordedRun): Begun[] {
  const { metadata } = run as { metadata?: unknown }
  const items = outputsIn(run).flatMap(list => list ?? [])
  return [metadata, ...items.map(item => (item as { metadata?: unknown }).metadata)].flatMap(one => {
    const { subExecution } = isRecord(one) ? one : {}
    const { executionId, workflowId } = isRecord(subExecution) ? subExecution : {}
    const isKnown = ['string', 'number'].includes(typeof executionId) && typeof workflowId === 'string'
    return isKnown ? [{ executionId: String(executionId), workflowId: String(workflowId) }] : []
  })
}

/** A workflow that was called, with all its runs, one execution after the other. */
export interface CalledWorkflow {
  workflow: WorkflowGiven & { id: string; name: string }
  graph: Graph
  runData: RecordedRuns
}

/** The workflows of executions, each once. */
export function calledWorkflows(executions: readonly CalledExecution[]): CalledWorkflow[] {
  return Array.from(
    Map.groupBy(executions, ({ workflowId }) => workflowId),
    ([id, ofWorkflow]) => {
      const kept = ofWorkflow.find(one => one.kept)?.kept
      const renamed = ofWorkflow.map(({ execution }) => (kept ? withNamesOf(execution, kept) : execution))
      const graph = renamed[0]?.workflowData as Graph & WorkflowGiven
      const { name = 'Workflow', nodes, connections = {}, settings = {} } = kept ?? graph
      const runData: RecordedRuns = Object.create(null)
      for (const execution of renamed)
        for (const [node, runs] of Object.entries(recordedRunsOf(execution)))
          runData[node] = [...(runData[node] ?? []), ...runs]
      return { workflow: { id, name, nodes, connections, settings }, graph, runData }
    },
  )
}
