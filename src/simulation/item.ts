import { isRecord } from '../base/is-record.ts'

/** The JSON of an item that nodes hand on. */
export type Item = Record<string, unknown>

/** The value where it is an object, else an empty object. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
