import { isRecord } from '../../core/base/is-record.ts'
import { matchesPattern } from './text-pattern.ts'

/** A place at which a value is not what was expected. */
export interface Difference {
  /** Such as `$.items[0].name`; `$` for the whole value. */
  path: string
  /** What was expected there; `undefined` where nothing was. */
  expected: unknown
  /** What is there; `undefined` where nothing is. */
  actual: unknown
}

const MAX_DIFFERENCES = 50

/**
 * Where a value differs from what is expected of it. An object needs the fields that are named, a list all of its items.
 * `"$any"` stands for any value that is there, `{ "$like": "^ord-" }` for a text that matches a pattern.
 *
 * @throws ApiError 400 for a pattern that is none, or takes too long
 *
 * @example
 * differences({ total: 12, id: '$any' }, { total: 13, id: 7, at: 'now' })
 * // [{ path: '$.total', expected: 12, actual: 13 }]
 */
export function differences(expected: unknown, actual: unknown, path = '$'): Difference[] {
  const found: Difference[] = []
  compare(expected, actual, path, found)
  return found
}

function compare(expected: unknown, actual: unknown, path: string, found: Difference[]): void {
  if (found.length >= MAX_DIFFERENCES) return
  if (expected === '$any') {
    if (actual === undefined) found.push({ path, expected, actual })
    return
  }
  if (isPattern(expected)) {
    if (!matchesPattern(expected.$like, textOf(actual), path)) found.push({ path, expected, actual })
    return
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return void found.push({ path, expected, actual })
    const length = Math.max(expected.length, actual.length)
    for (let at = 0; at < length; at++) {
      if (at >= expected.length) found.push({ path: `${path}[${at}]`, expected: undefined, actual: actual[at] })
      else compare(expected[at], actual[at], `${path}[${at}]`, found)
    }
    return
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return void found.push({ path, expected, actual })
    for (const [key, value] of Object.entries(expected))
      compare(value, Object.hasOwn(actual, key) ? actual[key] : undefined, path + keyPath(key), found)
    return
  }
  if (!Object.is(expected, actual)) found.push({ path, expected, actual })
}

const keyPath = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)

const isPattern = (value: unknown): value is { $like: string } =>
  isRecord(value) && typeof value.$like === 'string' && Object.keys(value).length === 1

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** How much of a value is shown. */
const SHOWN = 200

/**
 * A difference as a test runner shows it, long values cut around the place where they begin to differ.
 *
 * @example
 * shownDifference({ path: '$.text', expected: 'a', actual: 'b' }) // ['$.text', '  expected "a"', '  actual   "b"']
 */
export function shownDifference({ path, expected, actual }: Difference): string[] {
  const [left, right] = cutAround(shown(expected), shown(actual))
  return [path, `  expected ${left}`, `  actual   ${right}`]
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (isPattern(value)) return `text like /${value.$like}/`
  return value === '$any' ? 'any value' : JSON.stringify(value)
}

function cutAround(left: string, right: string): [string, string] {
  if (left.length <= SHOWN && right.length <= SHOWN) return [left, right]
  let same = 0
  while (same < left.length && left[same] === right[same]) same++
  const from = Math.max(same - SHOWN / 4, 0)
  const cut = (text: string) => {
    const part = text.slice(from, from + SHOWN)
    return `${from > 0 ? '…' : ''}${part}${from + SHOWN < text.length ? '…' : ''}`
  }
  return [cut(left), cut(right)]
}
