import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { apiKeyHeader } from '../../core/http/api-key.ts'
import { ServiceError } from '../service-error.ts'
import { API, type Budget, createSender, createSpending, isLocal, serviceAddress } from './send-request.ts'

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
  /** Counts records that are going to be held. @throws ServiceError where they are more than the budget allows */
  countRecords(count: number): void
  /** How many bytes of answers came so far. */
  bytesRead(): number
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
const MAX_CONCURRENT = 64

/** A service, as its API key may use it. Nothing is sent before it is asked something. @throws ServiceError */
export function connectService(options: ServiceOptions): Service {
  const { concurrency = 4, signal, fetch = globalThis.fetch, insecure = false } = options
  const url = serviceAddress(options.url, { insecure })
  const apiKey = options.apiKey.trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(apiKey)) throw new ServiceError('The key is empty, or has invalid characters')
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENT) {
    throw new ServiceError(`The concurrency must be a whole number from 1 to ${MAX_CONCURRENT}`)
  }
  const header = options.apiKeyHeader ?? apiKeyHeader(options.serviceName ?? 'n8n')
  const headers = {
    [header]: apiKey,
    accept: 'application/json',
    ...(isLocal(url) ? { 'accept-encoding': 'identity' } : {}),
  }
  const retries = { ...DEFAULT_RETRY_RULES, ...options.retries }
  const limited = pLimit(concurrency)
  const pause = createPause(signal)
  const spending = createSpending(options.budget)
  const sender = createSender({ url, apiKey, fetch, signal, timeout: retries.timeout, spending })

  async function ask(method: string, target: URL, body?: unknown, secret?: unknown): Promise<unknown> {
    const what = `${method} ${target.origin}${target.pathname}`
    const init = {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual' as const,
    }
    for (let attempt = 1; ; attempt++) {
      // in its turn: a request that waits for another must not begin where that one was told to come back later
      const outcome = await limited(async () => {
        await pause.over()
        const tried = await sender.tryOnce(target, init, what, secret)
        // where nothing has ever answered, the address is wrong rather than the moment
        const isAgain =
          tried.error &&
          sender.hasAnswered() &&
          mayAsk(method, tried.error, tried.retryAfter) &&
          attempt < retries.tries
        if (isAgain) pause.extend(waitBefore(attempt, tried.retryAfter, retries))
        return { ...tried, isAgain }
      })
      if (!outcome.error) return outcome.value
      if (!outcome.isAgain) throw outcome.error
    }
  }

  return {
    url,
    concurrency,
    countRecords: spending.records,
    bytesRead: spending.bytesRead,
    get: (path, query = {}) => ask('GET', targetOf(url + API + path, query)),
    getControl: path => ask('GET', targetOf(url + CONTROL + path, {})),
    sendControl: (method, path, body) => ask(method, targetOf(url + CONTROL + path, {}), body),
    send: (method, path, body, secret) => ask(method, targetOf(url + API + path, {}), body, secret),
  }
}

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

/** How long a service is given that does not answer as it should. */
export interface RetryRules {
  /** How often a request is sent at most. Default 5. */
  tries: number
  /** Milliseconds before the second try; each later one waits twice as long. Default 500. */
  firstWait: number
  /** The most milliseconds that a `Retry-After` is followed for. Default 60,000. */
  longestWait: number
  /** Milliseconds after which a request without a whole response has failed. Default 120,000. */
  timeout: number
}

export const DEFAULT_RETRY_RULES: RetryRules = { tries: 5, firstWait: 500, longestWait: 60_000, timeout: 120_000 }

/** Milliseconds to wait before the next try: what the service asks for, within bounds, or more each time. */
export function waitBefore(attempt: number, retryAfter: string | null, retries: RetryRules): number {
  const asked = retryAfter === null ? undefined : millisecondsOf(retryAfter)
  return Math.min(asked ?? retries.firstWait * 2 ** (attempt - 1), retries.longestWait)
}

/** `Retry-After` is a number of seconds, or a date. */
function millisecondsOf(retryAfter: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** A wait that all requests of a client keep, also where the machine's clock is set meanwhile. */
export function createPause(signal: AbortSignal | undefined) {
  let until = 0
  return {
    extend(milliseconds: number) {
      until = Math.max(until, performance.now() + milliseconds)
    },
    async over() {
      for (let left = until - performance.now(); left > 0; left = until - performance.now())
        await sleep(left, undefined, { signal })
    },
  }
}
