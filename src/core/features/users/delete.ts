import { personalProjectId } from '../../model/project.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { deleteContents } from '../projects/delete-contents.ts'
import { userRefusals } from './refusals.ts'

/**
 * Deletes a user with keys, memberships and all that is in the personal project. Users are not found by e-mail address.
 */
export function deleteUser(draft: Draft, id: string, user: UserRecord): void {
  if (id === user.id) throw userRefusals.userIsOneself()
  const deleted = draft.users.get(id)
  if (!deleted) {
    throw userRefusals.userToDeleteNotFound()
  }
  if (deleted.role === 'global:owner') throw userRefusals.userIsOwner()
  deleteContents(draft, personalProjectId(deleted))
  for (const key of draft.apiKeys.by('userId', id)) draft.apiKeys.delete(key.id)
  for (const project of [...draft.projects.values()]) {
    const members = project.members.filter(member => member.userId !== id)
    if (members.length < project.members.length) draft.projects.set({ ...project, members })
  }
  // what the user made in the projects of teams stays theirs
  reown(draft.workflows, id, user.id)
  reown(draft.credentials, id, user.id)
  draft.users.delete(id)
}

function reown<R extends { readonly id: string; owner: string }>(
  collection: { values(): Iterable<R>; set(record: R): void },
  from: string,
  to: string,
): void {
  for (const record of [...collection.values()]) if (record.owner === from) collection.set({ ...record, owner: to })
}
