import { badRequest } from '../base/errors.ts'

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
