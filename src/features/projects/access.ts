import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { type BuiltInRoles, scopesOfRole } from '../roles/roles.ts'
import { findProject, ownerOfProject, projectIdOf } from './find-project.ts'

const PERSONAL_OWNER = 'project:personalOwner'

/** The scopes that operations of the public API name, where roles say otherwise. */
const ROLE_SCOPES: Record<string, readonly string[]> = {
  'workflow:activate': ['workflow:publish'],
  'workflow:deactivate': ['workflow:unpublish'],
  'workflowTags:list': ['workflow:read'],
  'workflowTags:update': ['workflow:update'],
  'execution:retry': ['workflow:execute', 'execution:read'],
  'execution:stop': ['workflow:execute', 'execution:read'],
  'executionTags:list': ['execution:read'],
  'executionTags:update': ['execution:read'],
  'dataTable:list': ['dataTable:listProject'],
  'dataTableRow:read': ['dataTable:readRow'],
  'dataTableRow:create': ['dataTable:writeRow'],
  'dataTableRow:update': ['dataTable:writeRow'],
  'dataTableRow:delete': ['dataTable:writeRow'],
  'dataTableRow:upsert': ['dataTable:writeRow'],
  'dataTableColumn:read': ['dataTable:readColumn'],
  'dataTableColumn:create': ['dataTable:writeColumn'],
  'dataTableColumn:update': ['dataTable:writeColumn'],
  'dataTableColumn:delete': ['dataTable:writeColumn'],
  'project:manageMembers': ['project:update'],
  'variable:create': ['projectVariable:create'],
  'variable:list': ['projectVariable:list'],
  'variable:update': ['projectVariable:update'],
  'variable:delete': ['projectVariable:delete'],
}

/** What somebody may do, where. */
export interface Access {
  /** Whether the user may do this in every project. */
  everywhere(scope: string): boolean
  /** Whether the user may do this in a project: by the global role, or by the role in the project. */
  inProject(scope: string, projectId: string): boolean
  /** The same of the project that has a workflow or credential. */
  with(scope: string, record: { projectId?: string; owner: string }): boolean
}

/**
 * What a user may do: by the scopes of the global role everywhere, in the personal project as its owner, in a team's as
 * a member of it. Scopes are those of operations (`workflow:activate`) or of roles (`workflow:publish`).
 *
 * @example
 * const access = accessOf(state, user, roles)
 * [...state.workflows.values()].filter(workflow => access.with('workflow:read', workflow))
 */
export function accessOf(state: State | Draft, user: UserRecord, roles: BuiltInRoles): Access {
  const holds = (role: string, scope: string) => {
    const scopes = scopesOfRole(state, roles, role)
    return scopes.has(scope) || (ROLE_SCOPES[scope]?.every(other => scopes.has(other)) ?? false)
  }
  const known = new Map<string, boolean>()
  const decide = (scope: string, projectId: string) =>
    access.everywhere(scope) || roleIn(state, user, projectId).some(role => holds(role, scope))
  const access: Access = {
    everywhere: scope => holdsEverywhere(user.role, scope, holds),
    inProject(scope, projectId) {
      const key = `${scope} ${projectId}`
      const decided = known.get(key) ?? decide(scope, projectId)
      known.set(key, decided)
      return decided
    },
    with: (scope, record) => access.inProject(scope, projectIdOf(state, record)),
  }
  return access
}

/** Members may list data tables and variables, which is not to say everybody's. */
function holdsEverywhere(role: string, scope: string, holds: (role: string, scope: string) => boolean): boolean {
  const listed = LISTS_OF_PROJECTS[scope]
  return listed === undefined ? holds(role, scope) : holds(role, listed)
}

const LISTS_OF_PROJECTS: Record<string, string> = {
  'dataTable:list': 'dataTable:listProject',
  'variable:list': 'projectVariable:list',
  'variable:read': 'projectVariable:read',
}

/** The roles that a user has in a project: at most one. */
function roleIn(state: State | Draft, user: UserRecord, projectId: string): string[] {
  const team = state.projects.get(projectId)
  if (!team) return ownerOfProject(state, projectId)?.id === user.id ? [PERSONAL_OWNER] : []
  return team.members.filter(member => member.userId === user.id).map(member => member.role)
}

/** Whether there is such a project and the user may do this in it. */
export const mayUseProject = (state: State | Draft, access: Access, scope: string, projectId: string) =>
  findProject(state, projectId) !== undefined && access.inProject(scope, projectId)
