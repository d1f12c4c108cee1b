import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Store } from '../context.ts'
import { ApiError, badRequest, forbidden, methodNotAllowed } from '../errors.ts'
import type { Collections } from '../model/document.ts'
import type { Role, UserRecord } from '../model/user.ts'
import type { Profile } from '../profile.ts'
import { type Answer, respond } from './answer.ts'
import { authenticate, type KeyContext } from './api-key.ts'
import { type Json, readJson } from './body.ts'
import { mediaTypeOf, requireJson } from './content-type.ts'
import { errorAnswer } from './error-responses.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { type Page, pageOf } from './paging.ts'
import { coerce, readQuery } from './query.ts'
import type { Trace } from './trace.ts'
import { faultsOf } from './validation.ts'

/** What an operation is called with: every part checked, nothing else of the request. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  user: UserRecord
  params: P
  query: Q
  /** Where the page starts, for an operation with a `cursor` parameter. */
  page: Page
  body: B
}

/** One operation of the API: its URL, which shapes it takes and answers, who may call it, and what it does. */
export interface Operation<P extends TObject = TObject, Q extends TObject = TObject, B = unknown> {
  /** The name by which documentation, fault rules and logs know it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api/v1`; a parameter is `:name`. */
  path: string
  tag: string
  summary: string
  params?: P
  /** In the order in which faults are told. */
  query?: Q
  body?: { schema: TSchema; required: boolean }
  /** Who may call it; everyone with a key where left out. */
  roles?: readonly Role[]
  /** The collections that the answer is made of, for a GET: the answer is kept until one of them changes. */
  reads?: readonly (keyof Collections)[]
  /** Status → the shape of its answer. */
  answers: Record<number, { says: string; schema: TSchema }>
  run(call: Call<Static<P>, Static<Q>, B>): Answer | Promise<Answer>
}

/** Ties the types of an operation's parts together. */
export const operation = <P extends TObject, Q extends TObject, B>(definition: Operation<P, Q, B>) =>
  definition as unknown as Operation

export interface OperationContext extends KeyContext {
  store: Store
  profile: Profile
}

/**
 * Answers requests for an operation. Checks in the service's order: key 401, content type 415, JSON 400, percent escapes
 * 400, query syntax 400, shapes of query, parameters and body 400 in one message, cursor 400, role 403.
 */
export function serveOperation(operation: Operation, context: OperationContext, keptAnswers: KeptAnswers) {
  const { store, profile } = context
  const paramsIn = paramReader(operation)

  const { reads } = operation
  const isList = operation.query?.properties.cursor !== undefined

  function call(request: Request, user: UserRecord, body: unknown): Promise<Answer> | Answer {
    const path = pathOf(request.url)
    const params = paramsIn(path.name)
    const query = readQuery(path.search, operation.query)
    const faults = [
      ...(operation.query ? faultsOf(operation.query, query, 'request/query') : []),
      ...(operation.params ? faultsOf(operation.params, params, 'request/params') : []),
      ...(operation.body ? faultsOf(operation.body.schema, body, 'request/body') : []),
    ]
    if (faults.length) throw badRequest(faults.join(', '))
    const page = isList ? pageOf(query, profile) : { limit: 0, offset: 0 }
    if (operation.roles && !operation.roles.includes(user.role)) throw forbidden()
    return operation.run({ user, params, query, page, body })
  }

  /** What is asked for again and again may well be something that is not there. */
  function answerOrRefusal(request: Request, user: UserRecord) {
    try {
      return call(request, user, undefined)
    } catch (error) {
      if (error instanceof ApiError) return errorAnswer(error, request)
      throw error
    }
  }

  function read(request: Request, user: UserRecord, trace: Trace | undefined) {
    const kept = reads && keptAnswers.get(request.url, user, store.data, reads)
    const answer = kept ?? answerOrRefusal(request, user)
    if (answer instanceof Promise) return answer.then(it => respond(request, it))
    if (reads && !kept) keptAnswers.set(request.url, user, store.data, reads, answer)
    if (trace) trace.nextCursor = answer.nextCursor
    return respond(request, answer)
  }

  async function write(request: Request, user: UserRecord, trace: Trace | undefined) {
    const body = await readBody(request, operation)
    if (trace) trace.bodyText = body?.text
    return respond(request, await call(request, user, body?.value ?? {}))
  }

  return (request: Request, trace?: Trace): Promise<Response> | Response => {
    if (request.method === 'HEAD') throw methodNotAllowed('HEAD')
    const user = authenticate(request.headers, context)
    if (trace) trace.user = user
    if (operation.method === 'GET') return read(request, user, trace)
    return write(request, user, trace)
  }
}

async function readBody(request: Request, operation: Operation): Promise<Json | undefined> {
  const type = mediaTypeOf(request.headers)
  if (operation.body?.required) requireJson(request.headers)
  else if (operation.body && type !== undefined && hasBody(request)) requireJson(request.headers)
  return type === 'application/json' ? readJson(request) : undefined
}

const hasBody = (request: Request) => request.body !== null && request.headers.get('content-length') !== '0'

/** The raw path and query of a URL. */
export function pathOf(url: string): { name: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { name: '/', search: '' }
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?', start)
  const query = mark < 0 || mark > end ? end : mark
  return { name: url.slice(start, query), search: url.slice(query, end) }
}

/** Where the API is served. */
export const BASE = '/api/v1'

const BASE_SEGMENTS = BASE.split('/').length

function paramReader({ path, params: schema }: Operation) {
  const places = path
    .split('/')
    .slice(1)
    .map((segment, at) => ({ name: segment.slice(1), at: at + BASE_SEGMENTS, isParam: segment.startsWith(':') }))
    .filter(place => place.isParam)
  return (pathname: string): Record<string, unknown> => {
    if (places.length === 0) return {}
    const segments = pathname.split('/')
    return Object.fromEntries(
      places.map(({ name, at }) => [name, coerce(decodeSegment(segments[at] ?? ''), schema?.properties[name]?.type)]),
    )
  }
}

function decodeSegment(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw badRequest("malformed uri'", { cause })
  }
}
