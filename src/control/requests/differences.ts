import { inspect } from 'node:util'
import { isRecord } from '../../base/is-record.ts'

/** Whether a value is as an asymmetric matcher such as `expect.any(String)` wants it. */
export type Equals = (value: unknown, expected: unknown) => boolean

/**
 * How a value differs from the expected one, one line each. Maps may have more than is expected, lists may not; text may
 * be expected as a regular expression; anything else that is not JSON is left to `equals`.
 *
 * @param shown the value as it may be shown: the same, with secrets left out
 * @param path what the lines call the value
 */
export function differencesOf(
  expected: unknown,
  value: unknown,
  shown: unknown,
  path: string,
  equals: Equals,
): string[] {
  if (expected instanceof RegExp) {
    return typeof value === 'string' && matches(expected, value) ? [] : [line(path, String(expected), shown)]
  }
  if (isMatcher(expected)) return equals(value, expected) ? [] : [line(path, inspect(expected), shown)]
  if (Array.isArray(expected)) return listDifferences(expected, value, shown, path, equals)
  if (!isRecord(expected)) return Object.is(expected, value) ? [] : [line(path, textOf(expected), shown)]
  if (!isRecord(value)) return [line(path, 'a map', shown)]
  return Object.entries(expected).flatMap(([name, inner]) =>
    differencesOf(inner, ownValue(value, name), ownValue(shown, name), `${path}.${name}`, equals),
  )
}

/** Whether text is as an expression says: always the same, where its own `test` goes on after the match before (`g`, `y`). */
export const matches = (expression: RegExp, text: string) => text.search(expression) >= 0

/** What matchers say of themselves, for those that can be asked. */
export const asksMatchers: Equals = (value, expected) =>
  typeof expected === 'object' &&
  expected !== null &&
  'asymmetricMatch' in expected &&
  typeof expected.asymmetricMatch === 'function' &&
  expected.asymmetricMatch(value) === true

function listDifferences(expected: unknown[], value: unknown, shown: unknown, path: string, equals: Equals): string[] {
  if (!Array.isArray(value)) return [line(path, 'a list', shown)]
  if (value.length !== expected.length) {
    return [`${path}: expected a list of ${expected.length}, was one of ${value.length}`]
  }
  return expected.flatMap((inner, at) =>
    differencesOf(inner, value[at], Array.isArray(shown) ? shown[at] : shown, `${path}[${at}]`, equals),
  )
}

const SHOWN_CHARACTERS = 200

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const line = (path: string, expected: string, shown: unknown) => `${path}: expected ${expected}, was ${textOf(shown)}`

/** Objects of a class of their own: no JSON has them. */
function isMatcher(value: unknown): boolean {
  if (!isRecord(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null
}

const ownValue = (value: unknown, name: string) =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : typeof value === 'string' ? value : undefined
