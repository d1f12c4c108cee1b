import { apiKeyHeader } from '../../http/api-key.ts'
import { ServiceError } from '../service-error.ts'
import { API, isSameService, serviceAddress } from './address.ts'
import { type Budget, createSpending } from './budget.ts'
import { hideSecrets } from './hide-secrets.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { readResponse } from './read-response.ts'
import { createPause, DEFAULT_RETRY_RULES, type RetryRules, waitBefore } from './retry-rules.ts'

/** Where a service is, and how it is to be asked. */
export interface ServiceOptions {
  /** Its address, with or without `/api/v1`. */
  url: string
  apiKey: string
  /** The key's header is `X-<NAME>-API-KEY`. Default `n8n`. */
  serviceName?: string | undefined
  /** The key's header, where it is known. */
  apiKeyHeader?: string | undefined
  /** How many requests run at a time at most. Default 4. */
  concurrency?: number | undefined
  /** Whether plain http to another machine is meant. */
  insecure?: boolean | undefined
  retries?: Partial<RetryRules> | undefined
  signal?: AbortSignal | undefined
  /** How much may be read at most. Default: no bound but that of a single answer. */
  budget?: Budget | undefined
  /** What sends the requests. Default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export type Query = Record<string, string | number | boolean | null | undefined>

/** The public API of a service. */
export interface Service {
  /** Without a slash at its end. */
  url: string
  concurrency: number
  /** The JSON of a GET, tried again where that may help. @param path below `/api/v1` @throws ServiceError */
  get(path: string, query?: Query): Promise<unknown>
  /** The JSON of a GET of the control API, which an Understudy has beside the public one. @throws ServiceError */
  getControl(path: string): Promise<unknown>
  /** Sends a change to the control API, as `send` does. @throws ServiceError */
  sendControl(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /**
   * Sends a change once; again only where it was turned away (429, or 503 with `Retry-After`).
   *
   * @param secret what of the body no message may show
   * @throws ServiceError
   */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, secret?: unknown): Promise<unknown>
}

const CONTROL = '/_control'
const MOST_CONCURRENT = 64
const MOST_REDIRECTS = 3

/** A service, as its API key may use it. Nothing is sent before it is asked something. @throws ServiceError */
export function connectService(options: ServiceOptions): Service {
  const { concurrency = 4, signal, fetch: send = globalThis.fetch, insecure = false } = options
  const url = serviceAddress(options.url, { insecure })
  const apiKey = options.apiKey.trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(apiKey))
    throw new ServiceError('The key is empty, or has characters that no key has')
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_CONCURRENT) {
    throw new ServiceError(`The concurrency must be a whole number from 1 to ${MOST_CONCURRENT}`)
  }
  const header = options.apiKeyHeader ?? apiKeyHeader(options.serviceName ?? 'n8n')
  const headers = { [header]: apiKey, accept: 'application/json' }
  const retries = { ...DEFAULT_RETRY_RULES, ...options.retries }
  const limited = limitConcurrency(concurrency)
  const pause = createPause(signal)
  const spending = createSpending(options.budget)
  let hasAnswered = false

  async function ask(method: string, target: URL, body?: unknown, secret?: unknown): Promise<unknown> {
    const what = `${method} ${target.origin}${target.pathname}`
    const init = {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual' as const,
    }
    for (let attempt = 1; ; attempt++) {
      await pause.over()
      const outcome = await limited(() => tryOnce(target, init, what, secret))
      if (!outcome.error) return outcome.value
      const { error, retryAfter } = outcome
      // where nothing has ever answered, the address is wrong rather than the moment
      if (!hasAnswered || !mayAsk(method, error, retryAfter) || attempt >= retries.tries) throw error
      pause.extend(waitBefore(attempt, retryAfter, retries))
    }
  }

  async function tryOnce(target: URL, init: RequestInit, what: string, secret: unknown): Promise<Outcome> {
    signal?.throwIfAborted()
    // a signal of the platform's own timer would be held until that ends, and there may be thousands
    const timeout = new AbortController()
    const abort = () => timeout.abort()
    const timer = setTimeout(abort, retries.timeout)
    signal?.addEventListener('abort', abort)
    let retryAfter: string | null = null
    try {
      const response = await followed(target, { ...init, signal: timeout.signal })
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
      const why = timeout.signal.aborted ? `no answer within ${retries.timeout / 1000} s` : unreachable(cause, target)
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
      const response = await send(at.href, init)
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
    url,
    concurrency,
    get: (path, query = {}) => ask('GET', targetOf(url + API + path, query)),
    getControl: path => ask('GET', targetOf(url + CONTROL + path, {})),
    sendControl: (method, path, body) => ask(method, targetOf(url + CONTROL + path, {}), body),
    send: (method, path, body, secret) => ask(method, targetOf(url + API + path, {}), body, secret),
  }
}

type Outcome = { error?: undefined; value: unknown } | { error: ServiceError; retryAfter: string | null }

/** A change that may have been made is not sent twice. */
const mayAsk = (method: string, { isPassing, status }: ServiceError, retryAfter: string | null) =>
  isPassing && (method === 'GET' || status === 429 || (status === 503 && retryAfter !== null))

function targetOf(address: string, query: Query): URL {
  const target = new URL(address)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) target.searchParams.set(name, String(value))
  }
  return target
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
