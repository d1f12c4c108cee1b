import { badRequest } from '../base/errors.ts'

/** The raw path and query of a URL. */
export function pathOf(url: string): { name: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { name: '/', search: '' }
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?', start)
  const query = mark < 0 || mark > end ? end : mark
  return { name: url.slice(start, query), search: url.slice(query, end) }
}

/**
 * Makes what reads the parameters of a path, as text, by the names in its template.
 *
 * @param malformed the refusal of a percent escape that cannot be read
 */
export function createParamReader(
  base: string,
  template: string,
  malformed = "malformed uri'",
): (pathname: string) => Record<string, string> {
  let places: { name: string; at: number }[] | undefined

  function decode(segment: string) {
    try {
      return decodeURIComponent(segment)
    } catch (cause) {
      throw badRequest(malformed, { cause })
    }
  }
  return pathname => {
    // at the first request: an instance has over two hundred operations, and a test asks a few
    places ??= placesOf(`${base}${template}`)
    if (places.length === 0) return {}
    const segments = pathname.split('/')
    return Object.fromEntries(places.map(({ name, at }) => [name, decode(segments[at] ?? '')]))
  }
}

/** Where a path has its parameters. */
const placesOf = (template: string) =>
  template
    .split('/')
    .map((segment, at) => ({ name: segment.slice(1), at, isParam: segment.startsWith(':') }))
    .filter(place => place.isParam)
