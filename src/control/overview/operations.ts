import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { EXECUTION_MODES, EXECUTION_STATUSES } from '../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../model/schema.ts'
import { controlOperation } from '../operation.ts'
import {
  ExecutionsQuery,
  type executionPage,
  OverviewQuery,
  type overviewOf,
  WorkflowsQuery,
  type workflowPage,
} from './overview.ts'

interface OverviewContext {
  overview(query: OverviewQuery): ReturnType<typeof overviewOf>
  executionPage(query: ExecutionsQuery): ReturnType<typeof executionPage>
  workflowPage(query: WorkflowsQuery): ReturnType<typeof workflowPage>
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
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Where a page was asked for by its number' })),
  nextCursor: Nullable(Type.String()),
})

const WorkflowPage = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      active: Type.Boolean(),
      isArchived: Type.Boolean(),
      createdAt: DateTime(),
      updatedAt: DateTime(),
      tags: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      nodes: Type.Array(Type.Object({ type: Type.Optional(Type.String()), disabled: Type.Optional(Type.Boolean()) })),
    }),
  ),
  total: count,
  page: Type.Integer({ minimum: 1 }),
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
  controlOperation({
    id: 'listWorkflows',
    method: 'GET',
    path: '/overview/workflows',
    tag: 'State',
    summary: 'Workflows sorted and counted, with the types of their nodes',
    query: WorkflowsQuery,
    responses: { 200: { description: 'A page of them', schema: WorkflowPage } },
    run: ({ query }, { workflowPage }: OverviewContext) => reply(workflowPage(query)),
  }),
]
