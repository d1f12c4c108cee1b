import scopes from '../../../../data/n8n-2.41/scopes.json' with { type: 'json' }
import type { State } from '../../model/state.ts'
import type { Role } from '../../model/user.ts'

const OF_OWNER: ReadonlySet<string> = new Set(scopes.owner)
const OF_MEMBER: ReadonlySet<string> = new Set(scopes.member)

/** The scopes that a key of this role may hold, in the service's order. */
export const scopesOfSystemRole = (role: Role): readonly string[] =>
  role === 'global:owner' || role === 'global:admin' ? scopes.owner : scopes.member

/** The scopes that a user of this role has. A custom role has those that it names, among all that there are. */
export function scopesOfRole(role: Role, { customRoles }: Pick<State, 'customRoles'>): ReadonlySet<string> {
  if (role === 'global:owner' || role === 'global:admin') return OF_OWNER
  const custom = customRoles.get(role)
  return custom ? new Set(custom.scopes.filter(scope => OF_OWNER.has(scope))) : OF_MEMBER
}
