import { DateTime } from 'luxon'
import { isRecord } from '../../../core/base/is-record.ts'
import type { ValueKind } from './expression-kinds.ts'

/** How values of a condition are taken. Measured: docs/behaviour/parameters.md. */
export interface Comparing {
  /** Whether a value of another kind is an error, and not converted. */
  isStrict: boolean
  /** From 3 on, an empty text is no number instead of a wrong one. */
  version: number
}

/** By the options of conditions; `undefined` where these are not known before a run. */
export function comparingOf(options: unknown): Comparing | undefined {
  const { typeValidation = 'strict', version = 1 } = isRecord(options) ? options : {}
  if (typeValidation !== 'strict' && typeValidation !== 'loose') return undefined
  return typeof version === 'number' ? { isStrict: typeValidation === 'strict', version } : undefined
}

/** Operations that ask about the first value alone. */
export const UNARY = ['exists', 'notExists', 'empty', 'notEmpty', 'true', 'false']

export const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  dateTime: 'a date',
  array: 'a list',
  object: 'an object',
}

export interface Side {
  side: 'leftValue' | 'rightValue'
  value: unknown
  /** What the condition takes it for. */
  kind: string
}

/** The values of a condition that are taken for a kind. */
export function sidesOf({ leftValue, rightValue, operator }: Record<string, unknown>): Side[] {
  if (!isRecord(operator)) return []
  const { type, rightType = type, singleValue } = operator
  const sides: Side[] = [{ side: 'leftValue', value: leftValue, kind: String(type) }]
  // what is not looked at may be anything
  if (singleValue === undefined || singleValue === false)
    sides.push({ side: 'rightValue', value: rightValue, kind: String(rightType) })
  return sides.filter(({ kind }) => Object.hasOwn(ARTICLES, kind))
}

/** Whether a fixed value is taken for a kind; otherwise the run fails. */
export function fits(kind: string, value: unknown, { isStrict, version }: Comparing): boolean {
  const isEmpty = (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  switch (kind) {
    case 'string':
      return !isStrict || typeof value === 'string'
    case 'number':
      if (isEmpty && version >= 3) return true
      return isStrict ? typeof value === 'number' : !Number.isNaN(Number(value))
    case 'boolean':
      return !isStrict || typeof value === 'boolean'
    case 'dateTime':
      return typeof value !== 'boolean' && typeof value !== 'object' && isDate(String(value).trim())
    case 'array':
      return Array.isArray(value) || (!isStrict && typeof value === 'string' && value.trim().startsWith('['))
    case 'object':
      return isRecord(value) || (!isStrict && typeof value === 'string' && /^\s*[{(]/.test(value))
    default:
      return true
  }
}

const isDate = (text: string) =>
  [DateTime.fromISO, DateTime.fromHTTP, DateTime.fromRFC2822, DateTime.fromSQL].some(read => read(text).isValid) ||
  !Number.isNaN(Date.parse(text))

/** Whether a value of this kind is never taken for what a condition compares, where types are strict. */
export function neverFits(needed: string, kind: ValueKind): boolean {
  if (needed === 'dateTime') return ['boolean', 'array', 'object'].includes(kind)
  if (needed === 'string') return !['string', 'date'].includes(kind)
  return Object.hasOwn(ARTICLES, needed) && needed !== kind
}
