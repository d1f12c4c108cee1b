import { randomBytes } from 'node:crypto'
import { badRequest } from '../base/errors.ts'
import type { UserRecord } from '../model/user.ts'
import type { Reply } from './reply.ts'

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

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/**
 * The host that a request is for, in lower case: with its port, and its name alone. It is read from the `Host` header,
 * since that is what a browser cannot be made to lie about, and what URLs are made of in different ways.
 *
 * @throws ApiError 400 where it is no host
 */
export function hostOf({ headers, url }: Request): { host: string; name: string } {
  const host = (headers.get('host') ?? hostIn(url)).toLowerCase()
  const name = HOST.exec(host)?.[1]
  if (name === undefined) throw badRequest('The Host header is invalid')
  return { host, name }
}

function hostIn(url: string) {
  const start = url.indexOf('//') + 2
  const end = url.slice(start).search(/[/?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

/** The web page sends it along: it looks on and is no client. */
export const PAGE_HEADER = 'x-understudy-page'

/** Whether a request is the web page's own: it says so, or asks for the page itself. */
export function isPageRequest({ headers, url }: Request): boolean {
  if (headers.has(PAGE_HEADER)) return true
  const { name } = pathOf(url)
  return name === '/' || name.startsWith('/page/')
}

const ids = new WeakMap<Request, string>()
const start = randomBytes(3).toString('hex')
let count = 0

/** What a request is called in the log, and in an answer that sends its reader there; made when it is first asked for. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const id = `${start}-${++count}`
  ids.set(request, id)
  return id
}

/** Values collected for the request log while a request is served. */
export interface RequestRecord {
  /** The user of its key, once that is checked. */
  user: UserRecord | undefined
  /** To be called with the JSON of its body, once it is read. */
  noteBody(body: { text: string; value: unknown } | undefined): void
  /** The last reply, where a refusal replaces another. */
  reply: Reply | undefined
}
