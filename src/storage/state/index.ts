export { StateBase, StateDraft } from './state-layers.ts'
export { jsonOf } from './text-record.ts'
export { UpdateQueue } from './update-queue.ts'
