import { notFound } from '../../base/errors.ts'
import { isUuid } from '../../model/schema.ts'
import type { State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'

/** A user by id, or by e-mail address in any letter case. */
export function getUser(state: State, idOrEmail: string): UserRecord {
  const user = isUuid(idOrEmail) ? state.users.get(idOrEmail) : state.users.by('email', idOrEmail.toLowerCase())[0]
  if (!user) throw notFound(`Could not find user with id: ${idOrEmail}`)
  return user
}
