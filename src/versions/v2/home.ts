import { requireFolder } from '../../features/folders/require-folder.ts'
import { ownerOfProject, projectIdOf } from '../../features/projects/find-project.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { requireKnownProject } from './access.ts'

interface Given {
  projectId?: string
  parentFolderId?: string | null
}

/**
 * Where a new workflow belongs: to the project that is asked for, else to its maker's personal one.
 *
 * @throws ApiError 404 for a project or a folder that is unknown, or that the user may not use
 */
export function homeFor(draft: Draft, { projectId, parentFolderId }: Given, user: UserRecord) {
  const home = projectId === undefined ? { owner: user.id } : inProject(draft, projectId, user)
  requireFolder(draft, parentFolderId, projectIdOf(draft, home))
  return home
}

function inProject(draft: Draft, projectId: string, user: UserRecord): { owner: string; projectId?: string } {
  requireKnownProject(draft, user, 'workflow:create', projectId)
  const owner = ownerOfProject(draft, projectId)
  return owner ? { owner: owner.id } : { owner: user.id, projectId }
}
