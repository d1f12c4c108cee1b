import type { NodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { contextOf, executionData, type Progress } from './execution-data.ts'
import { wiringOf } from './graph.ts'
import type { RunContext, RunJob, RunResult } from './job.ts'
import { withDefaults } from './node-parameters.ts'
import { nodeError } from './run-errors.ts'

/** Why a run does not begin. */
export interface RunRefusal {
  /** The name of the node at fault. */
  node: string
  message: string
  description: string
  /** Left out where a credential is why: the run was called, or was to handle an error, by a workflow that may not. */
  isDenied?: 'call' | 'errorWorkflow'
}

/**
 * The result of a run that is not computed.
 *
 * @param failure a message with which the node that it begins or goes on with fails; or why it may not begin
 */
export const failedRun = (job: RunJob, failure: string | RunRefusal): RunResult =>
  typeof failure === 'string'
    ? endedRun(job, failure)
    : refusedRun(job, failure, wiringOf(job.workflow).nodes.get(failure.node))

function endedRun(job: RunJob, message: string): RunResult {
  const { before, workflow, at } = job
  const stack = stackOf(job)
  const [entry] = stack
  const name = entry?.node.name
  const node = wiringOf(workflow).nodes.get(name ?? '')
  const error = node
    ? nodeError(message, { name: 'WorkflowOperationError', level: 'error' }, node, at)
    : { message, stack: `WorkflowOperationError: ${message}` }
  const runData = new Map(before?.runData)
  if (name !== undefined) {
    const run = failedNodeRun(at, error, entry?.source?.main)
    runData.set(name, before ? [...(runData.get(name) ?? []).slice(0, -1), run] : [run])
  }
  return resultWith(job, { runData, name, error, stack })
}

/**
 * The result of a run that may not begin. Its data holds the node at fault alone: docs/behaviour/other.md.
 *
 * @param node the one at fault; of a denied call the one that calls
 */
export function refusedRun(job: RunJob, refusal: RunRefusal, node: Node | undefined): RunResult {
  const { node: name } = refusal
  const error = refusedError(refusal, node, job.at)
  const runData = new Map([[name, [failedNodeRun(job.at, error)]]])
  const result = { ...resultWith(job, { runData, name, error, stack: [] }), isRefused: true }
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
  return { ...result, data: { ...result.data, ...begun } }
}

function refusedError({ message, description, isDenied }: RunRefusal, node: Node | undefined, timestamp: number) {
  if (isDenied === undefined)
    return { level: 'info', shouldReport: false, description, tags: {}, node, message, stack: `Error: ${message}` }
  const name = isDenied === 'call' ? 'SubworkflowPolicyDenialError' : 'SubworkflowOperationError'
  const stack = `${name}: ${message}`
  return {
    level: 'warning',
    shouldReport: true,
    description,
    tags: {},
    timestamp,
    context: {},
    functionality: 'regular',
    name,
    ...(isDenied === 'call' ? { node } : { cause: { name, message, stack } }),
    message,
    stack,
  }
}

const failedNodeRun = (at: number, error: Record<string, unknown>, source: NodeRun['source'] = []): NodeRun => ({
  startTime: at,
  executionIndex: 0,
  source,
  hints: [],
  executionTime: 0,
  executionStatus: 'error',
  error,
})

interface Failed extends Pick<Progress, 'runData' | 'stack'> {
  /** The node that failed. */
  name: string | undefined
  error: Record<string, unknown>
}

function resultWith(job: RunJob, { name, error, ...progress }: Failed): RunResult {
  const { start, workflow, at, mode, parentExecution, execution, form } = job
  const context = job.context ?? contextOf(mode, at, wiringOf(workflow).nodes.get(start?.node ?? ''), form)
  return {
    status: 'error',
    data: executionData({ ...progress, last: name, status: 'error', error, waiting: [] }, form, {
      context,
      resumeToken: execution.resumeToken,
      parentExecution,
    }),
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
  const { before, execution, parentExecution, form } = job
  const progress = {
    runData: new Map(before?.runData),
    last: undefined,
    status: 'success' as const,
    stack: stackOf(job),
    waiting: before?.waiting ?? [],
  }
  const known = form === 'numbered' && !before ? undefined : context
  return executionData(progress, form, { context: known, resumeToken: execution.resumeToken, parentExecution })
}

function stackOf({ before, start, workflow }: RunJob) {
  if (before) return before.stack
  const node = wiringOf(workflow).nodes.get(start?.node ?? '')
  return node ? [{ node, data: { main: [start?.items ?? [{ json: {} }]] }, source: null }] : []
}
