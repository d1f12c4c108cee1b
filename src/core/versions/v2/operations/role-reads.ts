import { Type } from '@sinclair/typebox'
import { getRole, listRoles } from '../../../features/roles/role-list.ts'
import { operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { V2Parts } from '../parts.ts'
import { ROLES } from '../roles.ts'

const withUsageCount = Type.Optional(Type.Boolean({ description: 'Say how often each is used' }))

export const roleReadOperations = ({ shapes }: V2Parts) => [
  operation({
    id: 'getAllRoles',
    method: 'GET',
    path: '/roles',
    tag: 'Role',
    summary: 'Retrieve all roles',
    scope: 'role:list',
    query: Type.Object({ withUsageCount }),
    reads: [],
    responses: {
      200: { description: 'The roles by their type', schema: shapes.RoleList },
    },
    run: ({ query }, { store }) => reply(listRoles(store.data, ROLES, query.withUsageCount)),
  }),
  operation({
    id: 'getRole',
    method: 'GET',
    path: '/roles/:roleSlug',
    tag: 'Role',
    summary: 'Retrieve a role',
    scope: 'role:read',
    params: Type.Object({ roleSlug: Type.String({ examples: ['global:member'] }) }),
    query: Type.Object({ withUsageCount }),
    reads: [],
    responses: { 200: { description: 'The role', schema: shapes.Role }, ...refusals(404) },
    run: ({ params, query }, { store }) => reply(getRole(store.data, ROLES, params.roleSlug, query.withUsageCount)),
  }),
]
