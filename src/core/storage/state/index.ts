export { StateBase, StateDraft } from './state-layers.ts'
export { jsonOf, TextRecord } from './text-record.ts'
export { UpdateQueue } from './update-queue.ts'
