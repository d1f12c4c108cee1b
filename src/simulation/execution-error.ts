import type { ExecutionRecord } from '../model/execution.ts'
import type { Node } from '../model/workflow.ts'
import type { NodeFailure } from './nodes.ts'
import { runErrors } from './refusals.ts'

const CAUSES: Partial<Record<ExecutionRecord['status'], { name: string; message: string }>> = {
  error: { name: 'NodeOperationError', message: runErrors.nodeFailed },
  crashed: { name: 'WorkflowCrashedError', message: runErrors.crashed },
  canceled: { name: 'WorkflowOperationError', message: runErrors.canceled },
}

/** The error that an execution's data holds; `undefined` for a status without an error. */
export function executionError(
  { status, startedAt, stoppedAt }: Pick<ExecutionRecord, 'status' | 'startedAt' | 'stoppedAt'>,
  node: Node,
  given?: string,
) {
  const cause = CAUSES[status]
  if (!cause) return undefined
  const { name } = cause
  const message = given ?? cause.message
  return {
    level: 'error',
    tags: {},
    timestamp: Date.parse(stoppedAt ?? startedAt),
    context: {},
    functionality: 'regular',
    name,
    ...(status === 'canceled' ? {} : { node }),
    messages: [],
    message,
    stack: `${name}: ${message}`,
  }
}

/** An error as the service keeps that of a node. */
export function nodeError(failure: NodeFailure, node: Node, timestamp: number): Record<string, unknown> {
  const { message, description, context = {}, level = 'warning', error } = failure
  if (error) return error
  return {
    level,
    shouldReport: true,
    ...(description === undefined ? {} : { description }),
    tags: {},
    timestamp,
    context,
    functionality: 'regular',
    name: 'NodeOperationError',
    node,
    messages: [],
    message,
    stack: `NodeOperationError: ${message}`,
  }
}

/** The error of an execution that took longer than its workflow allows. */
export function timeoutError(executionId: string, timestamp: number) {
  const message = runErrors.timedOut
  return {
    level: 'warning',
    shouldReport: false,
    tags: {},
    extra: { executionId },
    timestamp,
    context: {},
    functionality: 'regular',
    name: 'TimeoutExecutionCancelledError',
    reason: 'timeout',
    message,
    stack: `TimeoutExecutionCancelledError: ${message}`,
  }
}
