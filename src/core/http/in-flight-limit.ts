import { type ApiError, busy } from '../base/errors.ts'
import { onBytes, onReceived } from './body.ts'
import { errorReply } from './error-handling.ts'
import { BASE } from './operation.ts'
import { pathOf } from './path.ts'
import { respond } from './reply.ts'

type Fetch = (request: Request) => Promise<Response> | Response

export interface Limits {
  /** How many requests may be under way at once, those apart whose bodies are still to come. */
  inFlight: number
  /** How many calls of webhooks and forms, which are counted apart: nobody needs a key for them. */
  calls: number
  /** How many bytes the bodies of calls may have together, those of small ones apart. */
  callBytes: number
  /**
   * How many bodies may be on their way at once: all of them, those with the same key, and those for which none is
   * asked.
   */
  bodies: number
  bodiesOfAKey: number
  bodiesWithoutKey: number
}

const LIMITS: Limits = {
  inFlight: 1000,
  calls: 1000,
  callBytes: 128 * 1024 * 1024,
  bodies: 1000,
  bodiesOfAKey: 100,
  bodiesWithoutKey: 500,
}
/** The bytes of a body up to this size are not counted. */
const SMALL_BYTES = 64 * 1024
/** The paths of webhooks, forms and waiting executions. */
const CALL = /^\/(webhook|webhook-test|webhook-waiting|form|form-test)\//
const HEALTH = ['/healthz', '/healthz/readiness']

/**
 * The same service with a limit on the requests at once: one more is answered 503, with `Retry-After`. The health
 * checks are always answered. Requests whose bodies are still to come are counted apart, and by key: slow clients take
 * no place from others. The API does not wait for a body without a valid key. Requests that need no key, such as those
 * to webhooks, are counted together, and their limit leaves room for requests with keys.
 */
export function limitInFlight(fetch: Fetch, apiKeyHeader: string, given: Partial<Limits> = {}): Fetch {
  const limits = { ...LIMITS, ...given }
  let inFlight = 0
  let calls = 0
  let callBytes = 0
  const tooManyBytes = comeAgain(`Calls with more than ${limits.callBytes / 1024 / 1024} MB of bodies are under way`)
  let bodies = 0
  const bodiesByKey = new Map<string, number>()
  const end = () => {
    inFlight--
  }

  function serve(request: Request) {
    const answered = fetch(request)
    if (!(answered instanceof Promise)) return answered
    inFlight++
    return answered.finally(end)
  }

  /** A key says who it is only where it is checked. */
  const keyOf = ({ url, headers }: Request) => (isOfApi(url) ? (headers.get(apiKeyHeader) ?? '') : '')

  function count(key: string, change: 1 | -1) {
    const sum = (bodiesByKey.get(key) ?? 0) + change
    if (sum === 0) bodiesByKey.delete(key)
    else bodiesByKey.set(key, sum)
    bodies += change
  }

  /** @param isCounted whether it is one of those under way, once its body has come */
  function serveWithBody(request: Request, isCounted = true) {
    const key = keyOf(request)
    const most = key === '' ? limits.bodiesWithoutKey : limits.bodiesOfAKey
    if (bodies >= limits.bodies) return refuse(request, `More than ${limits.bodies} request bodies are on their way`)
    if ((bodiesByKey.get(key) ?? 0) >= most) {
      const whose = key === '' ? 'without an API key' : 'with this API key'
      return refuse(request, `More than ${most} request bodies are on their way ${whose}`)
    }
    let isReceived = false
    count(key, 1)
    const receive = () => {
      if (isReceived) return
      isReceived = true
      count(key, -1)
      if (isCounted) inFlight++
    }
    onReceived(request, receive)
    const leave = () => {
      receive()
      if (isCounted) end()
    }
    return andThen(leave, () => fetch(request))
  }

  function serveCall(request: Request) {
    if (calls >= limits.calls) return refuse(request, `More than ${limits.calls} calls are under way`)
    let counted = 0
    /**
     * Counts the bytes of a call; returns the refusal where all calls together have too many. A body that does not say its
     * length is counted as it comes.
     */
    const countBytes = (bytes: number) => {
      if (bytes <= Math.max(counted, SMALL_BYTES)) return undefined
      if (callBytes + bytes - counted > limits.callBytes) return tooManyBytes
      callBytes += bytes - counted
      counted = bytes
    }
    const tooMany = countBytes(Number(request.headers.get('content-length')) || 0)
    if (tooMany) return refusal(request, tooMany)
    onBytes(request, countBytes)
    calls++
    const leave = () => {
      calls--
      callBytes -= counted
    }
    return andThen(leave, () =>
      request.method !== 'GET' && hasBody(request.headers) ? serveWithBody(request, false) : fetch(request),
    )
  }

  return request => {
    if (CALL.test(pathOf(request.url).name)) return serveCall(request)
    if (inFlight >= limits.inFlight && !HEALTH.includes(pathOf(request.url).name)) {
      return refuse(request, `More than ${limits.inFlight} requests are under way`)
    }
    return request.method !== 'GET' && hasBody(request.headers) ? serveWithBody(request) : serve(request)
  }
}

/** Answers, and then leaves: also where the answer fails. */
function andThen(leave: () => void, answer: () => ReturnType<Fetch>): ReturnType<Fetch> {
  try {
    const answered = answer()
    if (answered instanceof Promise) return answered.finally(leave)
    leave()
    return answered
  } catch (error) {
    leave()
    throw error
  }
}

const isOfApi = (url: string) => pathOf(url).name.toLowerCase().startsWith(`${BASE}/`)

const hasBody = (headers: Headers) => headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'

const comeAgain = (reason: string) => busy(`${reason}; try again in a second`)

const refusal = (request: Request, error: ApiError): Response => respond(request, errorReply(error, request))

const refuse = (request: Request, reason: string): Response => refusal(request, comeAgain(reason))
