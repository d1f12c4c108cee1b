import { ServiceError } from '../service-error.ts'

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** Where the public API is below a service's address. */
export const API = '/api/v1'

/**
 * The address of a service, without a slash at its end and without `/api/v1`, whichever of these it is given with.
 *
 * @throws ServiceError for what is no such address, and for plain http to another machine unless `insecure`
 */
export function serviceAddress(given: string, { insecure = false }: { insecure?: boolean } = {}): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ServiceError(
      'The address of the service must begin with https:// or http://, e.g. https://n8n.example.com',
    )
  }
  if (url.username || url.password) throw new ServiceError('The address must hold no user name and no password')
  if (url.search || url.hash) throw new ServiceError('The address must have no part after ? or #')
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecure) {
    throw new ServiceError(
      `${url.origin} is not encrypted, so the key could be read on the way. Use https, or --insecure if that is meant`,
    )
  }
  const path = withoutEnd(url.pathname)
  return url.origin + (path.toLowerCase().endsWith(API) ? withoutEnd(path.slice(0, -API.length)) : path)
}

const withoutEnd = (path: string) => path.replace(/\/+$/, '')

/** Whether a redirect stays with the service: the same host, and never from https to http. */
export function isSameService(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  return from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && to.port === ''
}
