export type { Revisions } from './changes.ts'
export { eventOperations } from './operations.ts'
