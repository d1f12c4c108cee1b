import { Type } from '@sinclair/typebox'
import type { Context } from '../../context.ts'
import { answer, pageAnswer } from '../../http/answer.ts'
import { listOf, refusals } from '../../http/answers.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { encodeCursor, pageParameters, requireNumericId } from '../../http/paging.ts'
import { Execution, type ExecutionRecord, STATUS_FILTERS } from '../../model/execution.ts'
import { Enumeration } from '../../model/schema.ts'
import { executionAnswer } from './answers.ts'
import { deleteExecution, getExecution, listExecutions } from './rules.ts'
import { detailsOf } from './run-data.ts'

const params = Type.Object({ id: Type.Number() })
const includeData = Type.Optional(Type.Boolean({ description: 'Include detailed execution data' }))
const tag = 'Execution'

export function executionRoutes({ store, profile }: Pick<Context, 'store' | 'profile'>): Operation[] {
  const details = (execution: ExecutionRecord, wanted: boolean | undefined) =>
    wanted ? { details: detailsOf(store.data, execution) } : {}

  return [
    operation({
      id: 'getExecutions',
      method: 'GET',
      path: '/executions',
      tag,
      summary: 'Retrieve all executions',
      query: Type.Object({
        includeData,
        status: Type.Optional(Enumeration(STATUS_FILTERS)),
        workflowId: Type.Optional(Type.String()),
        ...pageParameters(profile),
      }),
      reads: ['executions', 'workflows'],
      answers: { 200: { says: 'A page of executions', schema: listOf(Execution) }, ...refusals(401, 404) },
      run: ({ query, page, user }) => {
        requireNumericId(page)
        const { items, last, left } = listExecutions(store.data, query, page, user)
        const more = left.some(execution => profile.runningCountsAsNext || execution.status !== 'running')
        return pageAnswer(
          items.map(it => executionAnswer(it, profile, details(it, query.includeData))),
          last && more ? encodeCursor({ lastId: last.id, limit: page.limit }) : null,
        )
      },
    }),
    operation({
      id: 'getExecution',
      method: 'GET',
      path: '/executions/:id',
      tag,
      summary: 'Retrieve an execution',
      params,
      query: Type.Object({ includeData }),
      reads: ['executions', 'workflows'],
      answers: { 200: { says: 'The execution', schema: Execution }, ...refusals(401, 404) },
      run: ({ params, query, user }) => {
        const execution = getExecution(store.data, params.id, user)
        return answer(executionAnswer(execution, profile, { single: true, ...details(execution, query.includeData) }))
      },
    }),
    operation({
      id: 'deleteExecution',
      method: 'DELETE',
      path: '/executions/:id',
      tag,
      summary: 'Delete an execution',
      params,
      answers: { 200: { says: 'The deleted execution', schema: Execution }, ...refusals(401, 404) },
      run: async ({ params, user }) => {
        const execution = await store.update(draft => deleteExecution(draft, params.id, user))
        return answer(executionAnswer(execution, profile, { single: true, deleted: true }))
      },
    }),
  ]
}
