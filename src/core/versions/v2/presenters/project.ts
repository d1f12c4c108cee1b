import { findProject, projectIdOf } from '../../../features/projects/find-project.ts'
import type { State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'

/** The project that has a record: the team's that it is in, or its owner's personal one. */
export const showHome = (state: State, record: { owner: string; projectId?: string }) =>
  findProject(state, projectIdOf(state, record))

/** A member of a project, with what the user is in it. */
export function showMember({ user, role }: { user: UserRecord; role: string }) {
  const { id, email, firstName, lastName, createdAt, updatedAt } = user
  return { id, email, firstName, lastName, createdAt, updatedAt, role }
}
