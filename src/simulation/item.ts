import { isRecord } from '../base/is-record.ts'

/** The JSON of an item that nodes hand on. */
export type Item = Record<string, unknown>

/** A value as an object; empty where it is none. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
