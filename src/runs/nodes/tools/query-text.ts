import { isRecord } from '../../../core/base/is-record.ts'

/** How a list is written: `a[0]=1`, `a[]=1` or `a=1`, once for each value. */
export type ListForm = 'indices' | 'brackets' | 'repeat'

/**
 * A query, or the body of a form, as the service writes it: what is nested in brackets, spaces as `%20`. Empty lists and
 * objects, and what is undefined, are left out; null is empty.
 *
 * @example
 * queryText({ a: [1, 2], o: { x: 'y z' } }) // 'a%5B0%5D=1&a%5B1%5D=2&o%5Bx%5D=y%20z'
 */
export const queryText = (values: Record<string, unknown>, lists: ListForm = 'indices'): string =>
  Object.entries(values)
    .flatMap(([name, value]) => partsOf(name, value, lists))
    .join('&')

function partsOf(name: string, value: unknown, lists: ListForm): string[] {
  if (value === undefined) return []
  if (Array.isArray(value))
    return value.flatMap((part, at) =>
      partsOf(lists === 'repeat' ? name : `${name}[${lists === 'brackets' ? '' : at}]`, part, lists),
    )
  if (value instanceof Date) return partsOf(name, value.toISOString(), lists)
  if (isRecord(value)) return Object.entries(value).flatMap(([key, part]) => partsOf(`${name}[${key}]`, part, lists))
  return [`${escaped(name)}=${escaped(value === null ? '' : String(value))}`]
}

/** All but letters, digits and `-._~`. */
const escaped = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Sets a parameter of an address, and leaves the others as they are written. */
export function setParameter(url: URL, name: string, value: string) {
  const key = escaped(name)
  const parts = url.search
    .slice(1)
    .split('&')
    .filter(part => part !== '')
  const at = parts.findIndex(part => part.split('=', 1)[0] === key)
  parts.splice(at < 0 ? parts.length : at, 1, `${key}=${escaped(value)}`)
  url.search = parts.join('&')
}
