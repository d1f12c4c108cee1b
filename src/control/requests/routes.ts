import { badRequest } from '../../errors.ts'
import { answer } from '../../http/answer.ts'
import type { Control } from '../control.ts'
import type { ControlOperation } from '../serve-control.ts'
import { loggedRequests } from './logged-request.ts'
import type { RequestEntry } from './request-entry.ts'
import { isMatch, type RequestPattern } from './request-pattern.ts'
import { streamRequests } from './request-stream.ts'

const STATUS = /^([1-5]xx|[1-5]\d\d|0)$/i

/** What the control API tells of the requests to the API. */
export function requestRoutes({ requests, stopped }: Control): ControlOperation[] {
  return [
    {
      method: 'GET',
      path: '/requests',
      query: ['method', 'path', 'status', 'bodies', 'stream'],
      run({ query }) {
        const pattern = patternOf(query)
        if (isOn(query, 'stream')) return streamRequests(requests, entry => isMatch(entry, pattern), stopped)
        const isWanted = (entry: RequestEntry) => isMatch(entry, pattern)
        return answer({
          requests: loggedRequests(requests.entries(), isOn(query, 'bodies'), isWanted),
          dropped: requests.dropped,
        })
      },
    },
    {
      method: 'DELETE',
      path: '/requests',
      run() {
        requests.clear()
        return answer({ requests: [], dropped: 0 })
      },
    },
  ]
}

function patternOf(query: URLSearchParams): RequestPattern {
  const [method, path, status] = ['method', 'path', 'status'].map(name => query.get(name) || undefined)
  if (status !== undefined && !STATUS.test(status)) {
    throw badRequest("Query parameter 'status' must be a status such as 404, a class such as 4xx, or 0 for none")
  }
  return {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(status === undefined ? {} : { status }),
  }
}

/** Given without a value, or as `true` or `1`. */
function isOn(query: URLSearchParams, name: string) {
  const value = query.get(name)
  if (value === null || value === 'false' || value === '0') return false
  if (['', 'true', '1'].includes(value)) return true
  throw badRequest(`Query parameter '${name}' must be true or false`)
}
