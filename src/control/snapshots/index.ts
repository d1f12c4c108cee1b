export { snapshotOperations } from './operations.ts'
export {
  createSnapshots,
  type KeptSnapshot,
  type Snapshot,
  type SnapshotFiles,
  SnapshotShape,
  type Snapshots,
} from './snapshots.ts'
