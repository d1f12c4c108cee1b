import type { CustomRoleRecord } from '../../model/custom-role.ts'
import type { State } from '../../model/state.ts'
import { roleRefusals } from './refusals.ts'
import type { BuiltInRole, BuiltInRoles } from './roles.ts'

/** A role as it is answered, with how often it is used where that is asked for. */
export type RoleAnswer = BuiltInRole & { usedByUsers?: number; usedByProjects?: number }

/** All roles, built in and made, by their type. */
export function listRoles(state: State, roles: BuiltInRoles, withUsage: boolean | undefined) {
  const made = [...state.customRoles.values()].map(madeRole)
  const usage = withUsage ? countUsage(state) : undefined
  const shown = (role: BuiltInRole): RoleAnswer => (usage ? { ...role, ...usage(role) } : role)
  return {
    global: [...roles.global, ...made.filter(role => role.roleType === 'global')].map(shown),
    project: [...roles.project, ...made.filter(role => role.roleType === 'project')].map(shown),
  }
}

/** One of them. Letter case counts. */
export function getRole(state: State, roles: BuiltInRoles, slug: string, withUsage?: boolean): RoleAnswer {
  const all = listRoles(state, roles, withUsage)
  const role = [...all.global, ...all.project].find(role => role.slug === slug)
  if (!role) throw roleRefusals.roleNotFound()
  return role
}

/** A custom role, in the form of a built-in one. */
export const madeRole = ({ id, roleType, scopes, ...role }: CustomRoleRecord): BuiltInRole => ({
  slug: id,
  displayName: role.displayName,
  description: role.description,
  systemRole: false,
  roleType,
  scopes,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  licensed: true,
})

/** Counts who has a role. Every user owns a personal project. */
function countUsage(state: State) {
  const users = [...state.users.values()]
  const projects = [...state.projects.values()]
  return ({ slug, roleType }: BuiltInRole) => {
    if (slug === 'project:personalOwner') return { usedByUsers: users.length, usedByProjects: users.length }
    if (roleType === 'global')
      return { usedByUsers: users.filter(({ role }) => role === slug).length, usedByProjects: 0 }
    const using = projects.filter(({ members }) => members.some(({ role }) => role === slug))
    const members = using.flatMap(project => project.members.filter(({ role }) => role === slug))
    return { usedByUsers: new Set(members.map(({ userId }) => userId)).size, usedByProjects: using.length }
  }
}
