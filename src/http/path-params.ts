import { badRequest } from '../base/errors.ts'

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
  const places = `${base}${template}`
    .split('/')
    .map((segment, at) => ({ name: segment.slice(1), at, isParam: segment.startsWith(':') }))
    .filter(place => place.isParam)

  function decode(segment: string) {
    try {
      return decodeURIComponent(segment)
    } catch (cause) {
      throw badRequest(malformed, { cause })
    }
  }
  return pathname => {
    if (places.length === 0) return {}
    const segments = pathname.split('/')
    return Object.fromEntries(places.map(({ name, at }) => [name, decode(segments[at] ?? '')]))
  }
}
