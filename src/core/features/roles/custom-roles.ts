import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { CustomRoleRecord } from '../../model/custom-role.ts'
import type { Draft } from '../../model/state.ts'
import { roleRefusals } from './refusals.ts'
import type { BuiltInRoles } from './roles.ts'

export interface RoleInput {
  displayName: string
  description?: string | null
  scopes: readonly string[]
}

interface Context {
  clock: Clock
  ids: Ids
  roles: BuiltInRoles
}

/** Makes a role. Its slug is made of its type, its name and a few letters of its own. */
export function createRole(draft: Draft, input: RoleInput & { roleType: 'global' | 'project' }, context: Context) {
  const { displayName, description = null, roleType } = input
  const scopes = checkScopes(input.scopes, roleType, context.roles)
  const name = displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const id = `${roleType}:${[name, context.ids.short().slice(0, 6).toLowerCase()].filter(part => part !== '').join('-')}`
  if (draft.customRoles.has(id)) throw roleRefusals.roleSlugTaken(id)
  const now = context.clock.iso()
  const role: CustomRoleRecord = { id, displayName, description, roleType, scopes, createdAt: now, updatedAt: now }
  draft.customRoles.set(role)
  return role
}

export function updateRole(draft: Draft, slug: string, input: RoleInput, { clock, roles }: Omit<Context, 'ids'>) {
  const before = getCustomRole(draft, slug, roles)
  const scopes = checkScopes(input.scopes, before.roleType, roles)
  const { displayName, description = null } = input
  const role = { ...before, displayName, description, scopes, updatedAt: clock.iso() }
  draft.customRoles.set(role)
  return role
}

/** Deletes a role; who has it is given another one of its type. */
export function deleteRole(
  draft: Draft,
  slug: string,
  reassignRoleSlug: string | undefined,
  { roles, clock }: Omit<Context, 'ids'>,
): CustomRoleRecord {
  const role = getCustomRole(draft, slug, roles)
  const users = [...draft.users.values()].filter(user => user.role === slug)
  const projects = [...draft.projects.values()].filter(({ members }) => members.some(member => member.role === slug))
  if (users.length + projects.length > 0 || reassignRoleSlug !== undefined) {
    const other = checkReassigned(draft, role, reassignRoleSlug, roles)
    const updatedAt = clock.iso()
    for (const user of users) draft.users.set({ ...user, role: other, updatedAt })
    for (const project of projects) {
      const members = project.members.map(member => (member.role === slug ? { ...member, role: other } : member))
      draft.projects.set({ ...project, members, updatedAt })
    }
  }
  draft.customRoles.delete(slug)
  return role
}

function getCustomRole(draft: Draft, slug: string, roles: BuiltInRoles): CustomRoleRecord {
  const role = draft.customRoles.get(slug)
  if (role) return role
  const isBuiltIn = [...roles.global, ...roles.project].some(one => one.slug === slug)
  throw isBuiltIn ? roleRefusals.roleIsBuiltIn() : roleRefusals.roleNotFound()
}

/** A role may hold what a built-in one of its type holds. */
function checkScopes(given: readonly string[], roleType: 'global' | 'project', roles: BuiltInRoles): string[] {
  const known = new Set(roles[roleType].flatMap(({ scopes }) => scopes))
  const unknown = given.filter(scope => !known.has(scope)).slice(0, 10)
  if (unknown.length > 0) throw roleRefusals.roleScopesInvalid(roleType, unknown)
  return [...new Set(given)]
}

function checkReassigned(draft: Draft, role: CustomRoleRecord, slug: string | undefined, roles: BuiltInRoles): string {
  if (slug === undefined) throw roleRefusals.roleInUse()
  const built = roles[role.roleType].filter(one => !['global:owner', 'project:personalOwner'].includes(one.slug))
  const isKnown = built.some(one => one.slug === slug) || draft.customRoles.get(slug)?.roleType === role.roleType
  if (!isKnown || slug === role.id) throw roleRefusals.roleNotAssignable(slug)
  return slug
}
