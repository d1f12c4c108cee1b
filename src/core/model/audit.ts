export const CATEGORIES = ['credentials', 'database', 'nodes', 'filesystem', 'instance'] as const
export type Category = (typeof CATEGORIES)[number]

/** What an audit is asked to look at. */
export interface AuditOptions {
  additionalOptions?: { daysAbandonedWorkflow?: number; categories?: Category[] }
}

/** A place that a finding points at (docs/behaviour/audit.md#report). */
export type Location =
  | { kind: 'credential'; id: string; name: string }
  | { kind: 'node'; workflowId: string; workflowName: string; nodeId: string; nodeName: string; nodeType: string }
  | { kind: 'community'; nodeType: string; packageUrl: string }
  | { kind: 'custom'; nodeType: string; filePath: string }

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

/** The audit report: only the reports with findings. */
export type Audit = Partial<Record<(typeof REPORTS)[Category], { risk: Category; sections: AuditSection[] }>>
