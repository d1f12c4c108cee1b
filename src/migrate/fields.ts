import { isRecord } from '../model/is-record.ts'

/** JSON objects as they come from outside. */
export type Fields = Record<string, unknown>

export { isRecord as isFields }

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** The items of a list that are objects; empty where it is no list. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])
