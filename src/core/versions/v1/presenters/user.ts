import type { UserRecord } from '../../../model/user.ts'
import type { Decisions } from '../decisions.ts'

/** A user as the API shows it. */
export function showUser(user: UserRecord, includeRole: boolean | undefined, { absentAsNull }: Decisions) {
  const { id, email, firstName, lastName, createdAt, updatedAt, isPending, role } = user
  const name = absentAsNull
    ? { firstName, lastName }
    : { firstName: firstName ?? undefined, lastName: lastName ?? undefined }
  return { id, email, ...name, createdAt, updatedAt, isPending, ...(includeRole ? { role } : {}) }
}
