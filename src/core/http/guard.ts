import { forbidden } from '../base/errors.ts'
import type { Authenticate, Caller, SenderOf } from './api-key.ts'
import { hostOf } from './host.ts'

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Accepts keys of the instance's owner without scopes, and no browser page of another origin: the request's host is
 * loopback or an allowed name, and a given `Origin` is the instance's own.
 *
 * @returns whether the same key would still be accepted
 * @throws ApiError 401 or 403
 */
export function requireOwner(request: Request, context: GuardContext): () => boolean {
  const { headers } = request
  requireKnownHost(request, context.settings)
  requireOwnOrigin(request)
  const caller = context.authenticate(headers)
  if (caller.user.role !== 'global:owner') throw forbidden()
  if (!mayControl(caller)) throw forbidden("A key with scopes is not enough: use a key of the owner's without scopes")
  return () => {
    const sender = context.senderOf(headers)
    return sender !== undefined && mayControl(sender)
  }
}

/** Whether a key opens the control API. One with scopes does not: the control API can do more than any scope says. */
export const mayControl = ({ user, key }: Caller) => user.role === 'global:owner' && key.scopes === undefined

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
  senderOf: SenderOf
  settings: { allowHosts: readonly string[] }
}
