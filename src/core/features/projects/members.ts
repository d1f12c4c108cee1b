import type { Clock } from '../../base/clock.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { BuiltInRoles } from '../roles/roles.ts'
import { ownerOfProject } from './find-project.ts'
import { projectRefusals } from './refusals.ts'
import { getTeamProject } from './team-projects.ts'

interface Context {
  roles: BuiltInRoles
  clock: Clock
}

/** The members of a project with their roles, in the order in which they came. */
export function listMembers(state: State, projectId: string): { user: UserRecord; role: string }[] {
  const owner = ownerOfProject(state, projectId)
  const members = state.projects.get(projectId)?.members ?? []
  const owning = owner ? [{ user: owner, role: 'project:personalOwner' }] : []
  return [
    ...owning,
    ...members.flatMap(({ userId, role }) => {
      const user = state.users.get(userId)
      return user ? [{ user, role }] : []
    }),
  ]
}

/** Adds members; one who is a member already gets the new role. All of them, or none. */
export function addMembers(
  draft: Draft,
  projectId: string,
  relations: readonly { userId: string; role: string }[],
  context: Context,
): void {
  const project = getTeamProject(draft, projectId)
  const members = new Map(project.members.map(({ userId, role }) => [userId, role]))
  for (const { userId, role } of relations) {
    checkRole(draft, role, context.roles)
    if (!draft.users.has(userId)) throw projectRefusals.memberUnknown(userId)
    members.set(userId, role)
  }
  save(
    draft,
    projectId,
    [...members].map(([userId, role]) => ({ userId, role })),
    context,
  )
}

export function changeMemberRole(draft: Draft, projectId: string, userId: string, role: string, context: Context) {
  const { members } = getTeamProject(draft, projectId)
  checkMember(members, userId)
  checkRole(draft, role, context.roles)
  save(
    draft,
    projectId,
    members.map(member => (member.userId === userId ? { userId, role } : member)),
    context,
  )
}

export function removeMember(draft: Draft, projectId: string, userId: string, context: { clock: Clock }): void {
  const { members } = getTeamProject(draft, projectId)
  checkMember(members, userId)
  save(
    draft,
    projectId,
    members.filter(member => member.userId !== userId),
    context,
  )
}

type Members = { userId: string; role: string }[]

const save = (draft: Draft, projectId: string, members: Members, { clock }: { clock: Clock }) =>
  draft.projects.set({ ...getTeamProject(draft, projectId), members, updatedAt: clock.iso() })

function checkMember(members: Members, userId: string): void {
  if (!members.some(member => member.userId === userId)) throw projectRefusals.memberNotThere()
}

/** A role of projects, but that of the owner of a personal one. */
function checkRole(draft: Draft, role: string, roles: BuiltInRoles): void {
  const isBuiltIn = role !== 'project:personalOwner' && roles.project.some(({ slug }) => slug === role)
  if (!isBuiltIn && draft.customRoles.get(role)?.roleType !== 'project') {
    throw projectRefusals.memberRoleUnknown(role)
  }
}
