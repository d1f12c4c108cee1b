import { isRecord } from '../../base/is-record.ts'
import { structureRefusal } from '../../features/workflows/structure.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Fields } from '../fields.ts'
import type { Planning } from './planning.ts'

/** Why the service could not hold a workflow: its version, or a limit. `undefined` where it can. */
export function workflowRefusal(
  { limits }: Planning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
): string | undefined {
  if (there?.isArchived === true) return 'it is archived there: take it out of the archive first'
  const { mostWorkflowName: mostName, mostExecutionTimeout: mostTimeout } = limits
  const length = [...workflow.name].length
  if (mostName !== undefined && (length < 1 || length > mostName)) {
    return `its name has ${length} characters; the service takes 1 to ${mostName}`
  }
  const { executionTimeout } = isRecord(workflow.settings) ? workflow.settings : {}
  if (mostTimeout !== undefined && Number(executionTimeout) > mostTimeout) {
    return `settings.executionTimeout is ${executionTimeout}; the service takes up to ${mostTimeout}`
  }
  return limits.checksStructure ? structureRefusal(workflow.nodes, workflow.connections)?.message : undefined
}
