import { isRecord } from '../../../core/base/is-record.ts'

/** A path has at most so many parts, and a list that one makes at most so many places. */
const MAX_PARTS = 100
const MAX_INDEX = 100_000
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])
const PART = /[^.[\]]+|\[(?:([^"'][^[\]]*)|(["'])([^"']*)\2)\]|(?=(?:\.|\[\])(?:\.|\[\]|$))/g

type Holder = Record<string, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null
const isIndex = (part: string | undefined) => part !== undefined && /^(?:0|[1-9]\d*)$/.test(part)

/**
 * The parts of a path: `orders[0].sku` has three. A path that is the name of a field of `holder` is one part. A list is
 * taken as the parts, anything else as its text.
 *
 * @example
 * partsOf('orders[0]["sku no"]') // ['orders', '0', 'sku no']
 */
export function partsOf(given: unknown, holder?: unknown): string[] {
  if (Array.isArray(given)) return given.map(String)
  const path = String(given)
  if (isHolder(holder) && path in holder) return [path]
  const parts: string[] = path.startsWith('.') ? [''] : []
  for (const [whole, unquoted, quote, quoted] of path.matchAll(PART)) {
    parts.push(quote ? (quoted ?? '') : (unquoted?.trim() ?? whole))
    if (parts.length > MAX_PARTS) break
  }
  return parts.length > 0 ? parts : [path]
}

/** The value at a path, such as `customer.tags[0]`; `undefined` where there is none. */
export function valueAt(holder: unknown, path: unknown, isDotted = true): unknown {
  if (!isDotted) return ownValue(holder, String(path))
  const parts = partsOf(path, holder)
  return parts.length === 0 ? undefined : parts.reduce(ownValue, holder)
}

function ownValue(holder: unknown, name: string): unknown {
  if (typeof holder === 'string' && (isIndex(name) || name === 'length')) return (holder as unknown as Holder)[name]
  return isHolder(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
}

export const hasPath = (holder: unknown, path: unknown, isDotted = true) =>
  valueAt(holder, path, isDotted) !== undefined

/**
 * Sets the value at a path, and makes what is missing on the way: a list where the next part is a number, else an object.
 * Paths that reach into prototypes change nothing. What lies on the way is changed in place: give it a copy.
 */
export function setAt(holder: Holder, path: unknown, value: unknown, isDotted = true): void {
  const parts = isDotted ? partsOf(path, holder) : [String(path)]
  if (parts.length === 0) return
  const isTooFar = (part: string, at: number) => at > 0 && isIndex(part) && Number(part) > MAX_INDEX
  if (parts.length > MAX_PARTS || parts.some((part, at) => UNSAFE.has(part) || isTooFar(part, at))) return
  let into = holder
  for (const [at, part] of parts.slice(0, -1).entries()) {
    const given = Object.hasOwn(into, part) ? into[part] : undefined
    const inner = isHolder(given) ? given : isIndex(parts[at + 1]) ? ([] as unknown as Holder) : {}
    into[part] = inner
    into = inner
  }
  const last = parts.at(-1) ?? ''
  if (Array.isArray(into) && isIndex(last)) while (into.length < Number(last)) into.push(null)
  into[last] = value
}

/** Removes the value at a path. */
export function removeAt(holder: Holder, path: unknown, isDotted = true): void {
  const parts = isDotted ? partsOf(path, holder) : [String(path)]
  let from: unknown = holder
  for (const part of parts.slice(0, -1)) from = ownValue(from, part)
  const last = parts.at(-1) ?? ''
  if (isHolder(from) && Object.hasOwn(from, last)) delete from[last]
}

/** A copy of JSON that can be changed without changing the original. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T
  if (!isRecord(value)) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const made: Holder = {}
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') continue
    made[name] = copyOf(inner)
  }
  return made as T
}

/** `a, b` as a list of names, without blanks around them. */
export function namesIn(list: unknown): string[] {
  const given = Array.isArray(list) ? list.map(String) : String(list ?? '').split(',')
  return given.map(name => name.trim()).filter(name => name !== '')
}
