import { notFound } from '../../errors.ts'
import type { UserRecord } from '../../model/user.ts'
import type { Draft } from '../../state.ts'

interface Given {
  projectId?: string
  parentFolderId?: string | null
}

/**
 * Where something new belongs: to the project that is asked for, else to its maker's personal one.
 *
 * @throws ApiError 404 for a project or a folder that there is not, or that is not the user's
 */
export function homeFor(draft: Draft, { projectId, parentFolderId }: Given, user: UserRecord) {
  const home = projectId === undefined ? { owner: user.id } : inProject(draft, projectId, user)
  if (parentFolderId && !draft.folders.has(parentFolderId))
    throw notFound(`Could not find the folder: ${parentFolderId}`)
  return home
}

function inProject(draft: Draft, projectId: string, user: UserRecord): { owner: string; projectId?: string } {
  if (draft.projects.has(projectId)) return { owner: user.id, projectId }
  const [owner] = draft.users.by('projectId', projectId)
  if (!owner) throw notFound('Project not found')
  return { owner: owner.id }
}
