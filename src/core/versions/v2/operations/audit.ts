import { type TSchema, Type } from '@sinclair/typebox'
import { runSoon } from '../../../base/run-in-slices.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { type AuditOptions, CATEGORIES, REPORTS } from '../../../model/audit.ts'
import { AnyMap, Enumeration } from '../../../model/schema.ts'

/** What an audit is asked to look at. Unknown keys are ignored. */
const Options = Type.Object({
  additionalOptions: Type.Optional(
    Type.Object({
      daysAbandonedWorkflow: Type.Optional(
        Type.Integer({ description: 'days without execution after which a workflow counts as abandoned' }),
      ),
      categories: Type.Optional(Type.Array(Enumeration(CATEGORIES))),
    }),
  ),
})

const Report = Type.Object({ risk: Type.String(), sections: Type.Array(AnyMap()) })
/** Only the reports with findings; an empty list where there are none. */
const Audit = Type.Union([
  Type.Array(Type.Unknown()),
  Type.Object(
    Object.fromEntries(Object.values(REPORTS).map((name): [string, TSchema] => [name, Type.Optional(Report)])),
    { additionalProperties: false },
  ),
])

/** Node types that the service leaves out by default. */
const EXCLUDED = ['executeCommand', 'localFileTrigger', 'e2eTest', 'dynamicCredentialCheck']

const rules = {
  emptyAudit: 'array',
  auditSectionsWithoutLocation: true,
  communityNodesFromWorkflows: false,
  excludedNodes: EXCLUDED.map(name => `n8n-nodes-base.${name}`).join(', '),
} as const

export const auditOperation = operation({
  id: 'generateAudit',
  method: 'POST',
  path: '/audit',
  dialect: 'old',
  tag: 'Audit',
  summary: 'Generate a security audit of the instance',
  scope: 'securityAudit:generate',
  body: {
    schema: Options,
    required: false,
    example: { additionalOptions: { daysAbandonedWorkflow: 90, categories: ['credentials', 'nodes'] } },
  },
  responses: { 200: { description: 'The reports with findings', schema: Audit } },
  run: async ({ body }: Call<unknown, unknown, AuditOptions>, { store, clock }) => {
    const { auditSteps } = await import('../../../features/audit/rules.ts')
    return reply(await runSoon(auditSteps(store.data, body, { now: new Date(clock.now()), rules })))
  },
})
