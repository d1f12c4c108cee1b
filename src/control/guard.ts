import type { Store } from '../context.ts'
import { forbidden } from '../errors.ts'
import { authenticate } from '../http/api-key.ts'

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Lets only the instance's owner through, and no browser page of another origin: the request's host is loopback or an
 * allowed name, and a given `Origin` is the instance's own.
 *
 * @throws ApiError 401 or 403
 */
export function requireOwner(request: Request, { store, apiKeyHeader, settings }: GuardContext) {
  requireKnownHost(request, settings)
  const { origin } = new URL(request.url)
  const from = request.headers.get('origin')
  if (from !== null && from !== origin) throw forbidden('Requests from pages of another origin are refused')
  const user = authenticate(request.headers, apiKeyHeader, store)
  if (user.role !== 'global:owner') throw forbidden()
}

/**
 * Answers only under names that no other site can point at the instance: loopback, or an allowed one.
 *
 * @throws ApiError 403
 */
export function requireKnownHost(request: Request, { allowedHosts }: GuardContext['settings']) {
  const { hostname } = new URL(request.url)
  if (LOOPBACK.test(hostname) || allowedHosts.includes(hostname)) return
  throw forbidden(`The host ${hostname} is not allowed; start with --allow-host ${hostname} to allow it`)
}

export interface GuardContext {
  store: Store
  apiKeyHeader: string
  settings: { allowedHosts: readonly string[] }
}
