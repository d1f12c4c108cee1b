import { Type } from '@sinclair/typebox'
import { accessByOwner, executionAccess } from '../../../features/access.ts'
import { deleteExecution, getExecution, listExecutions } from '../../../features/executions/rules.ts'
import type { Context } from '../../../http/context.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { cursorAfter, pageParameters, requireNumericId } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { type ExecutionRecord, STATUS_FILTERS } from '../../../model/execution.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { Draft, State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import type { Decisions } from '../decisions.ts'
import { showExecution } from '../presenters/execution.ts'
import { executionShapes } from '../shapes/execution.ts'

const params = Type.Object({ id: Type.Number() })
const includeData = Type.Optional(Type.Boolean({ description: 'Include detailed execution data' }))
const tag = 'Execution'

const sees = (state: State | Draft, user: UserRecord) => executionAccess(state, accessByOwner(user), 'execution:read')

export const executionOperations = (decisions: Decisions): Operation[] => {
  const { Item, Single, Deleted } = executionShapes(decisions)
  const detailsIf = (wanted: boolean | undefined, { store, runData }: Context, execution: ExecutionRecord) =>
    wanted ? { details: runData.detailsOf(store.data, execution, decisions.runForm) } : {}

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
        ...pageParameters(decisions),
      }),
      reads: ['executions', 'workflows'],
      responses: {
        200: { description: 'A page of executions', schema: listOf(Item) },
        ...refusals(404),
      },
      run: ({ query, page, user }, context) => {
        const { store } = context
        requireNumericId(page)
        const { items, last, left } = listExecutions(store.data, query, page, sees(store.data, user))
        const more = left.some(execution => decisions.runningCountsAsNext || execution.status !== 'running')
        return pageReply(
          items.values().map(it => showExecution(it, decisions, detailsIf(query.includeData, context, it))),
          last && more ? cursorAfter(last, page) : null,
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
      responses: { 200: { description: 'The execution', schema: Single }, ...refusals(404) },
      run: ({ params, query, user }, context) => {
        const { data: state } = context.store
        const execution = getExecution(state, params.id, sees(state, user))
        const details = detailsIf(query.includeData, context, execution)
        return reply(showExecution(execution, decisions, { single: true, ...details }))
      },
    }),
    operation({
      id: 'deleteExecution',
      method: 'DELETE',
      path: '/executions/:id',
      tag,
      summary: 'Delete an execution',
      params,
      responses: { 200: { description: 'The deleted execution', schema: Deleted }, ...refusals(404) },
      run: async ({ params, user }, { store }) => {
        const execution = await store.update(draft =>
          deleteExecution(draft, params.id, sees(draft, user), { deletesRunning: true }),
        )
        return reply(showExecution(execution, decisions, { single: true, deleted: true }))
      },
    }),
  ]
}
