import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { EXECUTION_MODES, EXECUTION_STATUSES } from '../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../model/schema.ts'
import { controlOperation } from '../operation.ts'
import { ExecutionsQuery, type executionPage, OverviewQuery, type overviewOf } from './overview.ts'

interface OverviewContext {
  overview(query: OverviewQuery): ReturnType<typeof overviewOf>
  executionPage(query: ExecutionsQuery): ReturnType<typeof executionPage>
}

const count = Type.Integer({ minimum: 0 })
const counts = ['workflows', 'activeWorkflows', 'executions', 'tags', 'credentials', 'users'] as const

const Overview = Type.Object({
  counts: Type.Object(Object.fromEntries(counts.map(name => [name, count]))),
  executions: Type.Object({
    from: DateTime(),
    until: DateTime(),
    hours: Type.Array(
      Type.Object({
        hour: DateTime(),
        counts: AnyMap({ additionalProperties: count, description: 'By status' }),
      }),
      { description: 'Hours in which none started are left out' },
    ),
  }),
})

const ExecutionPage = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        workflowId: Type.String(),
        workflowName: Nullable(Type.String()),
        status: Enumeration(EXECUTION_STATUSES),
        mode: Enumeration(EXECUTION_MODES),
        startedAt: DateTime(),
      },
      { additionalProperties: true },
    ),
  ),
  total: count,
  nextCursor: Nullable(Type.String()),
})

/** What a person wants to see at a glance, without the whole document. */
export const overviewOperations = [
  controlOperation({
    id: 'getOverview',
    method: 'GET',
    path: '/overview',
    tag: 'State',
    summary: 'How many records of each kind there are, and executions per hour',
    query: OverviewQuery,
    responses: { 200: { description: 'Counts', schema: Overview } },
    run: ({ query }, { overview }: OverviewContext) => reply(overview(query)),
  }),
  controlOperation({
    id: 'listExecutions',
    method: 'GET',
    path: '/overview/executions',
    tag: 'State',
    summary: 'Executions of every status, newest first, with the names of their workflows',
    query: ExecutionsQuery,
    responses: { 200: { description: 'A page of them', schema: ExecutionPage } },
    run: ({ query }, { executionPage }: OverviewContext) => reply(executionPage(query)),
  }),
]
