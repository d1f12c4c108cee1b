import type { Operation } from '../../http/operation.ts'
import { tagOperations } from './operations/tags.ts'
import { publicationOperations } from './operations/workflow-publication.ts'
import { workflowVersionOperations } from './operations/workflow-versions.ts'
import { workflowOperations } from './operations/workflows.ts'

const all = [...tagOperations, ...workflowOperations, ...publicationOperations, ...workflowVersionOperations]

export type OperationName = (typeof all)[number]['id']

export const operations: readonly Operation[] = all
