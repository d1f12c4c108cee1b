import { type Audit, type AuditOptions, type Category, REPORTS } from '../../model/audit.ts'
import type { AuditState } from './audit-state.ts'
import { reportCredentials } from './credentials-report.ts'
import { reportDatabase } from './database-report.ts'
import { reportFilesystem } from './filesystem-report.ts'
import { reportInstance } from './instance-report.ts'
import { reportNodes } from './nodes-report.ts'
import { nodesOf, type Report } from './report.ts'

/** What an audit shows. */
export interface AuditRules {
  /** The answer of an audit without findings. */
  emptyAudit: 'object' | 'array'
  /** Whether there are sections without a list of locations. */
  auditSectionsWithoutLocation: boolean
  /** Whether community nodes include those that workflows use, not only those of installed packages. */
  communityNodesFromWorkflows: boolean
  /** The node types that the instance settings exclude, as the report shows them. */
  excludedNodes?: string
}

/** The time of an audit, and what it shows. */
export interface AuditContext {
  now: Date
  rules: AuditRules
}

/**
 * Makes the security audit (docs/behaviour/audit.md): the reports with findings, in the requested order, the
 * locations in the order in which the records were made. One pass over the workflows serves all reports. A step is a
 * workflow, or an execution.
 */
export function* auditSteps(
  state: AuditState,
  options: AuditOptions,
  context: AuditContext,
): Generator<undefined, Audit | []> {
  const { categories = [], daysAbandonedWorkflow } = options.additionalOptions ?? {}
  const wanted = categories.length > 0 ? [...new Set(categories)] : ALL
  const reports = wanted.map(risk => ({ risk, report: MAKERS[risk](state, context, daysAbandonedWorkflow) }))
  for (const workflow of state.workflows.values()) {
    const nodes = nodesOf(workflow)
    for (const { report } of reports) report.look(workflow, nodes)
    yield
  }
  for (const { report } of reports) if (report.lookAtExecutions) yield* report.lookAtExecutions()
  const found: Audit = {}
  for (const { risk, report } of reports) {
    const sections = report.sections()
    if (sections.length > 0) found[REPORTS[risk]] = { risk, sections }
  }
  return context.rules.emptyAudit === 'array' && Object.keys(found).length === 0 ? [] : found
}

const ALL: Category[] = ['credentials', 'database', 'nodes', 'instance', 'filesystem']

const MAKERS: Record<Category, (state: AuditState, context: AuditContext, days: number | undefined) => Report> = {
  credentials: (state, context, days) => reportCredentials(state, context.now, days),
  database: reportDatabase,
  nodes: (state, context) => reportNodes(state.communityPackages, context.rules.communityNodesFromWorkflows),
  instance: (state, context) =>
    reportInstance(
      context.rules.auditSectionsWithoutLocation,
      state.communityPackages.length > 0,
      context.rules.excludedNodes,
    ),
  filesystem: reportFilesystem,
}
