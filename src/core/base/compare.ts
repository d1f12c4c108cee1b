import { isRecord } from './is-record.ts'

/** The order of two texts or numbers, for `sort`: texts by their UTF-16 code units, which no locale changes. */
export const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

/** Whether two values are the same JSON, in whatever order their keys are. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]))
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a)
    return (
      names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
    )
  }
  return a === b
}
