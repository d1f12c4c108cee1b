import { badRequest } from '../base/errors.ts'
import { BASE, type Operation } from './operation.ts'

const BASE_SEGMENTS = BASE.split('/').length

/** Makes what reads an operation's parameters from a path, as text. */
export function createParamReader({ path }: Pick<Operation, 'path'>): (pathname: string) => Record<string, string> {
  const places = path
    .split('/')
    .slice(1)
    .map((segment, at) => ({ name: segment.slice(1), at: at + BASE_SEGMENTS, isParam: segment.startsWith(':') }))
    .filter(place => place.isParam)
  return pathname => {
    if (places.length === 0) return {}
    const segments = pathname.split('/')
    return Object.fromEntries(places.map(({ name, at }) => [name, decodeSegment(segments[at] ?? '')]))
  }
}

function decodeSegment(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw badRequest("malformed uri'", { cause })
  }
}
