import { Type } from '@sinclair/typebox'
import { badRequest } from '../../errors.ts'
import { reply } from '../../http/reply.ts'
import { controlOperation } from '../operation.ts'
import { LoggedRequestShape, loggedRequests } from './logged-request.ts'
import type { RequestEntry } from './request-entry.ts'
import type { RequestLog } from './request-log.ts'
import { isMatch, type RequestPattern } from './request-pattern.ts'
import { streamRequests } from './request-stream.ts'

interface RequestContext {
  requests: RequestLog
  /** Aborted when the instance stops. */
  stopped: AbortSignal
}

const filters = {
  method: Type.Optional(Type.String({ description: 'e.g. `POST`' })),
  path: Type.Optional(Type.String({ description: '`/workflows/7`, or with open parts: `/workflows/:id`' })),
  status: Type.Optional(Type.String({ description: 'A status such as `404`, a class such as `4xx`, or `0` for none' })),
}

const RequestQuery = Type.Object({
  ...filters,
  bodies: Type.Optional(Type.Boolean({ description: 'With the bodies that were sent' })),
  stream: Type.Optional(
    Type.Boolean({ description: 'As server-sent events: one `request` for each that is answered from now on' }),
  ),
})

const RequestList = Type.Object(
  {
    requests: Type.Array(LoggedRequestShape),
    dropped: Type.Integer({ description: 'How many were forgotten, for being too many' }),
  },
  { additionalProperties: false },
)

const responses = { 200: { description: 'The last 1,000 requests, oldest first', schema: RequestList } }

/** What the control API tells of the requests to the API. */
export const requestOperations = [
  controlOperation({
    id: 'listRequests',
    method: 'GET',
    path: '/requests',
    tag: 'Requests',
    summary: 'What the instance was asked',
    query: RequestQuery,
    responses,
    run({ query }, { requests, stopped }: RequestContext) {
      const pattern = patternOf(query)
      const isWanted = (entry: RequestEntry) => isMatch(entry, pattern)
      if (query.stream) return streamRequests(requests, isWanted, stopped)
      return reply({
        requests: loggedRequests(requests.entries(), query.bodies === true, isWanted),
        dropped: requests.dropped,
      })
    },
  }),
  controlOperation({
    id: 'clearRequests',
    method: 'DELETE',
    path: '/requests',
    tag: 'Requests',
    summary: 'Forget all requests; their numbers go on',
    responses,
    run(_call, { requests }: RequestContext) {
      requests.clear()
      return reply({ requests: [], dropped: 0 })
    },
  }),
]

const STATUS = /^([1-5]xx|[1-5]\d\d|0)$/i

function patternOf({ method, path, status }: { method?: string; path?: string; status?: string }): RequestPattern {
  if (status && !STATUS.test(status)) {
    throw badRequest("Query parameter 'status' must be a status such as 404, a class such as 4xx, or 0 for none")
  }
  return { method: method || undefined, path: path || undefined, status: status || undefined }
}
