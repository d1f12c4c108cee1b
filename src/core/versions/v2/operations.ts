import type { Operation } from '../../http/operation.ts'
import { auditOperation } from './operations/audit.ts'
import { communityPackageOperations } from './operations/community-packages.ts'
import { credentialOperations } from './operations/credentials.ts'
import { dataTableColumnOperations } from './operations/data-table-columns.ts'
import { dataTableRowOperations } from './operations/data-table-rows.ts'
import { dataTableOperations } from './operations/data-tables.ts'
import { discoverOperation } from './operations/discover.ts'
import { executionOperations } from './operations/executions.ts'
import { folderOperations } from './operations/folders.ts'
import { insightsOperation } from './operations/insights.ts'
import { otelOperations } from './operations/otel.ts'
import { packageOperations } from './operations/packages.ts'
import { projectMemberOperations } from './operations/project-members.ts'
import { projectOperations } from './operations/projects.ts'
import { refusedBelow } from './operations/refused.ts'
import { roleReadOperations } from './operations/role-reads.ts'
import { roleWriteOperations } from './operations/role-writes.ts'
import { sourceControlOperations } from './operations/source-control.ts'
import { tagOperations } from './operations/tags.ts'
import { testRunOperations } from './operations/test-runs.ts'
import { transferWorkflowOperation } from './operations/transfers.ts'
import { userRoleOperation } from './operations/user-role.ts'
import { userOperations } from './operations/users.ts'
import { variableOperations } from './operations/variables.ts'
import { archiveOperations, publicationOperations } from './operations/workflow-publication.ts'
import { oldWorkflowVersionOperation, workflowVersionOperations } from './operations/workflow-versions.ts'
import { workflowOperations } from './operations/workflows.ts'
import type { V2Parts } from './parts.ts'

/** In the order in which GET /discover names them. */
export function createOperations(parts: V2Parts, change: (operations: Operation[]) => Operation[]): Operation[] {
  const operations: Operation[] = change([
    auditOperation,
    ...refusedBelow('/settings/ldap', '/settings/security-policy'),
    ...otelOperations(parts),
    ...refusedBelow('/settings/sso'),
    oldWorkflowVersionOperation(parts),
    ...testRunOperations,
    ...userOperations(parts),
    userRoleOperation,
    ...dataTableOperations(parts),
    ...dataTableRowOperations(parts),
    ...dataTableColumnOperations(parts),
    ...communityPackageOperations,
    discoverOperation(parts, () => operations),
    ...folderOperations(parts),
    ...packageOperations(parts),
    ...refusedBelow('/settings/log-streaming'),
    ...credentialOperations(parts),
    ...executionOperations(parts),
    insightsOperation,
    ...refusedBelow('/node-type-policies'),
    ...projectOperations(parts),
    ...projectMemberOperations(parts),
    ...refusedBelow('/promotions', '/role-mapping-rules'),
    ...roleReadOperations(parts),
    ...roleWriteOperations(parts),
    ...sourceControlOperations(parts),
    ...tagOperations(parts),
    ...variableOperations(parts),
    ...workflowOperations(parts),
    ...archiveOperations(parts),
    transferWorkflowOperation(parts),
    ...publicationOperations(parts),
    ...workflowVersionOperations(parts),
  ])
  return operations
}
