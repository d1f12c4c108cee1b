import { isPageRequest } from '../core/http/page-request.ts'
import { pathOf } from '../core/http/path.ts'
import { requestIdOf } from '../core/http/request-id.ts'
import type { Fetch } from '../core/runtime/listener.ts'
import { isDropped } from '../core/runtime/reset-connection.ts'

/** A request, and the response that it had. */
export interface ServedRequest {
  /** What a response calls it that sends its reader to the log. */
  id: string
  /** When it came, in milliseconds since 1970. */
  time: number
  method: string
  path: string
  /** 0 where the connection was dropped before anything was sent. */
  status: number
  milliseconds: number
  /** Whether it is the web page's own. */
  page: boolean
}

/** The same service; `onResponse` is called for each response. */
export function observeResponses(fetch: Fetch, onResponse: (served: ServedRequest) => void): Fetch {
  return async request => {
    const time = Date.now()
    const start = performance.now()
    const { method, url } = request
    const response = await fetch(request)
    const milliseconds = performance.now() - start
    const status = isDropped(response) ? 0 : response.status
    const page = isPageRequest(request)
    onResponse({ id: requestIdOf(request), time, method, path: pathOf(url).name, status, milliseconds, page })
    return response
  }
}
