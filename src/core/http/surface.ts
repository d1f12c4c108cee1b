import type { TObject, TSchema } from '@sinclair/typebox'
import type { Texts } from '../base/errors.ts'
import { type Handler, type Report, type SafeHandler, withErrorHandling } from './error-handling.ts'
import { type Reply, type Rewrite, sendReply } from './reply.ts'
import type { RequestRecord } from './request-record.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** What the documentation says of an operation: where it is, what it takes and what it answers. */
export interface Described {
  /** The name by which documentation, fault rules and logs know it. */
  id: string
  method: Method
  /** Relative to the base of its surface; a parameter is `:name`. */
  path: string
  tag: string
  /** A few words: what it does. */
  summary: string
  /** What else its user should know. */
  description?: string
  params?: TObject
  /** In the order in which validation errors are listed. */
  query?: TObject
  body?: DescribedBody
  /** Status → what it means, and the shape of its body; no body where left out. */
  responses: Record<number, DescribedResponse>
}

interface DescribedBody {
  schema: TSchema
  /** A body that its schema takes; for the documentation. */
  example?: unknown
  /** JSON where left out. */
  mediaType?: string
  /** Whether a request without it is refused. Default true. */
  required?: boolean
}

export interface DescribedResponse {
  description: string
  schema?: TSchema
  /** Its media type; JSON where left out. */
  type?: string
  /** What comes instead as server-sent events, where the query asks for a stream. */
  stream?: string
}

/** One thing that can be asked of an instance, as data, and what it does once everything is checked. */
export interface Runnable<Call, Context> extends Described {
  run(call: Call, context: Context): Answered | Promise<Answered>
}

export type Answered = Reply | Response

/**
 * Operations that are served alike: below which path, what is checked before one of them runs, and how they are
 * documented. The API, the control API and the facts for the page are one each.
 *
 * @typeParam Who what is known of a caller
 */
export interface Surface<Operation extends Runnable<never, never>, Who> {
  /** e.g. `/api/v1`. */
  base: string
  operations: readonly Operation[]
  /** What its operations work with. */
  context: unknown
  checks(operation: Operation): Checks<Who>
  /** How an operation words refusals. */
  texts?(operation: Operation): Texts
  /** Changes the replies of an operation before they are sent; they are sent as they are where left out. */
  rewrite?(operation: Operation): Rewrite | undefined
  /** Its OpenAPI document; none is served where left out. */
  document?: SurfaceDocument<Operation>
}

/** What the documentation reads of a surface. */
export interface DocumentedSurface {
  base: string
  operations: readonly Described[]
  document?: SurfaceDocument<never>
}

/** What stands before an operation. */
export interface Checks<Who> {
  /** Decides who may ask. @throws ApiError 401, 403 */
  admit(request: Request, record: RequestRecord | undefined): Who
  /** Checks what was sent. @throws ApiError */
  receive(request: Request, who: Who, record: RequestRecord | undefined): unknown
  /** Makes what looks for a stored answer first. Nothing is stored where left out. */
  remember?(answer: Answer<Who>): Answer<Who>
}

/** Answers a request whose caller is admitted. */
export type Answer<Who> = (
  request: Request,
  who: Who,
  record: RequestRecord | undefined,
) => Answered | Promise<Answered>

/** What an OpenAPI document says beside the operations. */
export interface SurfaceDocument<Operation> {
  title: string
  description: string
  /** The version that the interface gives itself. */
  version: string
  /** Tag of operations → what they are about. */
  tags: Readonly<Record<string, string>>
  /** The schemas that have a name of their own. */
  schemas: Readonly<Record<string, TSchema>>
  /** Further schemas that are shown as one of those. */
  aliases?: ReadonlyMap<TSchema, string>
  /** The refusals of an operation that it does not declare itself. */
  refusals(operation: Operation): Record<number, DescribedResponse>
}

/** Answers requests for an operation: who asks, then what was sent, then the operation. */
function serveOperation<Operation extends Runnable<never, never>, Who>(
  surface: Surface<Operation, Who>,
  operation: Operation,
  rewrite: Rewrite | undefined,
): Handler {
  const { admit, receive, remember } = surface.checks(operation)
  const run = (call: unknown) => operation.run(call as never, surface.context as never)
  const make: Answer<Who> = (request, who, record) => {
    const call = receive(request, who, record)
    return call instanceof Promise ? call.then(run) : run(call)
  }
  const answer = remember ? remember(make) : make

  return (request, record) => {
    const answered = answer(request, admit(request, record), record)
    return answered instanceof Promise
      ? answered.then(made => send(request, made, record, rewrite))
      : send(request, answered, record, rewrite)
  }
}

function send(
  request: Request,
  answered: Answered,
  record: RequestRecord | undefined,
  rewrite: Rewrite | undefined,
): Response | Promise<Response> {
  if (answered instanceof Response) return answered
  return sendReply(request, answered, record, rewrite)
}

/** The handler of each operation of a surface, which answers whatever happens. */
export function handlersOf<Operation extends Runnable<never, never>, Who>(
  surface: Surface<Operation, Who>,
  report: Report,
): Map<Operation, SafeHandler> {
  return new Map(
    surface.operations.map(operation => {
      const rewrite = surface.rewrite?.(operation)
      const serve = serveOperation(surface, operation, rewrite)
      return [operation, withErrorHandling(serve, report, surface.texts?.(operation), rewrite)]
    }),
  )
}
