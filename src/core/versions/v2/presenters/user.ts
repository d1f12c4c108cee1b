import type { UserRecord } from '../../../model/user.ts'

/** A user as the API shows it. */
export function showUser(user: UserRecord, includeRole = false) {
  const { id, email, firstName, lastName, createdAt, updatedAt, isPending, mfaEnabled = false, role } = user
  const shown = { id, email, firstName, lastName, createdAt, updatedAt, isPending, mfaEnabled }
  return includeRole ? { ...shown, role } : shown
}
