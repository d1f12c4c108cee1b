import type { Clock } from '../../../base/clock.ts'
import type { Ids } from '../../../base/ids.ts'
import type { Draft } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import type { WorkflowRecord } from '../../../model/workflow.ts'
import { workflowRefusals } from '../refusals.ts'
import { keepCurrentVersion, recordVersion } from './history.ts'
import { unpublishWorkflow } from './publish.ts'

interface ArchiveContext {
  clock: Clock
  ids: Ids
}

/** Puts a workflow away: it is unpublished, and a new version. One that is archived stays as it is. */
export function archiveWorkflow(draft: Draft, before: WorkflowRecord, user: UserRecord, context: ArchiveContext) {
  if (before.isArchived) return before
  return changeArchived(draft, unpublishWorkflow(draft, before, user, context.clock), true, user, context)
}

/** Takes a workflow out of the archive. @throws ApiError 400 where it is not in it */
export function unarchiveWorkflow(draft: Draft, before: WorkflowRecord, user: UserRecord, context: ArchiveContext) {
  if (!before.isArchived) throw workflowRefusals.workflowNotArchived()
  return changeArchived(draft, before, false, user, context)
}

function changeArchived(
  draft: Draft,
  before: WorkflowRecord,
  isArchived: boolean,
  user: UserRecord,
  { clock, ids }: ArchiveContext,
): WorkflowRecord {
  keepCurrentVersion(draft, before)
  const after: WorkflowRecord = {
    ...before,
    isArchived,
    versionId: ids.uuid(),
    updatedAt: clock.iso(),
  }
  draft.workflows.set(after)
  recordVersion(draft, after, user, clock)
  return after
}
