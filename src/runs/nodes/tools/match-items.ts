import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../core/base/is-record.ts'
import type { NodeItem } from '../../../core/model/run-data.ts'
import { valueAt } from './field-path.ts'

/** The fields by which items of two inputs belong together. */
export interface FieldPair {
  field1: unknown
  field2: unknown
}

export interface Matching {
  pairs: readonly FieldPair[]
  isDotted: boolean
  isEqual(left: unknown, right: unknown): boolean
  /** Whether an item has at most one match. */
  isFirstOnly: boolean
  checkTime(): void
}

export interface Match {
  item: NodeItem
  /** Numbers of items of the second input. */
  matches: number[]
}

export interface Matches {
  matched: Match[]
  /** The numbers of the second input's items that matched. */
  matchedInSecond: number[]
  unmatched1: NodeItem[]
  unmatched2: NodeItem[]
}

/** Items of two inputs whose fields are equal. An item without one of the fields has no match. */
export function findMatches(first: readonly NodeItem[], second: readonly NodeItem[], matching: Matching): Matches {
  const { pairs, isDotted, isEqual, isFirstOnly, checkTime } = matching
  // of several pairs with one field of the second input, the last counts
  const fields = new Map(pairs.map(({ field1, field2 }) => [String(field2), field1]))
  const others = second.map(({ json }) => Array.from(fields.keys(), field => valueAt(json, field, isDotted)))
  const found = new Set<number>()
  const result: Matches = { matched: [], matchedInSecond: [], unmatched1: [], unmatched2: [] }
  for (const item of first) {
    checkTime()
    const wanted = Array.from(fields.values(), field => valueAt(item.json, field, isDotted))
    const matches: number[] = []
    if (!wanted.includes(undefined)) {
      for (const [at, values] of others.entries()) {
        if (!values.every((value, pair) => isEqual(wanted[pair], value))) continue
        matches.push(at)
        if (isFirstOnly) break
      }
    }
    if (matches.length > 0) result.matched.push({ item, matches })
    else result.unmatched1.push(item)
    for (const at of matches) found.add(at)
  }
  result.matchedInSecond = [...found].toSorted((a, b) => a - b)
  result.unmatched2 = second.filter((_, at) => !found.has(at))
  return result
}

export const strictlyEqual = (left: unknown, right: unknown) =>
  left === right || (typeof left === 'object' && isDeepStrictEqual(left, right))

const isBlank = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Equal but for their types: `3` and `"3"`, `true` and `"TRUE"`, nothing and an empty text.
 *
 * @param isZeroBlank whether nothing also equals 0
 */
export function looselyEqual(left: unknown, right: unknown, isZeroBlank = false): boolean {
  if (left !== null && right !== null && typeof left === typeof right) return strictlyEqual(left, right)
  if (isZeroBlank) {
    const isZero = (value: unknown) => value === null || value === 0 || value === '0'
    if ((left === null && isZero(right)) || (right === null && isZero(left))) return true
  }
  if (isBlank(left) && isBlank(right)) return true
  if ((isBlank(left) && right === undefined) || (left === undefined && isBlank(right))) return true
  if (isHolder(left)) return typeof right === 'string' && isTextOf(right, left)
  if (isHolder(right)) return typeof left === 'string' && isTextOf(left, right)
  if (typeof left === 'boolean') return isSameTruth(left, right)
  if (typeof right === 'boolean') return isSameTruth(right, left)
  if (typeof left === 'number' && typeof right === 'string') return String(left) === right
  if (typeof left === 'string' && typeof right === 'number') return left === String(right)
  return false
}

const isHolder = (value: unknown) => isRecord(value) || Array.isArray(value)

/** Whether a text is the JSON of an object or a list. */
function isTextOf(text: string, holder: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), holder)
  } catch {
    return false
  }
}

function isSameTruth(flag: boolean, other: unknown): boolean {
  if (typeof other === 'number') return other === Number(flag)
  if (typeof other !== 'string') return false
  const text = other.toLowerCase()
  return flag ? text === 'true' || text === '1' : text === 'false' || text === '0'
}
