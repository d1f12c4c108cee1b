import { isRecord } from '../../core/base/is-record.ts'
import type { Node } from '../../core/model/workflow.ts'
import { storedProgress } from './execution-data.ts'

/** What a call that is to end a wait is held against, out of the data of its execution. */
export interface StoredWait {
  /** `undefined` of versions without one. */
  resumeToken: string | undefined
  /** The node that waits. */
  node: Node | undefined
}

/** @param json the data of an execution */
export function storedWaitIn(json: string): StoredWait {
  const data: unknown = JSON.parse(json)
  const { resumeToken } = isRecord(data) ? data : {}
  return {
    resumeToken: typeof resumeToken === 'string' ? resumeToken : undefined,
    node: storedProgress(data)?.stack[0]?.node,
  }
}
