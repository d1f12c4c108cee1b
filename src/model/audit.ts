import { Type } from '@sinclair/typebox'
import { Enumeration } from './schema.ts'

export const CATEGORIES = ['credentials', 'database', 'nodes', 'filesystem', 'instance'] as const
export type Category = (typeof CATEGORIES)[number]

/** What an audit is asked to look at (reference 4.1). Unknown keys are accepted. */
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
export interface AuditOptions {
  additionalOptions?: { daysAbandonedWorkflow?: number; categories?: Category[] }
}

/** A place that a finding points at (reference 2.10). */
export type Location =
  | { kind: 'credential'; id: string; name: string }
  | { kind: 'node'; workflowId: string; workflowName: string; nodeId: string; nodeName: string; nodeType: string }
  | { kind: 'community'; nodeType: string; packageUrl: string }
  | { kind: 'custom'; nodeType: string; filePath: string }

const text = Type.String()

export const AuditSection = Type.Object({
  title: text,
  description: text,
  recommendation: text,
  location: Type.Array(
    Type.Object({ kind: Enumeration(['credential', 'node', 'community']) }, { additionalProperties: text }),
  ),
})
export interface AuditSection {
  title: string
  description: string
  recommendation: string
  location?: Location[]
  [extra: string]: unknown
}

export const REPORTS = {
  credentials: 'Credentials Risk Report',
  database: 'Database Risk Report',
  nodes: 'Nodes Risk Report',
  instance: 'Instance Risk Report',
  filesystem: 'Filesystem Risk Report',
} as const satisfies Record<Category, string>

const Report = Type.Object({ risk: text, sections: Type.Array(AuditSection) })

/** The audit report: only the reports with findings. */
export const Audit = Type.Object(
  Object.fromEntries(Object.values(REPORTS).map(name => [name, Type.Optional(Report)])),
  { additionalProperties: false },
)
export type Audit = Partial<Record<(typeof REPORTS)[Category], { risk: Category; sections: AuditSection[] }>>
