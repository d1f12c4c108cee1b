export { snapshotOperations } from './operations.ts'
export {
  createSnapshots,
  type Snapshot,
  SnapshotShape,
  type Snapshots,
} from './snapshots.ts'
