import { Type } from '@sinclair/typebox'
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
  type VariableInput,
} from '../../../features/variables/variables.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { noContent } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { Draft } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import { accessIn, requireInProject } from '../access.ts'
import { pageParameters } from '../dialect/page.ts'
import type { V2Parts } from '../parts.ts'

const shared = { tag: 'Variables', feature: 'feat:variables' } as const
const params = Type.Object({ id: Type.String() })
const example = { key: 'region', value: 'eu-central-1' }

export const variableOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    ...shared,
    id: 'getVariables',
    method: 'GET',
    path: '/variables',
    summary: 'Retrieve all variables',
    scope: 'variable:list',
    query: Type.Object({
      ...pageParameters,
      projectId: Type.Optional(Type.String({ description: 'Only those of this project' })),
      state: Type.Optional(Enumeration(['empty'], { description: 'Only those without a value' })),
    }),
    reads: ['variables'],
    responses: { 200: { description: 'A page of variables', schema: listOf(shapes.Variable) } },
    run: ({ query, page, user }, { store: { data: state } }) => {
      const access = accessIn(state, user)
      const mayRead = (projectId: string | null) => projectId === null || access.inProject('variable:list', projectId)
      const { items, nextCursor } = paginate(listVariables(state, mayRead, query), page)
      return pageReply(
        items.map(variable => presenters.showVariable(state, variable)),
        nextCursor,
      )
    },
  }),
  operation({
    ...shared,
    id: 'createVariable',
    method: 'POST',
    path: '/variables',
    summary: 'Create a variable',
    scope: 'variable:create',
    body: { schema: shapes.NewVariable, required: true, example },
    responses: { 201: { description: 'It is created' }, ...refusals(404) },
    run: async ({ body, user }: Call<unknown, unknown, VariableInput>, context) => {
      await context.store.update(draft => {
        requirePlace(draft, user, 'variable:create', body.projectId)
        return createVariable(draft, body, context)
      })
      return noContent(201)
    },
  }),
  operation({
    ...shared,
    id: 'updateVariable',
    method: 'PUT',
    path: '/variables/:id',
    summary: 'Update a variable',
    scope: 'variable:update',
    params,
    body: { schema: shapes.ChangedVariable, required: true, example },
    responses: { 204: { description: 'It is updated' }, ...refusals(404) },
    run: async ({ params, body, user }: Call<{ id: string }, unknown, VariableInput>, { store }) => {
      await store.update(draft => {
        requirePlace(draft, user, 'variable:update', getVariable(draft, params.id).projectId)
        requirePlace(draft, user, 'variable:update', body.projectId)
        return updateVariable(draft, params.id, body)
      })
      return noContent()
    },
  }),
  operation({
    ...shared,
    id: 'deleteVariable',
    method: 'DELETE',
    path: '/variables/:id',
    summary: 'Delete a variable',
    scope: 'variable:delete',
    params,
    responses: { 204: { description: 'It is deleted' }, ...refusals(404) },
    run: async ({ params, user }, { store }) => {
      await store.update(draft => {
        requirePlace(draft, user, 'variable:delete', getVariable(draft, params.id).projectId)
        deleteVariable(draft, params.id)
      })
      return noContent()
    },
  }),
]

/** A variable of a project is for those who may do this there. */
function requirePlace(draft: Draft, user: UserRecord, scope: string, projectId: string | null | undefined): void {
  if (projectId) requireInProject(draft, user, scope, projectId)
}
