import { oneAtATime } from '../../core/base/one-at-a-time.ts'
import { PROGRAM } from '../../core/base/program.ts'
import { runInSlices } from '../../core/base/run-in-slices.ts'
import { withoutSlashes } from '../../core/base/without-slashes.ts'
import { parseJson, UnusableJson } from '../../core/model/parse-json.ts'
import { parseJsonSteps } from '../../core/model/parse-json-steps.ts'
import { ServiceError } from '../service-error.ts'

const MAX_REDIRECTS = 3

/** The result of a request: its value, or why it failed. */
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
    const deadline = startDeadline(timeout, signal)
    let retryAfter: string | null = null
    try {
      const response = await followed(target, { ...init, signal: deadline.signal })
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
      const why = deadline.signal.aborted ? `no answer within ${timeout / 1000} s` : unreachable(cause, target)
      return { error: new ServiceError(`${what}: ${why}`, { isPassing: true, cause }), retryAfter }
    } finally {
      deadline.clear()
    }
  }

  async function followed(target: URL, init: RequestInit): Promise<Response> {
    let at = target
    for (let redirects = 0; ; redirects++) {
      spending.request()
      const response = await fetch(at.href, init)
      if (response.status < 300 || response.status > 399) return response
      await response.body?.cancel()
      const location = response.headers.get('location')
      const next = location === null ? null : URL.parse(location, at.href)
      if (init.method !== 'GET' || redirects >= MAX_REDIRECTS || !next || !isSameService(at, next)) {
        throw new ServiceError(
          `${url} sends on to ${next ? next.origin : 'nowhere'}, and the key is not sent there. ` +
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

/** A signal that aborts after a time, or with another one, until it is cleared. */
export function startDeadline(milliseconds: number, signal: AbortSignal | undefined) {
  // AbortSignal.timeout and AbortSignal.any are held as long as the timer and the client: 1 to 2 kB for each request
  const aborting = new AbortController()
  const abort = () => aborting.abort()
  const timer = setTimeout(abort, milliseconds)
  signal?.addEventListener('abort', abort)
  return {
    signal: aborting.signal,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
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

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a service is on this machine, where compressing takes longer than sending. */
export const isLocal = (url: string) => LOOPBACK.test(URL.parse(url)?.hostname ?? '')

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
  if (url.username || url.password) throw new ServiceError('The address must not contain a user name or password')
  if (url.search || url.hash) throw new ServiceError('The address must not contain ? or #')
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecure) {
    throw new ServiceError(
      `${url.origin} is not encrypted, so others could read the key. Use https, or allow it with --insecure`,
    )
  }
  const path = withoutSlashes(url.pathname)
  return url.origin + (path.toLowerCase().endsWith(API) ? withoutSlashes(path.slice(0, -API.length)) : path)
}

/** Whether a redirect stays with the service: the same host, and never from https to http. */
export function isSameService(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  return from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && to.port === ''
}

/** How much a service may make its reader take. */
export interface Budget {
  /** Of all answers together. */
  bytes: number
  /** Redirects and repetitions included. */
  requests: number
  /** Records that are held. */
  records: number
  /** Keys and list items of one answer. */
  values: number
}

export type Spending = ReturnType<typeof createSpending>

const UNLIMITED: Budget = {
  bytes: Number.POSITIVE_INFINITY,
  requests: Number.POSITIVE_INFINITY,
  records: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
}

/** Counts what is spent. Its functions throw a `ServiceError` once that is more than there is. */
export function createSpending({ bytes, requests, records, values }: Budget = UNLIMITED) {
  const spent = { bytes: 0, requests: 0, records: 0 }
  const over = (what: string) =>
    new ServiceError(`The service has more than ${what}. Ask for less, or copy it into a file: ${PROGRAM} clone`)
  return {
    /** How many keys and list items an answer may have. */
    values,
    request() {
      if (++spent.requests > requests) throw over(`${requests} requests read`)
    },
    bytes(count: number) {
      spent.bytes += count
      if (spent.bytes > bytes) throw over(`${Math.floor(bytes / 1024 / 1024)} MB`)
    },
    bytesRead: () => spent.bytes,
    records(count: number) {
      spent.records += count
      if (spent.records > records) throw over(`${records} records, and a running instance takes no more at once`)
    },
  }
}

const MAX_BYTES = 256 * 1024 * 1024
const PASSING = [429, 500, 502, 503, 504]

export interface ReadOptions {
  spending: Spending
  /** Text that came, made fit to be shown. */
  hide(text: string): string
}

/**
 * The JSON of a response; `undefined` where it has no body.
 *
 * @throws ServiceError for a refusal, for a page instead of the API, and for text that breaks off
 */
export async function readResponse(response: Response, what: string, options: ReadOptions): Promise<unknown> {
  const { status, ok } = response
  const bytes = await readBytes(response, what, options)
  if (isPage(response, bytes)) throw pageInstead(what, status)
  if (!ok) throw refusal(what, status, bytes, options)
  if (bytes.length === 0) return undefined
  try {
    return await parse(bytes, options.spending.values)
  } catch (cause) {
    if (cause instanceof UnusableJson) throw new ServiceError(`${what}: the answer ${cause.message}`, { status })
    throw new ServiceError(`${what}: the answer is incomplete, or not JSON`, { status, isPassing: true })
  }
}

/** An answer that takes long to read is read with pauses in which others are served, and one at a time. */
const LARGE_BYTES = 1024 * 1024
const inTurn = oneAtATime()

async function parse(bytes: Buffer, maxValues: number): Promise<unknown> {
  if (bytes.length < LARGE_BYTES) return parseJson(bytes.toString('utf8'), maxValues)
  return inTurn(() => runInSlices(parseJsonSteps(bytes, maxValues)))
}

const readBytes = (response: Response, what: string, { spending }: ReadOptions) =>
  readBody(response, (count, total) => {
    spending.bytes(count)
    if (total > MAX_BYTES) throw new ServiceError(`${what}: the answer is larger than ${MAX_BYTES / 1024 / 1024} MB`)
  })

/**
 * The bytes of a body.
 *
 * @param onBytes gets how many bytes came, and how many with those before; where it throws, the rest is not read
 */
export async function readBody({ body }: Response, onBytes: (count: number, total: number) => void): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  // a stream's types differ between runtimes; its reader is the same
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    total += read.value.byteLength
    try {
      onBytes(read.value.byteLength, total)
    } catch (error) {
      await reader?.cancel()
      throw error
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}

const isPage = ({ headers }: Response, bytes: Buffer) =>
  headers.get('content-type')?.includes('html') === true || /^\s*<(!doctype|html)/i.test(bytes.toString('utf8', 0, 200))

function pageInstead(what: string, status: number) {
  if (PASSING.includes(status)) {
    return new ServiceError(`${what}: a web page with status ${status} came instead of an answer`, {
      status,
      isPassing: true,
      isForeign: true,
    })
  }
  return new ServiceError(
    `${what}: a web page came instead of an answer of the API. Give the address of the service's editor, ` +
      'and check that its public API is on',
    { status, isForeign: true },
  )
}

function refusal(what: string, status: number, bytes: Buffer, { hide }: ReadOptions) {
  const isPassing = PASSING.includes(status)
  const said = bytes.length < LARGE_BYTES ? messageIn(bytes.toString('utf8'), hide) : undefined
  if (status === 401)
    return new ServiceError(`${what}: the key is not accepted (401). Check it, or create a new one`, { status })
  // what the API refuses, it gives a reason for
  const isForeign = said === undefined
  return new ServiceError(`${what}: ${status}${said ? ` ${said}` : ''}`, { status, isPassing, isForeign, said })
}

const LONGEST = 500

/** Control characters would reach the terminal. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]+/gu

/** What an answer says, made one line. */
function messageIn(text: string, hide: ReadOptions['hide']): string | undefined {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' ? hide(message).replace(UNPRINTABLE, ' ').slice(0, LONGEST) : undefined
  } catch {
    return undefined
  }
}

/** Shorter texts are in every sentence. */
const SHORTEST = 4

/**
 * Makes what a service says fit to be shown: it may repeat the key, or what it was sent.
 *
 * @param key shown as `[key]`
 * @param secret a value whose texts and numbers are shown as `[value]`
 */
export function hideSecrets(key: string, secret: unknown): (text: string) => string {
  // the longest first: one may be part of another
  const values = leavesOf(secret).sort((a, b) => b.length - a.length)
  return text => values.reduce((shown, value) => shown.replaceAll(value, '[value]'), text.replaceAll(key, '[key]'))
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const text = String(value)
  // a body that is repeated has it as JSON
  return text.length >= SHORTEST ? [...new Set([text, JSON.stringify(text).slice(1, -1)])] : []
}
