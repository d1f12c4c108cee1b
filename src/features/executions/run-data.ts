import type { State } from '../../context.ts'
import type { ExecutionRecord } from '../../model/execution.ts'

/** An execution's run data, and the workflow as it was when it ran. */
export function detailsOf(state: State, execution: ExecutionRecord) {
  const workflow = state.workflows.get(execution.workflowId)
  return {
    data: execution.data ?? { startData: {}, resultData: { runData: {} } },
    workflowData: execution.workflowData ?? workflow ?? null,
  }
}
