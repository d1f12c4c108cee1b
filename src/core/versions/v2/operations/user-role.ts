import { Type } from '@sinclair/typebox'
import { changeUserRole } from '../../../features/users/change-role.ts'
import { getUser } from '../../../features/users/rules.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { ROLES } from '../roles.ts'

export const userRoleOperation = operation({
  dialect: 'old',
  id: 'changeRole',
  method: 'PATCH',
  path: '/users/:id/role',
  tag: 'User',
  summary: "Change a user's global role",
  scope: 'user:changeRole',
  feature: 'feat:advancedPermissions',
  params: Type.Object({ id: Type.String({ format: 'identifier', examples: ['mia@example.com'] }) }),
  body: {
    schema: Type.Object({ newRoleName: Type.String() }),
    required: true,
    example: { newRoleName: 'global:admin' },
  },
  responses: { 204: { description: 'It is changed' }, ...refusals(404) },
  run: async ({ params, body, user }: Call<{ id: string }, unknown, { newRoleName: string }>, { store, clock }) => {
    await store.update(draft => {
      const { id } = getUser(draft, params.id)
      return changeUserRole(draft, id, body.newRoleName, { by: user, roles: ROLES, now: clock.iso() })
    })
    return noContent()
  },
})
