import { Type } from '@sinclair/typebox'
import { compare } from '../../base/compare.ts'
import { findProject, ownerOfProject } from '../../features/projects/find-project.ts'
import { type Invitation, inviteUsers } from '../../features/users/invite.ts'
import { userRefusals } from '../../features/users/refusals.ts'
import { pageReply } from '../../http/list-reply.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { pageParameters, paginate } from '../../http/paging.ts'
import { reply } from '../../http/reply.ts'
import { listOf } from '../../http/response-schemas.ts'
import { isLicensed } from '../../model/licence.ts'
import type { State } from '../../model/state.ts'
import { showUser } from '../v1/presenters/user.ts'
import { userShape } from '../v1/shapes/user.ts'
import type { V1Parts } from '../v1/v1.ts'
import { ROLES } from '../v2/roles.ts'
import { Invitations, Invited } from '../v2/shapes/user.ts'

/** The operations on users whose answers or rules differ from those of other versions. */
export const userOperations = (parts: V1Parts): Operation[] => [usersList(parts), inviteOperation]

const usersList = ({ decisions }: V1Parts) =>
  operation({
    id: 'getUsers',
    method: 'GET',
    path: '/users',
    tag: 'Users',
    summary: 'Retrieve all users',
    query: Type.Object({
      ...pageParameters({ limitAtLeastOne: false }),
      includeRole: Type.Optional(Type.Boolean({ default: false, description: "Include the user's role" })),
      projectId: Type.Optional(Type.String({ description: 'Only the members of this project' })),
    }),
    reads: [],
    responses: { 200: { description: 'A page of users', schema: listOf(userShape(decisions)) } },
    run: ({ query, page }, { store: { data: state } }) => {
      const { items } = paginate(usersIn(state, query.projectId), page)
      // the cursor counts the users of all projects
      const { nextCursor } = paginate(usersIn(state, undefined), page)
      return pageReply(
        items.map(user => showUser(user, query.includeRole, decisions)),
        nextCursor,
      )
    },
  })

/** By id; those of an unknown project are none. */
function usersIn(state: State, projectId: string | undefined) {
  const users = [...state.users.values()].sort((a, b) => compare(a.id, b.id))
  if (projectId === undefined) return users
  if (!findProject(state, projectId)) return []
  const members = new Set(state.projects.get(projectId)?.members.map(({ userId }) => userId))
  const owner = ownerOfProject(state, projectId)
  return users.filter(({ id }) => members.has(id) || id === owner?.id)
}

/** What the service checks of an invitation once more: its whole finding is the answer, of the first one alone. */
function invitationFinding(invitations: readonly Invitation[]): Record<string, unknown> | undefined {
  for (const [at, { email, role }] of invitations.entries()) {
    if (!PLAIN_EMAIL.test(email)) {
      return { validation: 'email', code: 'invalid_string', message: 'Invalid email', path: [at, 'email'] }
    }
    const path = [at, 'role']
    if (role === 'global:owner') return { code: 'custom', message: 'This global role value is not assignable', path }
    if (role !== '') continue
    const message = 'String must contain at least 1 character(s)'
    return { code: 'too_small', minimum: 1, type: 'string', inclusive: true, exact: false, message, path }
  }
}

const PLAIN_EMAIL = /^[a-z\d_'+-]+(\.[a-z\d_'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

const INVITED_ROLES = ['global:owner', 'global:admin', 'global:member']

const inviteOperation = operation({
  id: 'createUser',
  method: 'POST',
  path: '/users',
  tag: 'User',
  summary: 'Invite users',
  body: { schema: Invitations, required: true, example: [{ email: 'mia@example.com' }] },
  roles: ['global:owner', 'global:admin'],
  responses: { 201: { description: 'The invitations', schema: Invited } },
  run: async ({ body, origin }: Call<unknown, unknown, Invitation[]>, context) => {
    const finding = invitationFinding(body)
    if (finding) return reply(finding, 400)
    const unknown = new Set(body.flatMap(({ role }) => (role && !INVITED_ROLES.includes(role) ? [role] : [])))
    if (unknown.size > 0) throw userRefusals.invitedRolesUnknown([...unknown])
    const invited = await context.store.update(draft => {
      const mayInviteAdmins = isLicensed(draft.licence, 'feat:advancedPermissions')
      if (!mayInviteAdmins && body.some(({ role }) => role === 'global:admin')) throw userRefusals.adminsNotLicensed()
      const isKnown = ({ email }: Invitation) => draft.users.by('email', email.toLowerCase()).some(it => !it.isPending)
      const others = body.filter(invitation => !isKnown(invitation))
      return inviteUsers(draft, others, { ...context, roles: ROLES, mayInviteAdmins, baseUrl: origin() })
    })
    return reply(invited, 201)
  },
})
