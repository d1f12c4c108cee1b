export { StateBase, StateDraft } from './state-layers.ts'
export { UpdateQueue } from './update-queue.ts'
