import { common } from '../base/errors.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import { personalProjectId } from '../model/project.ts'
import type { Draft, State } from '../model/state.ts'
import type { UserRecord } from '../model/user.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { findProject, ownerOfProject, projectIdOf } from './projects/find-project.ts'
import { type BuiltInRoles, scopesOfRole } from './roles/roles.ts'

/** What a user may do, and with what. */
export interface Access {
  /** The same key means the same access; empty where the user may do everything with everything. */
  key: string
  /** Whether the user may do this in every project. */
  everywhere(scope: string): boolean
  /** Whether the user may do this in a project: by the global role, or by the role in the project. */
  inProject(scope: string, projectId: string): boolean
  /** The same of the project that has a workflow or credential. */
  with(scope: string, record: Owned): boolean
}

/** A workflow or a credential: the user whose it is, or the team project that has it. */
interface Owned {
  projectId?: string
  owner: string
}

/**
 * Access by ownership: a user may do everything with what is the user's own, and with everything where `everywhere` says
 * so: owners and admins of the instance may, where nothing else is decided (docs/behaviour/common.md#roles).
 */
export function accessByOwner(user: UserRecord, everywhere = user.role !== 'global:member'): Access {
  return {
    key: everywhere ? '' : user.id,
    everywhere: () => everywhere,
    inProject: (_scope, projectId) => everywhere || projectId === personalProjectId(user),
    with: (_scope, { owner }) => everywhere || owner === user.id,
  }
}

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

/**
 * Access by scopes: those of the global role everywhere, in the personal project as its owner, in a team's as a member
 * of it. Scopes are those of operations (`workflow:activate`) or of roles (`workflow:publish`).
 *
 * @example
 * const access = accessByScope(state, user, roles)
 * [...state.workflows.values()].filter(workflow => access.with('workflow:read', workflow))
 */
export function accessByScope(state: State | Draft, user: UserRecord, roles: BuiltInRoles): Access {
  const holds = (role: string, scope: string) => {
    const scopes = scopesOfRole(state, roles, role)
    return scopes.has(scope) || (ROLE_SCOPES[scope]?.every(other => scopes.has(other)) ?? false)
  }
  const known = new Map<string, boolean>()
  const decide = (scope: string, projectId: string) =>
    access.everywhere(scope) || roleIn(state, user, projectId).some(role => holds(role, scope))
  const { projects, customRoles, users } = state
  const access: Access = {
    key: [user.id, projects.revision, customRoles.revision, users.revision].join(' '),
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

/** The workflows that a user may read, for a selection of them. */
export const readableWorkflows = (access: Access) => ({
  key: access.everywhere('workflow:read') ? '' : access.key,
  includes: (workflow: WorkflowRecord) => access.with('workflow:read', workflow),
})

/**
 * A record that the user may do this with.
 *
 * @param refuseForeign what is thrown for the record of another user: the same as for an unknown one where left out
 * @throws ApiError 404
 */
export function requireAllowed<R extends Owned>(
  record: R | undefined,
  access: Access,
  scope: string,
  refuseForeign = common.notFound,
): R {
  if (!record) throw common.notFound()
  if (!access.with(scope, record)) throw refuseForeign()
  return record
}

/** Whether a user may do this with an execution: as with its workflow; where that is deleted, as with every workflow. */
export const executionAccess =
  (state: State | Draft, access: Access, scope: string) =>
  ({ workflowId }: Pick<ExecutionRecord, 'workflowId'>) => {
    const workflow = state.workflows.get(workflowId)
    return workflow ? access.with(scope, workflow) : access.everywhere(scope)
  }
