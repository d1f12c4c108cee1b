import { isRecord } from '../../core/base/is-record.ts'

/** The JSON of an item that nodes hand on. */
export type Item = Record<string, unknown>

/** An item as nodes hand it on. */
export interface NodeItem {
  json: Item
  binary?: Record<string, unknown>
  pairedItem?: unknown
  /** Its number among the items that a workflow was called with. */
  index?: number
  metadata?: Record<string, unknown>
}

/** The value where it is an object, else an empty object. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
