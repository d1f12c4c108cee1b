import { isRecord } from '../../core/base/is-record.ts'
import type { RunRequest } from '../trials/run-request.ts'

/** Another month, day, hour, minute and millisecond. */
const LATER_MS = 33 * 24 * 3_600_000 + 3_661_001

/** A time at which a run shows whether anything depends on the time. */
export const laterThan = (at: string): string => new Date(Date.parse(at) + LATER_MS).toISOString()

/** Whether a run sends anything: then it is not run more often than needed. */
export const forwards = ({ http }: Pick<RunRequest, 'http'>): boolean =>
  Array.isArray(http) && http.some(rule => isRecord(rule) && rule.forward !== undefined)

/**
 * What a case can expect of a run: `$any` for each value that another run at the same time does not share.
 *
 * @param first what is expected
 * @param later the same of a run at another time; unknown where left out
 * @param isUnsteady whether a text is another one elsewhere
 * @returns `isTimed`: whether the case needs the time of the run
 */
export function steady<Value>(
  first: Value,
  again: Value,
  later: Value | undefined,
  isUnsteady: (text: string) => boolean = () => false,
): { value: Value; isTimed: boolean } {
  const value = sharedBy(first, again, isUnsteady) as Value
  return { value, isTimed: later === undefined || !isSame(value, sharedBy(value, later, isUnsteady)) }
}

/** What is expected, with `$any` for each value in which two runs differ. */
export function withoutRandom<Value>(expected: Value, one: unknown, other: unknown): Value {
  const parts = (value: unknown, one: unknown, other: unknown): unknown => {
    if (isSame(one, other)) return value
    if (Array.isArray(value) && Array.isArray(one) && Array.isArray(other) && value.length === one.length)
      return value.map((part, at) => parts(part, one[at], other[at]))
    if (isRecord(value) && isRecord(one) && isRecord(other))
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, parts(part, one[key], other[key])]))
    return '$any'
  }
  return parts(expected, one, other) as Value
}

function sharedBy(value: unknown, other: unknown, isUnsteady: (text: string) => boolean): unknown {
  if (Array.isArray(value) && Array.isArray(other) && value.length === other.length)
    return value.map((part, at) => sharedBy(part, other[at], isUnsteady))
  if (isRecord(value) && isRecord(other) && isSame(Object.keys(value), Object.keys(other)))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sharedBy(part, other[key], isUnsteady)]))
  return isSame(value, other) && !(typeof value === 'string' && isUnsteady(value)) ? value : '$any'
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
