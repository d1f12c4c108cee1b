export { overviewOperations } from './operations.ts'
export {
  type ExecutionsQuery,
  executionPage,
  type OverviewQuery,
  overviewOf,
  type WorkflowsQuery,
  workflowPage,
} from './overview.ts'
