export { migrateOperations } from './operations.ts'
