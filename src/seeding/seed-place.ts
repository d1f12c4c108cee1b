import { badRequest } from '../base/errors.ts'
import type { Draft } from '../model/state.ts'
import { userIdOf } from './seed-context.ts'

/** Who has a record: a user, and the team project if it is in one. */
export interface Place {
  owner: string
  projectId?: string
}

/**
 * Who has what a fixture puts in: the owner or project that it names, else the instance's owner.
 *
 * @throws ApiError 400 for an owner or project that there is not
 */
export function placeOf(
  draft: Draft,
  given: { owner?: string; projectId?: string | null },
  instanceOwner: () => string,
): Place {
  const owner = given.owner === undefined ? undefined : userIdOf(draft, given.owner, 'owner')
  const { projectId } = given
  if (projectId === undefined || projectId === null) return { owner: owner ?? instanceOwner() }
  const team = draft.projects.get(projectId)
  if (team) return { owner: owner ?? creatorOf(draft, team.creatorId) ?? instanceOwner(), projectId }
  instanceOwner()
  const [user] = draft.users.by('projectId', projectId)
  if (!user) throw badRequest(`/projectId: there is no project ${JSON.stringify(projectId)}`)
  if (owner !== undefined && owner !== user.id) {
    throw badRequest(`/projectId: ${JSON.stringify(projectId)} is the personal project of another user than the owner`)
  }
  return { owner: user.id }
}

/** Whether there is such a project, team or personal. */
export const isProject = (draft: Draft, id: string) =>
  draft.projects.has(id) || draft.users.by('projectId', id).length > 0

const creatorOf = (draft: Draft, id: string | null) => (id !== null && draft.users.has(id) ? id : undefined)
