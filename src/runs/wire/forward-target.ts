import { badRequest } from '../../core/base/errors.ts'

/** Where requests are forwarded to. */
export interface ForwardTarget {
  /** The scheme, host and port, and the beginning of all paths; without a slash at the end. */
  base: URL
  /** Whether its host was named at the start: it may be no loopback address, and gets the secrets of credentials. */
  isNamed: boolean
}

/** Addresses of this machine that no other machine can have. */
export const isLoopback = (address: string) => /^127(\.\d{1,3}){3}$/.test(address) || address === '::1'

export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Reads the target of a forward: `http://127.0.0.1:3000`, or with the beginning of a path.
 *
 * @param allowed hosts that were named at the start
 * @throws ApiError 400 for any but a loopback address, or one of these hosts
 */
export function readForward(given: unknown, place: string, allowed: readonly string[]): ForwardTarget {
  const base = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  const isAddress = base && /^https?:$/.test(base.protocol) && base.hostname !== ''
  if (!isAddress || base.search !== '' || base.hash !== '' || base.username !== '' || base.password !== '') {
    throw badRequest(`${place} must be an address without a query, such as http://127.0.0.1:3000`)
  }
  const host = withoutBrackets(base.hostname)
  const isNamed = allowed.some(name => withoutBrackets(name.toLowerCase()) === host)
  if (!isNamed && host !== 'localhost' && !isLoopback(host)) {
    throw badRequest(
      `${place}: requests are forwarded to this machine only (localhost, 127.0.0.1, [::1]), and to hosts that ` +
        `--allow-forward names at the start: ${host}`,
    )
  }
  return { base, isNamed }
}
