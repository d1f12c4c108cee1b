import { Type } from '@sinclair/typebox'
import { createRole, deleteRole, type RoleInput, updateRole } from '../../../features/roles/custom-roles.ts'
import { madeRole } from '../../../features/roles/role-list.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { CustomRoleRecord } from '../../../model/custom-role.ts'
import type { V2Parts } from '../parts.ts'
import { ROLES } from '../roles.ts'

const shared = {
  tag: 'Role',
  scope: ['role:manage', 'role:manageProject'],
  feature: 'feat:customRoles',
} as const
const params = Type.Object({ roleSlug: Type.String() })
const scopes = ['workflow:list', 'workflow:read']

export const roleWriteOperations = ({ shapes }: V2Parts) => [
  operation({
    ...shared,
    id: 'createRole',
    method: 'POST',
    path: '/roles',
    summary: 'Create a role',
    body: { schema: shapes.NewRole, required: true, example: { displayName: 'Reader', roleType: 'project', scopes } },
    responses: { 201: { description: 'The new role', schema: shapes.MadeRole } },
    run: async ({ body }: Call<unknown, unknown, RoleInput & Pick<CustomRoleRecord, 'roleType'>>, context) =>
      reply(showMade(await context.store.update(draft => createRole(draft, body, { ...context, roles: ROLES }))), 201),
  }),
  operation({
    ...shared,
    id: 'updateRole',
    method: 'PUT',
    path: '/roles/:roleSlug',
    summary: 'Update a role that somebody made',
    params,
    body: {
      schema: shapes.ChangedRole,
      required: true,
      example: { displayName: 'Reader', description: 'Looks on', scopes },
    },
    responses: { 200: { description: 'The role after the change', schema: shapes.MadeRole }, ...refusals(404) },
    run: async ({ params, body }: Call<{ roleSlug: string }, unknown, RoleInput>, context) => {
      const { store, clock } = context
      const changed = await store.update(draft => updateRole(draft, params.roleSlug, body, { clock, roles: ROLES }))
      return reply(showMade(changed))
    },
  }),
  operation({
    ...shared,
    id: 'deleteRole',
    method: 'DELETE',
    path: '/roles/:roleSlug',
    summary: 'Delete a role that somebody made',
    params,
    query: Type.Object({
      reassignRoleSlug: Type.Optional(
        Type.String({ minLength: 1, description: 'The role of those who have this one, from then on' }),
      ),
    }),
    responses: { 200: { description: 'The deleted role', schema: shapes.MadeRole }, ...refusals(404) },
    run: async ({ params, query }, { store, clock }) => {
      const deleted = await store.update(draft =>
        deleteRole(draft, params.roleSlug, query.reassignRoleSlug, { clock, roles: ROLES }),
      )
      return reply(showMade(deleted))
    },
  }),
]

function showMade(role: CustomRoleRecord) {
  const { licensed: _licensed, ...made } = madeRole(role)
  return made
}
