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

/** In the order in which GET /discover names them. */
export const operations: readonly Operation[] = [
  auditOperation,
  ...refusedBelow('/settings/ldap', '/settings/security-policy'),
  ...otelOperations,
  ...refusedBelow('/settings/sso'),
  oldWorkflowVersionOperation,
  ...testRunOperations,
  ...userOperations,
  userRoleOperation,
  ...dataTableOperations,
  ...dataTableRowOperations,
  ...dataTableColumnOperations,
  ...communityPackageOperations,
  discoverOperation(() => operations),
  ...folderOperations,
  ...packageOperations,
  ...refusedBelow('/settings/log-streaming'),
  ...credentialOperations,
  ...executionOperations,
  insightsOperation,
  ...refusedBelow('/node-type-policies'),
  ...projectOperations,
  ...projectMemberOperations,
  ...refusedBelow('/promotions', '/role-mapping-rules'),
  ...roleReadOperations,
  ...roleWriteOperations,
  ...sourceControlOperations,
  ...tagOperations,
  ...variableOperations,
  ...workflowOperations,
  ...archiveOperations,
  transferWorkflowOperation,
  ...publicationOperations,
  ...workflowVersionOperations,
]
