import { isRecord } from './is-record.ts'

/**
 * A JSON value with each of its texts replaced; keys stay.
 *
 * @param map gets a text, and the keys of the objects and lists around it, the nearest last
 * @example
 * mapTexts({ a: ['b', 1] }, text => text.toUpperCase()) // { a: ['B', 1] }
 */
export function mapTexts(value: unknown, map: (text: string, keys: string[]) => string, keys: string[] = []): unknown {
  if (typeof value === 'string') return map(value, keys)
  if (Array.isArray(value)) return value.map((part, at) => mapTexts(part, map, [...keys, String(at)]))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, map, [...keys, key])]))
}
