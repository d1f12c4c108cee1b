import { Type } from '@sinclair/typebox'
import type { Context } from '../../context.ts'
import { answer, pageAnswer } from '../../http/answer.ts'
import { listOf, refusals } from '../../http/answers.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { pageParameters, paginate } from '../../http/paging.ts'
import { User } from '../../model/user.ts'
import { getUser, userAnswer } from './rules.ts'

const includeRole = Type.Optional(Type.Boolean({ default: false, description: "Include the user's role" }))
const tag = 'Users'

export function userRoutes({ store, profile }: Pick<Context, 'store' | 'profile'>): Operation[] {
  return [
    operation({
      id: 'getUsers',
      method: 'GET',
      path: '/users',
      tag,
      summary: 'Retrieve all users',
      query: Type.Object({ ...pageParameters(profile), includeRole }),
      roles: profile.usersFor,
      reads: ['users'],
      answers: { 200: { says: 'A page of users', schema: listOf(User) }, ...refusals(401) },
      run: ({ query, page }) => {
        const { items, nextCursor } = paginate(store.data.users.values(), page)
        return pageAnswer(
          items.map(user => userAnswer(user, query.includeRole ?? false, profile)),
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
      roles: profile.usersFor,
      reads: ['users'],
      answers: { 200: { says: 'The user', schema: User }, ...refusals(401) },
      run: ({ params, query }) =>
        answer(userAnswer(getUser(store.data, params.id), query.includeRole ?? false, profile)),
    }),
  ]
}
