import { contextOf, executionData } from './execution-data.ts'
import { wiringOf } from './graph.ts'
import type { RunContext, RunJob, RunResult } from './job.ts'
import { withDefaults } from './node-parameters.ts'
import { nodeError } from './run-errors.ts'

/**
 * The result of a run that could not be computed: the node that it begins or goes on with fails with a message.
 */
export function failedRun(job: RunJob, message: string): RunResult {
  const { before, start, workflow, at, parentExecution, execution } = job
  const { nodes } = wiringOf(workflow)
  const [entry] = stackOf(job)
  const name = entry?.node.name
  const node = nodes.get(name ?? '')
  const error = node
    ? nodeError(message, { name: 'WorkflowOperationError', level: 'error' }, node, at)
    : { message, stack: `WorkflowOperationError: ${message}` }
  const context = job.context ?? contextOf(job.mode, at, nodes.get(start?.node ?? ''))
  const runData = new Map(before?.runData)
  if (name !== undefined) {
    const earlier = runData.get(name) ?? []
    const run = {
      startTime: at,
      executionIndex: 0,
      source: entry?.source?.main ?? [],
      hints: [],
      executionTime: 0,
      executionStatus: 'error',
      error,
    }
    runData.set(name, before ? [...earlier.slice(0, -1), run] : [run])
  }
  const progress = { runData, last: name, status: 'error' as const, error, stack: stackOf(job), waiting: [] }
  const data = executionData(progress, job, { context, resumeToken: execution.resumeToken, parentExecution })
  return { ...nothingRan(job, context, name), data, error }
}

/** Why a run does not begin. */
export interface RunRefusal {
  /** The node at fault. */
  node: string
  message: string
  description: string
}

/** The result of a run that does not begin: its data holds the node at fault alone. Measured: docs/behaviour/other.md. */
export function refusedRun(job: RunJob, { node: name, message, description }: RunRefusal): RunResult {
  const { start, workflow, at, parentExecution, execution, isNumbered } = job
  const { nodes } = wiringOf(workflow)
  const node = nodes.get(name)
  const error = { level: 'info', shouldReport: false, description, tags: {}, node, message, stack: `Error: ${message}` }
  const context = job.context ?? contextOf(job.mode, at, nodes.get(start?.node ?? ''))
  const run = {
    startTime: at,
    executionIndex: 0,
    source: [],
    hints: [],
    executionTime: 0,
    executionStatus: 'error',
    error,
  }
  const progress = {
    runData: new Map([[name, [run]]]),
    last: name,
    status: 'error' as const,
    error,
    stack: [],
    waiting: [],
  }
  const data = executionData(progress, job, { context, resumeToken: execution.resumeToken, parentExecution })
  const begun = {
    startData: { destinationNode: { nodeName: name, mode: 'inclusive' }, runNodeFilter: [name] },
    executionData: {
      contextData: {},
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
      nodeExecutionStack: [{ node: node && withDefaults(node), data: {}, source: null }],
    },
  }
  return { ...nothingRan(job, context, name), data: isNumbered ? { ...data, ...begun } : data, error, isRefused: true }
}

const nothingRan = ({ at }: RunJob, context: RunContext, name: string | undefined) => ({
  status: 'error' as const,
  context,
  order: name === undefined ? [] : [name],
  ...(name === undefined ? {} : { lastNode: name }),
  lastMain: [],
  until: at,
  called: [],
  notes: [],
  unmocked: [],
  calls: {},
  requests: [],
})

/** The data of an execution that still runs: no more than what it begins with. */
export function begunData(job: RunJob, context: RunContext): Record<string, unknown> {
  const { before, execution, parentExecution } = job
  const progress = {
    runData: new Map(before?.runData),
    last: undefined,
    status: 'success' as const,
    stack: stackOf(job),
    waiting: before?.waiting ?? [],
  }
  return executionData(progress, job, { context, resumeToken: execution.resumeToken, parentExecution })
}

function stackOf({ before, start, workflow }: RunJob) {
  if (before) return before.stack
  const node = wiringOf(workflow).nodes.get(start?.node ?? '')
  return node ? [{ node, data: { main: [start?.items ?? [{ json: {} }]] }, source: null }] : []
}
