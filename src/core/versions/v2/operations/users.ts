import { Type } from '@sinclair/typebox'
import { compare } from '../../../base/compare.ts'
import { ownerOfProject } from '../../../features/projects/find-project.ts'
import { deleteUser } from '../../../features/users/delete.ts'
import { type Invitation, inviteUsers } from '../../../features/users/invite.ts'
import { getUser } from '../../../features/users/rules.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { isLicensed } from '../../../model/licence.ts'
import type { State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import { requireKnownProject } from '../access.ts'
import { oldPageParameters, wholePage } from '../dialect/old-page.ts'
import type { V2Parts } from '../parts.ts'
import { ROLES } from '../roles.ts'

const shared = { dialect: 'old', tag: 'User' } as const
const includeRole = Type.Optional(Type.Boolean({ default: false, description: "Include the user's role" }))
const params = Type.Object({ id: Type.String({ format: 'identifier', examples: ['owner@example.com'] }) })

export const userOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    ...shared,
    id: 'getUsers',
    method: 'GET',
    path: '/users',
    summary: 'Retrieve all users',
    scope: 'user:list',
    query: Type.Object({
      limit: oldPageParameters.limit,
      offset: Type.Optional(Type.Number({ minimum: 0, default: 0 })),
      cursor: oldPageParameters.cursor,
      includeRole,
      projectId: Type.Optional(Type.String({ description: 'Only the members of this project' })),
    }),
    readPage: wholePage,
    reads: [],
    responses: { 200: { description: 'A page of users', schema: listOf(shapes.User) }, ...refusals(404) },
    run: ({ query, page, user }, { store }) => {
      const users = usersOf(store.data, user, query.projectId)
      const { items, nextCursor } = paginate(users, page)
      return pageReply(
        items.map(user => presenters.showUser(user, query.includeRole)),
        nextCursor,
      )
    },
  }),
  operation({
    ...shared,
    id: 'createUser',
    method: 'POST',
    path: '/users',
    summary: 'Invite users',
    scope: 'user:create',
    body: { schema: shapes.Invitations, required: true, example: [{ email: 'mia@example.com' }] },
    responses: { 201: { description: 'The invitations', schema: shapes.Invited } },
    run: async ({ body, origin }: Call<unknown, unknown, Invitation[]>, context) => {
      const invited = await context.store.update(draft => {
        const mayInviteAdmins = isLicensed(draft.licence, 'feat:advancedPermissions')
        return inviteUsers(draft, body, { ...context, roles: ROLES, mayInviteAdmins, baseUrl: origin() })
      })
      return reply(invited, 201)
    },
  }),
  operation({
    ...shared,
    id: 'getUser',
    method: 'GET',
    path: '/users/:id',
    summary: 'Retrieve a user by id or e-mail address',
    scope: 'user:read',
    params,
    query: Type.Object({ includeRole }),
    reads: [],
    responses: { 200: { description: 'The user', schema: shapes.User }, ...refusals(404) },
    run: ({ params, query }, { store }) =>
      reply(presenters.showUser(getUser(store.data, params.id), query.includeRole)),
  }),
  operation({
    ...shared,
    id: 'deleteUser',
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user with all that is in the personal project',
    scope: 'user:delete',
    params,
    responses: { 204: { description: 'The user is deleted' }, ...refusals(404) },
    run: async ({ params, user }, { store }) => {
      await store.update(draft => deleteUser(draft, params.id, user))
      return noContent()
    },
  }),
]

/** All users, or the members of a project, by id. @throws ApiError 404 for a project that is unknown, or not the user's */
function usersOf(state: State, user: UserRecord, projectId: string | undefined): UserRecord[] {
  const users = [...state.users.values()].sort((a, b) => compare(a.id, b.id))
  if (projectId === undefined) return users
  requireKnownProject(state, user, 'project:read', projectId)
  const members = new Set(state.projects.get(projectId)?.members.map(({ userId }) => userId))
  const owner = ownerOfProject(state, projectId)
  return users.filter(({ id }) => members.has(id) || id === owner?.id)
}
