import type { ExecutionRecord } from '../../model/execution.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Draft } from '../../state.ts'

/** Whether an execution is kept once it has ended, by the settings of its workflow. */
export function isKept({ status, mode }: ExecutionRecord, { settings }: Pick<WorkflowRecord, 'settings'>): boolean {
  const { saveDataErrorExecution, saveDataSuccessExecution, saveManualExecutions } = settings
  if (mode === 'manual' && saveManualExecutions === false) return false
  if (status === 'success') return saveDataSuccessExecution !== 'none'
  return status !== 'error' || saveDataErrorExecution !== 'none'
}

const UNFINISHED = ['running', 'waiting', 'new']

/** Deletes executions beyond so many: the oldest first, and none that has not ended. */
export function pruneExecutions({ executions }: Draft, most: number) {
  let excess = executions.size - most
  if (excess <= 0) return
  for (const { id, status } of executions.values()) {
    if (excess <= 0) break
    if (UNFINISHED.includes(status)) continue
    executions.delete(id)
    excess--
  }
}
