import { BASE } from './operation.ts'
import { pathOf } from './path.ts'
import { METHODS } from './surface.ts'

type Fetch = (request: Request) => Promise<Response> | Response

export interface CrossOrigin {
  /** Whose pages may use the API, e.g. `https://app.example.com`. */
  origins: readonly string[]
  apiKeyHeader: string
}

const EXPOSED = 'ETag, Retry-After'
const MAX_AGE_SECONDS = '600'

/** The same service, whose API pages of these origins may use. Without any it is left as it is. */
export function allowOrigins(fetch: Fetch, { origins, apiKeyHeader }: CrossOrigin): Fetch {
  if (origins.length === 0) return fetch

  function allowed(origin: string | null, response: Response): Response {
    response.headers.append('vary', 'Origin')
    if (origin === null || !origins.includes(origin)) return response
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-expose-headers', EXPOSED)
    return response
  }

  function permission(origin: string): Response {
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': METHODS.join(', '),
      'access-control-allow-headers': `Content-Type, If-None-Match, ${apiKeyHeader}`,
      'access-control-max-age': MAX_AGE_SECONDS,
      vary: 'Origin',
    }
    return new Response(null, { status: 204, headers })
  }

  return request => {
    if (!pathOf(request.url).name.toLowerCase().startsWith(`${BASE}/`)) return fetch(request)
    const origin = request.headers.get('origin')
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    if (isPreflight && origin !== null && origins.includes(origin)) return permission(origin)
    const answered = fetch(request)
    return answered instanceof Promise
      ? answered.then(response => allowed(origin, response))
      : allowed(origin, answered)
  }
}
