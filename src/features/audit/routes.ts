import type { Context } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { refusals } from '../../http/answers.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { Audit, AuditOptions } from '../../model/audit.ts'

export function auditRoutes({ store, profile, clock }: Pick<Context, 'store' | 'profile' | 'clock'>): Operation[] {
  return [
    operation({
      id: 'generateAudit',
      method: 'POST',
      path: '/audit',
      tag: 'Audit',
      summary: 'Generate a security audit of the instance',
      body: { schema: AuditOptions, required: false },
      roles: ['global:owner', 'global:admin'],
      answers: { 200: { says: 'The reports with findings', schema: Audit }, ...refusals(401, 500) },
      run: async ({ body }: Call<unknown, unknown, AuditOptions>) => {
        const { audit } = await import('./rules.ts')
        return answer(audit(store.data, body, { now: new Date(clock.now()), rules: profile }))
      },
    }),
  ]
}
