import { isTooDeep, MAX_DEPTH, measureJson } from './json-depth.ts'

/** JSON that cannot be kept as it is. The message completes "The request body …" and quotes nothing of it. */
export class UnusableJson extends Error {
  override name = 'UnusableJson'
}

/**
 * Parses JSON text, and refuses what later steps would fall over or silently change: more than 1,000 levels, more values
 * than `maxValues`, and numbers beyond the largest there is, which would be kept as `null`.
 *
 * @throws UnusableJson for those, SyntaxError where the text is no JSON
 */
export function parseJson(text: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  if (isTooDeep(text)) throw new UnusableJson(`has more than ${MAX_DEPTH} levels of objects and lists`)
  if (hasMoreValues(text, maxValues)) throw new UnusableJson(`has more than ${maxValues} keys and list items`)
  const value: unknown = JSON.parse(text)
  if (mayOverflow(text) && hasInfinity(value)) {
    throw new UnusableJson(`has a number that is too large; the largest is ${Number.MAX_VALUE}`)
  }
  return value
}

// what stands in quotes hardly ever ends like that, ids and hashes least of all
const LARGE_EXPONENT = /\d[eE]\+?\d{3,}(?:[\s,}\]]|$)/
const MANY_DIGITS = /\d{200}/
const mayOverflow = (text: string) => LARGE_EXPONENT.test(text) || MANY_DIGITS.test(text)

// a value takes two characters at least: itself, and what parts it from the next
const hasMoreValues = (text: string, max: number) =>
  text.length > 2 * max && measureJson(text, { depth: Number.POSITIVE_INFINITY, values: max }).values > max

function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.some(hasInfinity) : Object.values(value).some(hasInfinity)
}
