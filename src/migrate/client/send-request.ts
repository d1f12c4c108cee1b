import { ServiceError } from '../service-error.ts'
import { isSameService } from './address.ts'
import type { Spending } from './budget.ts'
import { hideSecrets } from './hide-secrets.ts'
import { readResponse } from './read-response.ts'

const MOST_REDIRECTS = 3

/** What became of a request. */
export type Outcome = { error?: undefined; value: unknown } | { error: ServiceError; retryAfter: string | null }

export interface SenderOptions {
  /** The service's address. */
  url: string
  apiKey: string
  fetch(url: string, init: RequestInit): Promise<Response>
  signal: AbortSignal | undefined
  /** Milliseconds until a response must be whole. */
  timeout: number
  spending: Spending
}

/** Sends requests, each once, and follows where a GET is sent on to within the service. */
export function createSender({ url, apiKey, fetch, signal, timeout, spending }: SenderOptions) {
  let hasAnswered = false

  async function tryOnce(target: URL, init: RequestInit, what: string, secret: unknown): Promise<Outcome> {
    signal?.throwIfAborted()
    // a signal of the platform's own timer would be held until that ends, and there may be thousands
    const aborting = new AbortController()
    const abort = () => aborting.abort()
    const timer = setTimeout(abort, timeout)
    signal?.addEventListener('abort', abort)
    let retryAfter: string | null = null
    try {
      const response = await followed(target, { ...init, signal: aborting.signal })
      hasAnswered = true
      retryAfter = response.headers.get('retry-after')
      const value = await readResponse(response, what, { spending, hide: hideSecrets(apiKey, secret) })
      // what is asked for is there, or answered with a refusal: nothing at all does not mean that it is gone
      if (value === undefined && init.method === 'GET')
        throw new ServiceError(`${what}: the answer is empty`, { status: response.status, isPassing: true })
      return { value }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof ServiceError) return { error: cause, retryAfter }
      const why = aborting.signal.aborted ? `no answer within ${timeout / 1000} s` : unreachable(cause, target)
      return { error: new ServiceError(`${what}: ${why}`, { isPassing: true, cause }), retryAfter }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  async function followed(target: URL, init: RequestInit): Promise<Response> {
    let at = target
    for (let redirects = 0; ; redirects++) {
      spending.request()
      const response = await fetch(at.href, init)
      if (response.status < 300 || response.status > 399) return response
      await response.body?.cancel()
      const next = URL.parse(response.headers.get('location') ?? '', at.href)
      if (init.method !== 'GET' || redirects >= MOST_REDIRECTS || !next || !isSameService(at, next)) {
        throw new ServiceError(
          `${url} sends on to ${next ? next.origin : 'nowhere'}, and the key is not taken there. ` +
            'If that is the service, give its address instead',
          { status: response.status },
        )
      }
      at = next
    }
  }

  return {
    /**
     * @param what how messages call it
     * @param secret what of the body no message may show
     */
    tryOnce,
    /** Whether any response has come yet. */
    hasAnswered: () => hasAnswered,
  }
}

function unreachable(cause: unknown, { host }: URL) {
  if (cause instanceof Error && DENIED.includes(cause.name)) {
    return `this process may not connect there. Start it with --allow-net=${host} as well`
  }
  const code = codeOf(cause) ?? codeOf((cause as { cause?: unknown } | null)?.cause)
  return `nothing answers there${code ? ` (${code})` : ''}. Is the address right, and the service running?`
}

/** What Deno calls it that its flags allow no such thing. */
const DENIED = ['NotCapable', 'PermissionDenied']

const codeOf = (error: unknown) => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
