import { Type } from '@sinclair/typebox'
import { getUser } from '../../../features/users/rules.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { pageParameters, paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { Decisions } from '../decisions.ts'
import { showUser } from '../presenters/user.ts'
import { userShape } from '../shapes/user.ts'

const includeRole = Type.Optional(Type.Boolean({ default: false, description: "Include the user's role" }))
const tag = 'Users'

export function userOperations(decisions: Decisions): Operation[] {
  const User = userShape(decisions)
  return [
    operation({
      id: 'getUsers',
      method: 'GET',
      path: '/users',
      tag,
      summary: 'Retrieve all users',
      query: Type.Object({ ...pageParameters(decisions), includeRole }),
      roles: decisions.usersFor,
      reads: [],
      responses: { 200: { description: 'A page of users', schema: listOf(User) } },
      run: ({ query, page }, { store }) => {
        const { items, nextCursor } = paginate(store.data.users.values(), page)
        return pageReply(
          items.map(user => showUser(user, query.includeRole, decisions)),
          nextCursor,
        )
      },
    }),
    operation({
      id: 'getUser',
      method: 'GET',
      path: '/users/:id',
      tag,
      summary: 'Retrieve a user by id or e-mail address',
      params: Type.Object({ id: Type.String({ format: 'identifier' }) }),
      query: Type.Object({ includeRole }),
      roles: decisions.usersFor,
      reads: [],
      responses: { 200: { description: 'The user', schema: User }, ...refusals(404) },
      run: ({ params, query }, { store }) =>
        reply(showUser(getUser(store.data, params.id), query.includeRole, decisions)),
    }),
  ]
}
