import type { ExecutionRecord } from '../model/execution.ts'
import type { Draft } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { recordOf } from './item.ts'
import type { Run } from './run.ts'

const ERROR_TRIGGER = 'n8n-nodes-base.errorTrigger'
/** So many failures may lead to each other: error workflows that fail may name each other in a circle. */
const MOST_IN_A_ROW = 10

/**
 * The run that follows a failure: of the error workflow that the settings name, or of the workflow itself where it has an
 * error trigger. One that failed as its own error workflow is not run again.
 */
export function runAfterFailure(
  draft: Draft,
  failed: ExecutionRecord,
  workflow: WorkflowRecord,
  { at, depth = 0 }: { at: number; depth?: number },
): Run | undefined {
  if (failed.status !== 'error' || failed.mode === 'manual' || depth >= MOST_IN_A_ROW) return undefined
  const named = workflow.settings.errorWorkflow
  const isNamed = typeof named === 'string' && named !== '' && named !== 'DEFAULT'
  if (failed.mode === 'error' && (!isNamed || named === workflow.id)) return undefined
  const found = isNamed ? draft.workflows.get(named) : workflow
  if (!found) return undefined
  const handler = activeGraph(draft, found)
  const trigger = handler.nodes.find(({ type, disabled }) => type === ERROR_TRIGGER && disabled !== true)
  if (trigger?.name === undefined) return undefined
  const start = { node: trigger.name, items: [itemOf(failed, workflow)] }
  return { workflow: handler, start, mode: 'error', at, depth: depth + 1 }
}

function itemOf({ id, mode, retryOf, data }: ExecutionRecord, workflow: WorkflowRecord) {
  const { error, lastNodeExecuted } = recordOf(recordOf(data).resultData)
  const { message, stack } = recordOf(error)
  const execution = { id, ...(retryOf === null ? {} : { retryOf }), error: { message, stack }, lastNodeExecuted, mode }
  return { execution, workflow: { id: workflow.id, name: workflow.name } }
}
