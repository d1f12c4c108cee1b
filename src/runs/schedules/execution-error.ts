import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { Node } from '../../core/model/workflow.ts'
import { runErrors } from '../engine/run-errors.ts'

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
