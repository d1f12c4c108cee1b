import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { BuiltInRoles } from '../roles/roles.ts'
import { userRefusals } from './refusals.ts'

interface RoleChange {
  /** The user who asks. */
  by: UserRecord
  roles: BuiltInRoles
  now: string
}

/** Gives a user another global role: never the own one, never the owner's. */
export function changeUserRole(
  draft: Draft,
  id: string,
  newRoleName: string,
  { by, roles, now }: RoleChange,
): UserRecord {
  if (id === by.id) throw userRefusals.ownRoleChanged()
  const isBuiltIn = roles.global.some(({ slug }) => slug === newRoleName)
  if (!isBuiltIn && draft.customRoles.get(newRoleName)?.roleType !== 'global') {
    throw userRefusals.userRoleUnknown(newRoleName)
  }
  if (newRoleName === 'global:owner') throw userRefusals.userRoleNotAssignable()
  const user = draft.users.get(id)
  if (!user) throw userRefusals.userToChangeNotFound()
  if (user.role === 'global:owner') {
    throw userRefusals.ownerRoleChanged(by.role === 'global:owner' ? 'Owner' : 'Admin')
  }
  const changed = { ...user, role: newRoleName, updatedAt: now }
  draft.users.set(changed)
  return changed
}
