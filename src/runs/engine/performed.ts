import type { NodeItem } from '../../core/model/run-data.ts'
import type { NodeAnswer } from '../nodes/tools/node-context.ts'

/** What came of a node in its turn. */
export type Performed = Output | Failed | Wait | Unrecorded

export interface Output {
  main: (NodeItem[] | null)[]
  metadata?: Record<string, unknown>
  answer?: NodeAnswer
  /** What leaves by the error output as it is, beside the items that stand for failures. */
  failed?: NodeItem[] | undefined
  /** Whether items stay as they are: none of them stands for a failure. */
  isSettled?: boolean
}

/** It had nothing to run on, or put out nothing at all: the service records no run. */
export interface Unrecorded {
  isUnrecorded: true
}

export interface Failed {
  failure: unknown
}

export interface Wait {
  /** In milliseconds since 1970. */
  waitsUntil: number
  isResumedByCall: boolean
  /** Whether the execution waits however short it is. */
  isLong?: boolean
  main?: NodeItem[][]
  metadata?: Record<string, unknown> | undefined
}
