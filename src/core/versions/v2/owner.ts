import { ownerOfProject, type RecordOwner } from '../../features/projects/find-project.ts'
import { workflowRefusals } from '../../features/workflows/refusals.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { requireInProject } from './access.ts'

/**
 * The owner of a new workflow: the project that is asked for, else the user who creates it.
 *
 * @throws ApiError 404 for an unknown project, 403 for one that the user may not use
 */
export function ownerFor(draft: Draft, { projectId }: { projectId?: string }, user: UserRecord): RecordOwner {
  return projectId === undefined ? { owner: user.id } : inProject(draft, projectId, user)
}

function inProject(draft: Draft, projectId: string, user: UserRecord): RecordOwner {
  requireInProject(draft, user, 'workflow:create', projectId, workflowRefusals.workflowProjectNotPermitted)
  const owner = ownerOfProject(draft, projectId)
  return owner ? { owner: owner.id } : { owner: user.id, projectId }
}
