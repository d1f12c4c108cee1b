import { serviceUnavailable } from '../errors.ts'
import { respond } from './answer.ts'
import { errorAnswer } from './error-responses.ts'

type Fetch = (request: Request) => Promise<Response> | Response

/** How many requests may be under way at once. */
export const MAX_IN_FLIGHT = 1000
const RETRY_AFTER_SECONDS = '1'

/** The same service for so many requests at once: one more is answered 503, and told to come again. */
export function limitInFlight(fetch: Fetch, limit = MAX_IN_FLIGHT): Fetch {
  let inFlight = 0
  const end = () => {
    inFlight--
  }
  return request => {
    if (inFlight >= limit) return refuse(request, limit)
    const answered = fetch(request)
    if (!(answered instanceof Promise)) return answered
    inFlight++
    return answered.finally(end)
  }
}

function refuse(request: Request, limit: number): Response {
  const busy = serviceUnavailable(`More than ${limit} requests are under way; try again in a second`)
  const response = respond(request, errorAnswer(busy, request))
  response.headers.set('retry-after', RETRY_AFTER_SECONDS)
  return response
}
