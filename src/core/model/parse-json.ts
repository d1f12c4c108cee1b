import { isTooDeep, type JsonOutline, MAX_DEPTH, measureJson } from '../base/json-text.ts'

/** JSON that cannot be stored unchanged. The message completes "The request body …" and quotes nothing of it. */
export class UnusableJson extends Error {
  override name = 'UnusableJson'
}

/**
 * Parses JSON text, and rejects what later steps could not handle or would silently change: more than 1,000 levels, more
 * values than `maxValues`, and numbers that overflow to infinity, which would be stored as `null`.
 *
 * @param outline of the text, where it was measured before
 * @throws UnusableJson for those, SyntaxError if the text is not JSON
 * @example
 * parseJson('{"a":1}') // { a: 1 }
 */
export function parseJson(text: string, maxValues = Number.POSITIVE_INFINITY, outline?: JsonOutline): unknown {
  if (outline ? outline.depth > MAX_DEPTH : isTooDeep(text))
    throw new UnusableJson(`has more than ${MAX_DEPTH} levels of objects and lists`)
  if (hasMoreValues(text, maxValues)) throw new UnusableJson(`has more than ${maxValues} keys and list items`)
  const value: unknown = JSON.parse(text)
  if (mayOverflow(text, outline) && isUnusable(value)) {
    throw new UnusableJson(`has a number that is too large; the largest is ${Number.MAX_VALUE}`)
  }
  return value
}

/** The same for a document, which may have any number of values. */
export const parseDocumentJson = (text: string, outline: JsonOutline): unknown => parseJson(text, undefined, outline)

/** Whether bytes begin with the byte order mark of UTF-8. */
export const startsWithMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf

// a cheap test of the text first: only a number like these can overflow, and few texts contain one
const LARGE_EXPONENT = /\d[eE]\+?\d{3,}(?:[\s,}\]]|$)/
const mayOverflow = (text: string, outline: { hasExponent: boolean } = { hasExponent: true }) =>
  (outline.hasExponent && LARGE_EXPONENT.test(text)) || hasManyDigits(text)

const MANY_DIGITS = 200

/** Whether so many digits stand in a row: one of them is then at a multiple of their number, and only those are looked at. */
function hasManyDigits(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text, at)) continue
    let [start, end] = [at, at + 1]
    while (isDigit(text, start - 1)) start--
    while (end - start < MANY_DIGITS && isDigit(text, end)) end++
    if (end - start >= MANY_DIGITS) return true
  }
  return false
}

function isDigit(text: string, at: number) {
  const code = text.charCodeAt(at)
  return code >= ZERO && code <= NINE
}

const ZERO = 0x30
const NINE = 0x39

// each value takes at least two characters: itself and a separator, so shorter texts need no counting
const hasMoreValues = (text: string, max: number) =>
  text.length > 2 * max && measureJson(text, { depth: Number.POSITIVE_INFINITY, values: max }).values > max

/**
 * Whether `parseJson` refuses the text of a parsed value for its levels or its numbers.
 *
 * @param level how many objects and lists it is inside of
 */
export function isUnusable(value: unknown, level = 0): boolean {
  return typeof value === 'object' ? value !== null && holdsUnusable(value, level) : isEndless(value)
}

/** Loops take half the time of `some` and `Object.values`, and a document has millions of values. */
function holdsUnusable(value: object, level: number): boolean {
  if (level === MAX_DEPTH) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isUnusable(item, level + 1)) return true
    return false
  }
  for (const key in value) if (isUnusable((value as Record<string, unknown>)[key], level + 1)) return true
  return false
}

const isEndless = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)
