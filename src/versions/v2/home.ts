import { ownerOfProject } from '../../features/projects/find-project.ts'
import { workflowRefusals } from '../../features/workflows/refusals.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { requireInProject } from './access.ts'

/**
 * Where a new workflow belongs: to the project that is asked for, else to its maker's personal one.
 *
 * @throws ApiError 404 for an unknown project, 403 for one that the user may not use
 */
export function homeFor(draft: Draft, { projectId }: { projectId?: string }, user: UserRecord) {
  return projectId === undefined ? { owner: user.id } : inProject(draft, projectId, user)
}

function inProject(draft: Draft, projectId: string, user: UserRecord): { owner: string; projectId?: string } {
  requireInProject(draft, user, 'workflow:create', projectId, workflowRefusals.workflowProjectNotPermitted)
  const owner = ownerOfProject(draft, projectId)
  return owner ? { owner: owner.id } : { owner: user.id, projectId }
}
