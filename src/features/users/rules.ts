import type { State } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isUuid } from '../../model/schema.ts'
import type { UserRecord } from '../../model/user.ts'
import type { Profile } from '../../profile.ts'

/** A user by id, or by e-mail address in any letter case (observed, section 5). */
export function getUser(state: State, idOrEmail: string): UserRecord {
  const user = isUuid(idOrEmail) ? state.users.get(idOrEmail) : state.users.by('email', idOrEmail.toLowerCase())[0]
  if (!user) throw notFound(`Could not find user with id: ${idOrEmail}`)
  return user
}

/** A user as the API answers it. */
export function userAnswer(user: UserRecord, includeRole: boolean, profile: Profile) {
  const { id, email, firstName, lastName, createdAt, updatedAt, isPending, role } = user
  const name = profile.absentAsNull
    ? { firstName, lastName }
    : { firstName: firstName ?? undefined, lastName: lastName ?? undefined }
  return { id, email, ...name, createdAt, updatedAt, isPending, ...(includeRole ? { role } : {}) }
}
