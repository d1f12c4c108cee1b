import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { Draft } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'

/** Whether an execution is retained once it has ended, by the settings of its workflow. */
export function isKept({ status, mode }: ExecutionRecord, { settings }: Pick<WorkflowRecord, 'settings'>): boolean {
  const { saveDataErrorExecution, saveDataSuccessExecution, saveManualExecutions } = settings
  if (mode === 'manual' && saveManualExecutions === false) return false
  if (status === 'success') return saveDataSuccessExecution !== 'none'
  return status !== 'error' || saveDataErrorExecution !== 'none'
}

const UNFINISHED = ['running', 'waiting', 'new']

/** Deletes executions beyond a number: the oldest first, and none that has not ended. */
export function pruneExecutions({ executions }: Draft, most: number) {
  let excess = executions.size - most
  if (excess <= 0) return
  for (const { id, status } of executions.values()) {
    if (excess <= 0) break
    if (UNFINISHED.includes(status)) continue
    executions.delete(id)
    excess--
  }
}

/** What is larger than this may take so much together: a few large calls would take most of the memory of an instance. */
const LARGE_BYTES = 1024 * 1024
const MAX_LARGE_BYTES = 24 * 1024 * 1024
/** Bytes of data that are counted at once: finding their text keeps others waiting. */
const COUNTED_AT_ONCE = 4 * 1024 * 1024

/**
 * Deletes executions while their data takes more than a number of bytes of JSON: the oldest that have ended first, then
 * the oldest of the others. The newest stays. Sizes are counted once for each record, and some at a time.
 *
 * @returns the ids of those that it deleted; `undefined` while there are sizes to count: then it deletes none
 */
export function pruneData({ executions }: Draft, most: number): string[] | undefined {
  const [newest, ...older] = [...executions.values()].toReversed()
  const isUnfinished = ({ status }: ExecutionRecord) => UNFINISHED.includes(status)
  const { unfinished = [], ended = [] } = Object.groupBy(older, it => (isUnfinished(it) ? 'unfinished' : 'ended'))
  let bytes = newest?.data?.bytes ?? 0
  let largeBytes = bytes > LARGE_BYTES ? bytes : 0
  let counted = 0
  const excess: string[] = []
  for (const { id, data } of [...unfinished, ...ended]) {
    if (data && bytes <= most) {
      const isNew = !data.isCounted
      if (isNew && counted > COUNTED_AT_ONCE) return undefined
      if (isNew) counted += data.bytes
      const isLarge = data.bytes > LARGE_BYTES
      if (isLarge && largeBytes + data.bytes > MAX_LARGE_BYTES) {
        excess.push(id)
        continue
      }
      bytes += data.bytes
      if (isLarge) largeBytes += data.bytes
    }
    if (bytes > most) excess.push(id)
  }
  for (const id of excess) executions.delete(id)
  return excess
}
