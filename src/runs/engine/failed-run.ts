import { contextOf, executionData } from './execution-data.ts'
import { wiringOf } from './graph.ts'
import type { RunContext, RunJob, RunResult } from './job.ts'
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
  return {
    status: 'error',
    data: executionData(progress, job, { context, resumeToken: execution.resumeToken, parentExecution }),
    context,
    order: name === undefined ? [] : [name],
    ...(name === undefined ? {} : { lastNode: name }),
    lastMain: [],
    error,
    until: at,
    called: [],
    notes: [],
    unmocked: [],
    calls: {},
    requests: [],
  }
}

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
