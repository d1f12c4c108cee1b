import type { ExecutionRecord } from '../model/execution.ts'
import type { State } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { executionError } from './execution-error.ts'
import { executionPath, type PathOptions, type Step } from './execution-path.ts'

/** What went wrong in an execution, and where. */
export interface Failure {
  /** The name of a node; the last one that runs where left out. */
  node?: string | undefined
  message?: string | undefined
}

type Ran = Pick<ExecutionRecord, 'status' | 'startedAt' | 'stoppedAt' | 'waitTill'>

/** An execution's run data, and the workflow as it was when it ran. */
export function detailsOf(state: State, execution: ExecutionRecord) {
  const workflow = state.workflows.get(execution.workflowId)
  return {
    data: execution.data ?? (workflow ? runData(workflow, execution) : { startData: {}, resultData: { runData: {} } }),
    workflowData: execution.workflowData ?? (workflow ? workflowDataOf(workflow, execution) : null),
  }
}

/**
 * Made-up run data in the form that the service keeps (docs/behaviour/executions.md#run-data): the nodes along the
 * connections run one after the other, each hands its items on, and the status says where it ends. Pinned data is what a
 * node gives; one that is disabled only hands on what it gets, so nothing ends there.
 */
export function runData(
  workflow: WorkflowRecord,
  execution: Ran,
  failure: Failure = {},
  start: PathOptions['start'] = undefined,
) {
  const { node: towards } = failure
  const path = start || towards !== undefined ? executionPath(workflow, { towards, start }) : usualPath(workflow)
  const steps = stepsTaken(path, execution, failure)
  const last = steps.at(-1)
  const error = last && executionError(execution, last.node, failure.message)
  const isWaiting = execution.status === 'waiting'
  const runs = runsOf(steps, execution)
  if (last && error && execution.status !== 'canceled') {
    const { data, ...run } = runs.get(last.name) ?? {}
    runs.set(last.name, { ...run, executionStatus: execution.status, error })
  }
  if (last && isWaiting) runs.set(last.name, { ...runs.get(last.name), executionStatus: 'waiting' })
  const stack = last && isWaiting ? [{ node: last.node, data: runs.get(last.name)?.data, source: null }] : []
  return {
    startData: {},
    resultData: {
      runData: Object.fromEntries([...runs].map(([name, run]) => [name, [run]])),
      ...(last ? { lastNodeExecuted: last.name } : {}),
      ...(error ? { error } : {}),
    },
    executionData: { contextData: {}, nodeExecutionStack: stack, waitingExecution: {} },
    ...(isWaiting && execution.waitTill !== null ? { waitTill: execution.waitTill } : {}),
  }
}

/** The workflow as an execution keeps it; running and crashed ones keep less (docs/behaviour/executions.md#run-data). */
export function workflowDataOf(workflow: WorkflowRecord, { status }: Pick<ExecutionRecord, 'status'>) {
  const { id, name, active, createdAt, updatedAt, nodes, connections, settings, pinData } = workflow
  if (status === 'running' || status === 'crashed') return { connections, nodes, name, settings, id }
  const rest = { nodes, connections, settings, staticData: {}, ...(pinData ? { pinData } : {}) }
  return { id, name, active, createdAt, updatedAt, ...rest }
}

const paths = new WeakMap<WorkflowRecord, Step[]>()

function usualPath(workflow: WorkflowRecord): Step[] {
  const path = paths.get(workflow) ?? executionPath(workflow)
  paths.set(workflow, path)
  return path
}

/** How far it came. */
function stepsTaken(path: Step[], { status }: Ran, { node }: Failure): Step[] {
  switch (status) {
    case 'new':
      return []
    case 'running':
    case 'canceled':
      return path.slice(0, Math.ceil(path.length / 2))
    case 'waiting': {
      const wait = path.findIndex(step => (node === undefined ? isWait(step) : step.name === node))
      return wait < 0 ? path : path.slice(0, wait + 1)
    }
    case 'error':
    case 'crashed':
      return path.slice(
        0,
        path.findLastIndex(step => (node === undefined ? !step.node.disabled : step.name === node)) + 1,
      )
    default:
      return path
  }
}

const isWait = ({ node }: Step) => node.type === 'n8n-nodes-base.wait' && !node.disabled

function runsOf(steps: Step[], { startedAt, stoppedAt }: Ran) {
  const start = Date.parse(startedAt)
  const duration = stoppedAt === null ? 0 : Math.max(Date.parse(stoppedAt) - start, 0)
  const each = Math.floor(duration / Math.max(steps.length, 1))
  const runs = new Map<string, { [field: string]: unknown }>()
  for (const [at, { name, sources, main, hints }] of steps.entries()) {
    runs.set(name, {
      startTime: start + at * each,
      executionTime: each,
      source: sources.map(previousNode => ({ previousNode })),
      executionStatus: 'success',
      ...(hints.length > 0 ? { hints: hints.map(message => ({ message, location: 'outputPane' })) } : {}),
      data: { main: main.map(itemsOf) },
    })
  }
  return runs
}

const itemsOf = (items: Step['main'][number]) => items.map((json, item) => ({ json, pairedItem: { item } }))
