import { type TSchema, Type } from '@sinclair/typebox'
import { CATEGORIES, REPORTS } from '../../../model/audit.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { Decisions } from '../decisions.ts'

const text = Type.String()

/** What an audit is asked to look at. Unknown keys are accepted. */
export const AuditOptions = Type.Object({
  additionalOptions: Type.Optional(
    Type.Object({
      daysAbandonedWorkflow: Type.Optional(
        Type.Integer({ description: 'days without execution after which a workflow counts as abandoned' }),
      ),
      categories: Type.Optional(Type.Array(Enumeration(CATEGORIES))),
    }),
  ),
})

type Rules = Pick<Decisions, 'auditSectionsWithoutLocation' | 'emptyAudit'>

/** The audit report: only the reports with findings. */
export function auditShape({ auditSectionsWithoutLocation: withoutLocation, emptyAudit }: Rules): TSchema {
  const kinds = ['credential', 'node', 'community', ...(withoutLocation ? ['custom'] : [])]
  const location = Type.Array(Type.Object({ kind: Enumeration(kinds) }, { additionalProperties: text }))
  const section = Type.Object({
    title: text,
    description: text,
    recommendation: text,
    location: withoutLocation ? Type.Optional(location) : location,
  })
  const report = Type.Object({ risk: text, sections: Type.Array(section) })
  const reports = Type.Object(Object.fromEntries(Object.values(REPORTS).map(name => [name, Type.Optional(report)])), {
    additionalProperties: false,
  })
  return emptyAudit === 'object' ? reports : Type.Union([reports, Type.Array(reports, { maxItems: 0 })])
}
