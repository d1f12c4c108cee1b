import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { recordVersion, storeCurrentVersion } from './history.ts'
import { deactivateWorkflow } from './publish.ts'
import { workflowRefusals } from './refusals.ts'
import type { WorkflowContext } from './workflow-rules.ts'

type ArchiveContext = Pick<WorkflowContext, 'clock' | 'ids' | 'rules'>

/** Archives a workflow: it is unpublished, and a new version. One that is archived stays as it is. */
export function archiveWorkflow(draft: Draft, before: WorkflowRecord, user: UserRecord, context: ArchiveContext) {
  if (before.isArchived) return before
  return changeArchived(draft, deactivateWorkflow(draft, before, user, context), true, user, context)
}

/** Takes a workflow out of the archive. @throws ApiError 400 where it is not archived */
export function unarchiveWorkflow(draft: Draft, before: WorkflowRecord, user: UserRecord, context: ArchiveContext) {
  if (!before.isArchived) throw workflowRefusals.workflowNotArchived()
  return changeArchived(draft, before, false, user, context)
}

function changeArchived(
  draft: Draft,
  before: WorkflowRecord,
  isArchived: boolean,
  user: UserRecord,
  { clock, ids, rules }: ArchiveContext,
): WorkflowRecord {
  storeCurrentVersion(draft, before, rules)
  const after: WorkflowRecord = {
    ...before,
    isArchived,
    versionId: ids.uuid(),
    updatedAt: clock.iso(),
  }
  draft.workflows.set(after)
  recordVersion(draft, after, user, { clock, rules })
  return after
}
