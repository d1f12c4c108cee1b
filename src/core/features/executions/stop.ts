import type { Clock } from '../../base/clock.ts'
import type { ExecutionRecord, ExecutionStatus } from '../../model/execution.ts'
import type { Draft } from '../../model/state.ts'
import { executionRefusals } from './refusals.ts'
import type { Sees } from './rules.ts'

/** Stops an execution that runs or waits: it is canceled from now on. */
export function stopExecution(draft: Draft, id: string, { sees, clock }: { sees: Sees; clock: Clock }) {
  const execution = draft.executions.get(id)
  if (!execution || !sees(execution)) throw executionRefusals.executionToStopNotFound()
  if (execution.status !== 'running' && execution.status !== 'waiting') {
    throw executionRefusals.executionNotStoppable(id, execution.status)
  }
  return cancel(draft, execution, clock)
}

export interface StopSelection {
  status: ('queued' | 'running' | 'waiting')[]
  workflowId?: string | undefined
  /** ISO 8601. */
  startedAfter?: string | undefined
  startedBefore?: string | undefined
}

interface StopContext {
  sees: Sees
  /** Whether any workflow is open to the user. */
  seesAnyWorkflow(): boolean
  seesWorkflow(workflowId: string): boolean
  clock: Clock
}

/** Stops all that the user sees and that is asked for; answers how many. */
export function stopExecutions(
  draft: Draft,
  { status, workflowId, startedAfter, startedBefore }: StopSelection,
  { sees, seesAnyWorkflow, seesWorkflow, clock }: StopContext,
): number {
  if (!seesAnyWorkflow()) return 0
  if (workflowId && !seesWorkflow(workflowId)) throw executionRefusals.executionWorkflowNotFound()
  const wanted = new Set<ExecutionStatus>(status.map(name => (name === 'queued' ? 'new' : name)))
  const after = startedAfter === undefined ? Number.NEGATIVE_INFINITY : Date.parse(startedAfter)
  const before = startedBefore === undefined ? Number.POSITIVE_INFINITY : Date.parse(startedBefore)
  const all = !workflowId ? draft.executions.values() : draft.executions.by('workflowId', workflowId)
  const stopped = [...all].filter(execution => {
    const started = Date.parse(execution.startedAt)
    return wanted.has(execution.status) && started >= after && started <= before && sees(execution)
  })
  for (const execution of stopped) cancel(draft, execution, clock)
  return stopped.length
}

function cancel(draft: Draft, execution: ExecutionRecord, clock: Clock): ExecutionRecord {
  const canceled: ExecutionRecord = {
    ...execution,
    status: 'canceled',
    finished: false,
    stoppedAt: clock.iso(),
    waitTill: null,
  }
  draft.executions.set(canceled)
  return canceled
}
