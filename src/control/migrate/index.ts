export { type CloneJob, createCloneJob } from './clone-job.ts'
export { CloneState } from './clone-state.ts'
export { migrateOperations } from './operations.ts'
