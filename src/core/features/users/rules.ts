import { isUuid } from '../../model/schema.ts'
import type { State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { userRefusals } from './refusals.ts'

/** A user by id, or by e-mail address in any letter case. */
export function getUser(state: State, idOrEmail: string): UserRecord {
  const user = isUuid(idOrEmail) ? state.users.get(idOrEmail) : state.users.by('email', idOrEmail.toLowerCase())[0]
  if (!user) throw userRefusals.userNotFound(idOrEmail)
  return user
}
