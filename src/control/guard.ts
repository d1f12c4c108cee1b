import { forbidden } from '../base/errors.ts'
import type { Authenticate } from '../http/api-key.ts'
import { hostOf } from '../http/request-host.ts'

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Lets only the instance's owner through, and no browser page of another origin: the request's host is loopback or an
 * allowed name, and a given `Origin` is the instance's own.
 *
 * @throws ApiError 401 or 403
 */
export function requireOwner(request: Request, context: GuardContext) {
  requireKnownHost(request, context.settings)
  requireOwnOrigin(request)
  const { user } = context.authenticate(request.headers)
  if (user.role !== 'global:owner') throw forbidden()
}

/**
 * Answers only under names that no other site can point at the instance: loopback, or an allowed one.
 *
 * @throws ApiError 403
 */
export function requireKnownHost(request: Request, { allowHosts }: GuardContext['settings']) {
  const { name } = hostOf(request)
  if (LOOPBACK.test(name) || allowHosts.some(host => host.toLowerCase() === name)) return
  throw forbidden(`The host ${name} is not allowed; start with --allow-host ${name} to allow it`)
}

/** Refuses browser pages of another origin than the instance's own. */
function requireOwnOrigin(request: Request) {
  const from = request.headers.get('origin')
  if (from === null || isOwnOrigin(from, request)) return
  throw forbidden('Requests from pages of another origin are refused')
}

/** With or without TLS: what ends it in front of the instance leaves the host as it is. */
function isOwnOrigin(origin: string, request: Request) {
  const { host } = hostOf(request)
  return origin === `http://${host}` || origin === `https://${host}`
}

export interface GuardContext {
  authenticate: Authenticate
  settings: { allowHosts: readonly string[] }
}
