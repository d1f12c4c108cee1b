import { badRequest, forbidden, notFound } from '../../base/errors.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { BuiltInRoles } from '../roles/roles.ts'

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
  if (id === by.id) throw forbidden('Cannot change your own global role')
  const isBuiltIn = roles.global.some(({ slug }) => slug === newRoleName)
  if (!isBuiltIn && draft.customRoles.get(newRoleName)?.roleType !== 'global') {
    throw badRequest(`Role ${newRoleName} does not exist`)
  }
  if (newRoleName === 'global:owner') throw badRequest('This global role value is not assignable')
  const user = draft.users.get(id)
  if (!user) throw notFound('Target user not found')
  if (user.role === 'global:owner') {
    throw forbidden(`${by.role === 'global:owner' ? 'Owner' : 'Admin'} cannot change role on global owner`)
  }
  const changed = { ...user, role: newRoleName, updatedAt: now }
  draft.users.set(changed)
  return changed
}
