import { badRequest, forbidden, notFound } from '../../base/errors.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { BuiltInRoles } from '../roles/roles.ts'

/** Gives a user another global role. Nobody becomes or stops being the owner. */
export function changeUserRole(
  draft: Draft,
  id: string,
  newRoleName: string,
  { roles, now }: { roles: BuiltInRoles; now: string },
): UserRecord {
  const isBuiltIn = roles.global.some(({ slug }) => slug === newRoleName)
  if (!isBuiltIn && draft.customRoles.get(newRoleName)?.roleType !== 'global') {
    throw badRequest(`Role ${newRoleName} does not exist`)
  }
  if (newRoleName === 'global:owner') throw badRequest('This global role value is not assignable')
  const user = draft.users.get(id)
  if (!user) throw notFound('Target user not found')
  if (user.role === 'global:owner') throw forbidden('The role of the instance owner cannot be changed')
  const changed = { ...user, role: newRoleName, updatedAt: now }
  draft.users.set(changed)
  return changed
}
