import { Type } from '@sinclair/typebox'
import { Nullable } from '../../../../src/core/model/schema.ts'
import { definition as n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../../../src/core/versions/v2/v2.ts'

/** A version that never was: 2.41 with one more field on a workflow, one more setting, one operation less. */
export const version = createV2({
  name: 'n8n-2.42',
  after: n8n241,
  measured: { release: '2.42.0', day: '2026-11-22' },
  isAnsweredBy: async service =>
    [200, 403].includes((await service.get('/credentials', { limit: 1 })).status) &&
    (await service.get('/insights/summary')).status === 404,
  changes: [
    {
      subject: 'workflow fields',
      sentence: 'a workflow has a `colour`',
      workflowFields: { colour: { shape: Nullable(Type.String()), absent: null } },
    },
    {
      subject: 'workflow settings',
      sentence: 'a workflow has a `priority`',
      workflowSettings: { priority: Type.Optional(Type.Integer({ minimum: 0 })) },
    },
    { subject: 'GET /insights/summary', sentence: 'is no more', without: ['getInsightsSummary'] },
  ],
})
