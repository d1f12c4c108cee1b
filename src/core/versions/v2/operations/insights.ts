import { Type } from '@sinclair/typebox'
import { insightsSummary } from '../../../features/insights/summary.ts'
import { operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { Nullable } from '../../../model/schema.ts'
import { Instant } from '../shapes/instant.ts'

const strict = { additionalProperties: false }

const Figure = Type.Object({ value: Type.Number(), deviation: Nullable(Type.Number()), unit: Type.String() }, strict)

export const insightsOperation = operation({
  id: 'getInsightsSummary',
  method: 'GET',
  path: '/insights/summary',
  tag: 'Insights',
  summary: 'Sum up the finished executions of a period',
  scope: 'insights:read',
  query: Type.Object({
    startDate: Type.Optional(Instant()),
    endDate: Type.Optional(Instant()),
    projectId: Type.Optional(Type.String()),
  }),
  responses: {
    200: {
      description: 'The figures',
      schema: Type.Object(
        { total: Figure, failed: Figure, failureRate: Figure, timeSaved: Figure, averageRunTime: Figure },
        strict,
      ),
    },
  },
  run: ({ query }, { store, clock }) => reply(insightsSummary(store.data, query, clock.now())),
})
