import { Type } from '@sinclair/typebox'
import type { Clock } from '../../core/base/clock.ts'
import { badRequest, conflict, notFound } from '../../core/base/errors.ts'
import { giveWay, runInSlices } from '../../core/base/run-in-slices.ts'
import { listTexts, replySteps } from '../../core/http/list-reply.ts'
import { reply } from '../../core/http/reply.ts'
import { AnyMap } from '../../core/model/schema.ts'
import { eventStream, type StreamEnd } from '../events.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import { LoggedRequestShape, loggedRequest, loggedRequestTexts } from './logged-request.ts'
import { HAR_END, HAR_START, harEntry, RequestDetailsShape, requestDetails } from './request-details.ts'
import { createRequestHistory } from './request-history.ts'
import { createRequestLog, type RequestEntry, type RequestLog } from './request-log.ts'
import { isMatch, type RequestPattern } from './request-pattern.ts'
import { warningsOf } from './request-warnings.ts'
import { MAX_SEARCH_TEXT, requestsWithText } from './search-requests.ts'

const filters = {
  method: Type.Optional(Type.String({ description: 'Such as `POST`. Default: all' })),
  path: Type.Optional(Type.String({ description: 'Such as `/workflows/7` or `/workflows/:id`. Default: all' })),
  operation: Type.Optional(Type.String({ description: 'Such as `createTag`. Default: all' })),
  user: Type.Optional(Type.String({ description: "The e-mail address of the key's user. Default: all" })),
  status: Type.Optional(
    Type.String({ description: 'Such as `404` or `4xx`; `0` for requests without a response. Default: all' }),
  ),
  text: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_TEXT,
      description:
        'Text in the method, path, query, operation, user, status, or in one of the stored bodies. Default: all',
    }),
  ),
}

const RequestQuery = Type.Object({
  ...filters,
  bodies: Type.Optional(Type.Boolean({ description: 'Include the bodies. Default: false' })),
  stream: Type.Optional(
    Type.Boolean({ description: 'Answer with server-sent events: one `request` for each new request. Default: false' }),
  ),
})

const RequestList = Type.Object(
  {
    requests: Type.Array(LoggedRequestShape),
    dropped: Type.Integer({ description: 'How many older requests were deleted' }),
  },
  { additionalProperties: false },
)

const listed = { description: 'The last 1,000 requests, oldest first', schema: RequestList }

/**
 * The log of the requests to an instance.
 *
 * @param operationNames the names of the API's operations, in its version
 * @param stopped aborted when the instance stops
 */
export function requestPart(clock: Clock, operationNames: readonly string[], stopped: AbortSignal) {
  const requests = createRequestLog(clock)
  return {
    control: {
      requests,
      history: createRequestHistory(requests, operationNames),
      operationNames,
    },
    revisions: () => ({ requests: requests.revision }),
    reset: requests.reset,
    operations: [
      controlOperation({
        id: 'listRequests',
        method: 'GET',
        path: '/requests',
        tag: 'Requests',
        summary: 'List the requests that the instance received',
        query: RequestQuery,
        responses: { 200: { ...listed, stream: 'With `stream`: an event `request` for each new request' } },
        async run({ query, isAllowed }) {
          if (query.stream) {
            if (query.text) {
              throw badRequest("Query parameter 'text' searches stored requests: leave it out with 'stream'")
            }
            const pattern = patternOf(query, operationNames)
            // begins at once: the next request is in it
            return streamOf(requests, entry => isMatch(entry, pattern), { stopped, isAllowed })
          }
          const isWanted = await wantedBy(query, requests, operationNames)
          const { dropped } = requests
          const texts = await runInSlices(loggedRequestTexts(requests.entries(), query.bodies === true, isWanted))
          return runInSlices(replySteps(listTexts('{"requests":[', texts, `],"dropped":${dropped}}`)))
        },
      }),
      controlOperation({
        id: 'getRequest',
        method: 'GET',
        path: '/requests/:id',
        tag: 'Requests',
        summary: 'Get one request with its details',
        description:
          'Headers, query, body, response, the fault that was applied, warnings and a time line, without keys and secrets.',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        responses: { 200: { description: 'The request', schema: RequestDetailsShape } },
        refusals: [404],
        async run({ params: { id } }) {
          const entry = entryIn(requests, id)
          return reply(await requestDetails(entry, warningsOf(requests.entries()).get(entry)))
        },
      }),
      controlOperation({
        id: 'exportRequests',
        method: 'GET',
        path: '/requests.har',
        tag: 'Requests',
        summary: 'Export the requests as an HTTP Archive (HAR 1.2)',
        query: Type.Object(filters),
        responses: {
          200: {
            description: "An archive that browsers' developer tools can open",
            schema: Type.Object({ log: AnyMap({ description: 'As HAR 1.2 defines it' }) }),
          },
        },
        async run({ query }) {
          const isWanted = await wantedBy(query, requests, operationNames)
          const entries: string[] = []
          for (const [entry, warnings] of warningsOf(requests.entries())) {
            if (isWanted(entry)) entries.push(harEntry(await requestDetails(entry, warnings)))
            await giveWay()
          }
          return runInSlices(replySteps(listTexts(HAR_START, entries, HAR_END)))
        },
      }),
      controlOperation({
        id: 'deleteRequest',
        method: 'DELETE',
        path: '/requests/:id',
        tag: 'Requests',
        summary: 'Delete one request from the log',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        responses: { 200: { description: 'The request as it was', schema: LoggedRequestShape } },
        refusals: [404, 409],
        run({ params: { id } }) {
          const entry = entryIn(requests, id)
          const deleted = loggedRequest(entry)
          if (!requests.remove(id)) throw conflict(`Request ${id} is not answered yet: delete it afterwards`)
          return reply(deleted)
        },
      }),
      controlOperation({
        id: 'clearRequests',
        method: 'DELETE',
        path: '/requests',
        tag: 'Requests',
        summary: 'Delete all requests; their ids go on',
        responses: { 200: listed },
        run() {
          requests.clear()
          return reply({ requests: [], dropped: 0 })
        },
      }),
    ],
  } satisfies ControlPart
}

function entryIn(requests: RequestLog, id: number): RequestEntry {
  const entry = requests.get(id)
  if (!entry) throw notFound(`There is no request ${id}; the last 1,000 are stored`)
  return entry
}

async function wantedBy(query: Filters & { text?: string }, requests: RequestLog, operationNames: readonly string[]) {
  const pattern = patternOf(query, operationNames)
  const isLike = (entry: RequestEntry) => isMatch(entry, pattern)
  if (!query.text) return isLike
  const found = new Set(await requestsWithText(requests.entries(), query.text, isLike))
  return (entry: RequestEntry) => found.has(entry)
}

const streamOf = (requests: RequestLog, isWanted: (entry: RequestEntry) => boolean, end: StreamEnd) =>
  eventStream(
    send =>
      requests.subscribe(entry => {
        if (isWanted(entry)) send('request', loggedRequest(entry), entry.id)
      }),
    end,
  )

const STATUS = /^([1-5]xx|[1-5]\d\d|0)$/i

type Filters = Partial<Record<'method' | 'path' | 'operation' | 'user' | 'status', string>>

function patternOf(
  { method, path, operation, user, status }: Filters,
  operationNames: readonly string[],
): RequestPattern {
  if (operation && !operationNames.includes(operation)) {
    throw badRequest(`Query parameter 'operation' must be one of: ${operationNames.join(', ')}`)
  }
  if (status && !STATUS.test(status)) {
    throw badRequest("Query parameter 'status' must be a status such as 404, a class such as 4xx, or 0 for none")
  }
  const given = { method, path, operation, user, status }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as RequestPattern
}
