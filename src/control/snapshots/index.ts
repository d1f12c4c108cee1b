export { snapshotOperations } from './operations.ts'
export { createSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
