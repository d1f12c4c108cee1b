import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../base/is-record.ts'
import type { Fields } from '../fields.ts'

/** One thing that differs between two records. */
export interface Difference {
  /** What it is about: a field, `settings.timezone`, `node "Fetch" parameters.url`, `connection "A" → "B"`. */
  what: string
  /** What it is on either side, where that is short and harmless to show; or that it is only there. */
  left?: unknown
  right?: unknown
  /** Why a promotion would not make it the same. */
  remark?: string
}

/** The fields that differ; one that is unknown on either side is none. */
export function fieldDifferences(left: Fields, right: Fields, fields: readonly string[]): Difference[] {
  return fields.flatMap(field => {
    const [a, b] = [left[field], right[field]]
    return a === undefined || b === undefined || isDeepStrictEqual(a, b) ? [] : [{ what: field, left: a, right: b }]
  })
}

/** The paths of the values that differ, without the values: those of a node may be secrets. */
export function pathDifferences(left: unknown, right: unknown, path: string): string[] {
  if (!isRecord(left) || !isRecord(right)) return isDeepStrictEqual(left, right) ? [] : [path]
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.flatMap(key => pathDifferences(left[key], right[key], path === '' ? key : `${path}.${key}`))
}
