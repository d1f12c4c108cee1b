import util from 'node:util'
import { isRecord } from '../../core/base/is-record.ts'
import { refuseKeyless, refuseUnknown } from '../../core/base/known-keys.ts'
import type { OperationName } from '../../generated/operation-name.ts'
import { isPathLike, wholePath } from '../path-pattern.ts'
import { loggedRequest } from './logged-request.ts'
import type { RequestEntry } from './request-log.ts'

/** Which requests are meant. What is left out may be anything. */
export interface RequestPattern {
  method?: string
  /**
   * `/workflows/7`, `/workflows/:id`, `/api/v1/tags`; `/webhook/orders` for a call; or an expression that the path
   * matches.
   */
  path?: string | RegExp
  /** The parameters that the query must have: text, or what text can be made of. */
  query?: Record<string, string | number | boolean>
  /**
   * What the body must have. Maps may have more than is asked for, lists may not. Text may be given as an expression,
   * and in `toHaveReceived` anything as a matcher such as `expect.any(String)`.
   */
  body?: unknown
  /** A status, or a class of them such as `'4xx'`. */
  status?: number | string
  /** The name of an operation, e.g. `createTag`. */
  operation?: OperationName
  /** The e-mail address of whose key it was sent with; `null` for one without a valid key. */
  user?: string | null
}

const KEYS: readonly (keyof RequestPattern)[] = ['method', 'path', 'query', 'body', 'status', 'operation', 'user']

const PATH = /^\/[^?]*$/
const STATUS = /^([1-5]xx|[1-5]\d\d|0)$/i

/**
 * Refuses a pattern that no request could ever be like, because of what is misspelt in it.
 *
 * @param operations the names that there are
 * @throws TypeError that names what there is instead
 */
export function checkPattern(pattern: RequestPattern, operations: readonly string[]) {
  refuseKeyless(pattern, "A request pattern must be an object such as { operation: 'createTag' }")
  refuseUnknown(pattern, KEYS, 'key in a request pattern')
  const { method, path, query, operation, status } = pattern
  if (method !== undefined && typeof method !== 'string') {
    throw new TypeError(`method must be text such as POST, not ${util.inspect(method)}`)
  }
  if (path !== undefined && !(util.types.isRegExp(path) || PATH.test(path))) {
    throw new TypeError(`path must begin with / and have no query, or be an expression, not ${util.inspect(path)}`)
  }
  if (query !== undefined) refuseKeyless(query, 'query must be an object such as { limit: 10 }')
  if (operation !== undefined && !operations.includes(operation)) {
    throw new TypeError(`There is no operation ${JSON.stringify(operation)}; there are: ${operations.join(', ')}`)
  }
  if (status !== undefined && !STATUS.test(String(status))) {
    throw new TypeError(`${status} is not a status such as 404, a class such as '4xx', or 0 for none`)
  }
}

/** How a request differs from a pattern, one line each; none where it matches. Values of secrets are not shown. */
export function mismatchesOf(entry: RequestEntry, pattern: RequestPattern, equals: Equals = asksMatchers): string[] {
  const { method, path, query, body, status, operation, user } = pattern
  const lines: string[] = []
  const expect = (name: string, wanted: unknown, given: unknown, matches: boolean) => {
    if (!matches) lines.push(`${name}: expected ${textOf(wanted)}, was ${textOf(given)}`)
  }
  if (operation !== undefined) {
    const given = entry.operation?.id ?? null
    expect('operation', operation, given, operation === given)
  }
  if (user !== undefined) {
    const given = entry.user?.email ?? null
    expect('user', user, given, user === given)
  }
  if (method !== undefined) expect('method', method, entry.method, method.toUpperCase() === entry.method)
  if (path !== undefined) {
    const given = entry.path
    expect('path', typeof path === 'string' ? wholePath(path) : path, given, isPath(path, given))
  }
  if (status !== undefined) expect('status', status, entry.status, isStatus(status, entry.status))
  const given = query ? new URL(entry.url).searchParams : new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    expect(`query ${name}`, String(value), given.get(name), given.getAll(name).includes(String(value)))
  }
  if (body !== undefined) {
    lines.push(...differencesOf(body, entry.body, loggedRequest(entry, [], true).body, 'body', equals))
  }
  return lines
}

export const isMatch = (entry: RequestEntry, pattern: RequestPattern, equals?: Equals) =>
  mismatchesOf(entry, pattern, equals).length === 0

const isPath = (path: string | RegExp, given: string) =>
  typeof path === 'string' ? isPathLike(path, given) : matches(path, given)

const isStatus = (wanted: number | string, status: number) =>
  /^[1-5]xx$/i.test(String(wanted)) ? Math.floor(status / 100) === Number(String(wanted)[0]) : Number(wanted) === status

const textOf = (value: unknown) => (util.types.isRegExp(value) ? String(value) : JSON.stringify(value))

/** Whether a value is as an asymmetric matcher such as `expect.any(String)` wants it. */
export type Equals = (value: unknown, expected: unknown) => boolean

/**
 * How a value differs from the expected one, one line each. Maps may have more than is expected, lists may not; text may
 * be expected as a regular expression; anything else that is not JSON is left to `equals`.
 *
 * @param shown the value as it may be shown: the same, with secrets left out
 * @param path what the lines call the value
 */
function differencesOf(expected: unknown, value: unknown, shown: unknown, path: string, equals: Equals): string[] {
  if (util.types.isRegExp(expected)) {
    return typeof value === 'string' && matches(expected, value) ? [] : [line(path, String(expected), shown)]
  }
  if (isMatcher(expected)) return equals(value, expected) ? [] : [line(path, util.inspect(expected), shown)]
  if (Array.isArray(expected)) return listDifferences(expected, value, shown, path, equals)
  if (!isRecord(expected)) return Object.is(expected, value) ? [] : [line(path, shownText(expected), shown)]
  if (!isRecord(value)) return [line(path, 'a map', shown)]
  return Object.entries(expected).flatMap(([name, inner]) =>
    differencesOf(inner, ownValue(value, name), ownValue(shown, name), `${path}.${name}`, equals),
  )
}

/** Whether text is as an expression says: always the same, where its own `test` goes on after the match before (`g`, `y`). */
const matches = (expression: RegExp, text: string) => text.search(expression) >= 0

/** What matchers say of themselves, for those that can be asked. */
const asksMatchers: Equals = (value, expected) =>
  isRecord(expected) && typeof expected.asymmetricMatch === 'function' && expected.asymmetricMatch(value) === true

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

function shownText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const line = (path: string, expected: string, shown: unknown) =>
  `${path}: expected ${expected}, was ${shownText(shown)}`

/** Objects of a class of their own: no JSON has them. */
function isMatcher(value: unknown): boolean {
  if (!isRecord(value)) return false
  const prototype = Object.getPrototypeOf(value)
  // the map of a test file in a sandbox of its runner comes from another Object
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

const ownValue = (value: unknown, name: string) =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : typeof value === 'string' ? value : undefined
