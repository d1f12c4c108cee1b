export { overviewOperations } from './operations.ts'
export { type ExecutionsQuery, executionPage, type OverviewQuery, overviewOf } from './overview.ts'
