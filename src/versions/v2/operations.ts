import type { Operation } from '../../http/operation.ts'
import { credentialOperations } from './operations/credentials.ts'
import { dataTableColumnOperations } from './operations/data-table-columns.ts'
import { dataTableRowOperations } from './operations/data-table-rows.ts'
import { dataTableOperations } from './operations/data-tables.ts'
import { executionOperations } from './operations/executions.ts'
import { tagOperations } from './operations/tags.ts'
import { publicationOperations } from './operations/workflow-publication.ts'
import { workflowVersionOperations } from './operations/workflow-versions.ts'
import { workflowOperations } from './operations/workflows.ts'

const all = [
  ...credentialOperations,
  ...executionOperations,
  ...dataTableOperations,
  ...dataTableRowOperations,
  ...dataTableColumnOperations,
  ...tagOperations,
  ...workflowOperations,
  ...publicationOperations,
  ...workflowVersionOperations,
]

export type OperationName = (typeof all)[number]['id']

export const operations: readonly Operation[] = all
