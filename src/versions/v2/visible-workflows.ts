import type { Visibility } from '../../features/workflows/filter.ts'
import type { State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { accessIn } from './access.ts'

/** The workflows that a user sees: all, or those of the projects that the user may read workflows of. */
export function visibleTo(state: State, user: UserRecord): Visibility {
  const access = accessIn(state, user)
  if (access.everywhere('workflow:read')) return { key: '', includes: () => true }
  const { projects, customRoles, users } = state
  const key = [user.id, projects.revision, customRoles.revision, users.revision].join(' ')
  return { key, includes: workflow => access.with('workflow:read', workflow) }
}
