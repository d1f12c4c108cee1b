import { Type } from '@sinclair/typebox'
import { addMembers, changeMemberRole, listMembers, removeMember } from '../../../features/projects/members.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { noContent } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { requireInProject } from '../access.ts'
import { pageParameters } from '../dialect/page.ts'
import type { V2Parts } from '../parts.ts'
import { ROLES } from '../roles.ts'

const shared = { tag: 'Projects', feature: 'feat:projectRole:admin' } as const
const MANAGE = 'project:manageMembers'
const params = Type.Object({ projectId: Type.String() })
const member = Type.Object({ projectId: Type.String(), userId: Type.String() })

interface Project {
  projectId: string
}
interface Member extends Project {
  userId: string
}

export const projectMemberOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    ...shared,
    id: 'getProjectUsers',
    method: 'GET',
    path: '/projects/:projectId/users',
    summary: 'Retrieve the members of a project',
    scope: 'user:list',
    params,
    query: Type.Object(pageParameters),
    reads: [],
    responses: { 200: { description: 'A page of members', schema: listOf(shapes.Member) }, ...refusals(404) },
    run: ({ params, page, user }, { store: { data: state } }) => {
      requireInProject(state, user, 'project:read', params.projectId)
      const { items, nextCursor } = paginate(listMembers(state, params.projectId), page)
      return pageReply(items.map(presenters.showMember), nextCursor)
    },
  }),
  operation({
    ...shared,
    id: 'addUsersToProject',
    method: 'POST',
    path: '/projects/:projectId/users',
    summary: 'Add members to a team project',
    scope: MANAGE,
    params,
    body: {
      schema: shapes.Relations,
      required: true,
      example: { relations: [{ userId: '91765f0d-3b29-45df-adb9-35b23937eb92', role: 'project:viewer' }] },
    },
    responses: { 201: { description: 'They are members' }, ...refusals(404) },
    run: async (
      { params, body, user }: Call<Project, unknown, { relations: { userId: string; role: string }[] }>,
      context,
    ) => {
      await context.store.update(draft => {
        requireInProject(draft, user, MANAGE, params.projectId)
        addMembers(draft, params.projectId, body.relations, { ...context, roles: ROLES })
      })
      return noContent(201)
    },
  }),
  operation({
    ...shared,
    id: 'changeUserRoleInProject',
    method: 'PATCH',
    path: '/projects/:projectId/users/:userId',
    summary: 'Change the role of a member',
    scope: MANAGE,
    params: member,
    body: { schema: shapes.ChangedMember, required: true, example: { role: 'project:editor' } },
    responses: { 204: { description: 'It is changed' }, ...refusals(404) },
    run: async ({ params, body, user }: Call<Member, unknown, { role: string }>, context) => {
      await context.store.update(draft => {
        requireInProject(draft, user, MANAGE, params.projectId)
        changeMemberRole(draft, params.projectId, params.userId, body.role, { ...context, roles: ROLES })
      })
      return noContent()
    },
  }),
  operation({
    ...shared,
    id: 'deleteUserFromProject',
    method: 'DELETE',
    path: '/projects/:projectId/users/:userId',
    summary: 'Remove a member from a team project',
    scope: MANAGE,
    params: member,
    responses: { 204: { description: 'The user is no member any more' }, ...refusals(404) },
    run: async ({ params, user }, context) => {
      await context.store.update(draft => {
        requireInProject(draft, user, MANAGE, params.projectId)
        removeMember(draft, params.projectId, params.userId, context)
      })
      return noContent()
    },
  }),
]
