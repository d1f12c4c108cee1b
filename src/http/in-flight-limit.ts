import { serviceUnavailable } from '../errors.ts'
import { onReceived } from './body.ts'
import { errorReply } from './error-reply.ts'
import { respond } from './reply.ts'
import { pathOf } from './request-path.ts'

type Fetch = (request: Request) => Promise<Response> | Response

export interface Limits {
  /** How many requests may be under way at once, those apart whose bodies are still to come. */
  inFlight: number
  /** How many bodies may be on their way at once: all of them, and those with the same key. */
  bodies: number
  bodiesOfAKey: number
}

const LIMITS: Limits = { inFlight: 1000, bodies: 1000, bodiesOfAKey: 100 }
const HEALTH = '/healthz'
const RETRY_AFTER_SECONDS = '1'

/**
 * The same service for so many requests at once: one more is answered 503, and told to come again. Whether it is healthy
 * it always answers. Who sends bodies slowly takes no place of those who do not, nor of other keys; without a key that is
 * right no body is waited for at all.
 */
export function limitInFlight(fetch: Fetch, apiKeyHeader: string, given: Partial<Limits> = {}): Fetch {
  const limits = { ...LIMITS, ...given }
  let inFlight = 0
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

  function count(key: string, change: 1 | -1) {
    const sum = (bodiesByKey.get(key) ?? 0) + change
    if (sum === 0) bodiesByKey.delete(key)
    else bodiesByKey.set(key, sum)
    bodies += change
  }

  function serveWithBody(request: Request) {
    const key = request.headers.get(apiKeyHeader) ?? ''
    if (bodies >= limits.bodies) return refuse(request, `More than ${limits.bodies} request bodies are on their way`)
    if ((bodiesByKey.get(key) ?? 0) >= limits.bodiesOfAKey) {
      return refuse(request, `More than ${limits.bodiesOfAKey} request bodies are on their way with this API key`)
    }
    let isReceived = false
    count(key, 1)
    const receive = () => {
      if (isReceived) return
      isReceived = true
      count(key, -1)
      inFlight++
    }
    onReceived(request, receive)
    const leave = () => {
      receive()
      end()
    }
    try {
      const answered = fetch(request)
      if (answered instanceof Promise) return answered.finally(leave)
      leave()
      return answered
    } catch (error) {
      leave()
      throw error
    }
  }

  return request => {
    if (inFlight >= limits.inFlight && pathOf(request.url).name !== HEALTH) {
      return refuse(request, `More than ${limits.inFlight} requests are under way`)
    }
    return request.method !== 'GET' && hasBody(request.headers) ? serveWithBody(request) : serve(request)
  }
}

const hasBody = (headers: Headers) => headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'

function refuse(request: Request, reason: string): Response {
  const busy = serviceUnavailable(`${reason}; try again in a second`)
  const response = respond(request, errorReply(busy, request))
  response.headers.set('retry-after', RETRY_AFTER_SECONDS)
  return response
}
