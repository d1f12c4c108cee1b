import { Type } from '@sinclair/typebox'
import { CATEGORIES, REPORTS } from '../../../model/audit.ts'
import { Enumeration } from '../../../model/schema.ts'

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

const AuditSection = Type.Object({
  title: text,
  description: text,
  recommendation: text,
  location: Type.Array(
    Type.Object({ kind: Enumeration(['credential', 'node', 'community']) }, { additionalProperties: text }),
  ),
})

const Report = Type.Object({ risk: text, sections: Type.Array(AuditSection) })

/** The audit report: only the reports with findings. */
export const Audit = Type.Object(
  Object.fromEntries(Object.values(REPORTS).map(name => [name, Type.Optional(Report)])),
  { additionalProperties: false },
)
