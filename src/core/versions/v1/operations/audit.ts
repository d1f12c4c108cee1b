import { runSoon } from '../../../base/run-in-slices.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { AuditOptions } from '../../../model/audit.ts'
import type { Decisions } from '../decisions.ts'
import * as shapes from '../shapes/audit.ts'

export const auditOperations = (decisions: Decisions): Operation[] => [
  operation({
    id: 'generateAudit',
    method: 'POST',
    path: '/audit',
    tag: 'Audit',
    summary: 'Generate a security audit of the instance',
    body: {
      schema: shapes.AuditOptions,
      required: false,
      example: { additionalOptions: { daysAbandonedWorkflow: 90, categories: ['credentials', 'nodes'] } },
    },
    roles: ['global:owner', 'global:admin'],
    responses: {
      200: { description: 'The reports with findings', schema: shapes.auditShape(decisions) },
      ...refusals(500),
    },
    run: async ({ body }: Call<unknown, unknown, AuditOptions>, { store, clock }) => {
      const { auditSteps } = await import('../../../features/audit/rules.ts')
      return reply(await runSoon(auditSteps(store.data, body, { now: new Date(clock.now()), rules: decisions })))
    },
  }),
]
