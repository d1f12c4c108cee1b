import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Reply } from '../http/reply.ts'

/** What a control operation is called with: every part checked, nothing else of the request. */
export interface ControlCall<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  /** Whether the caller's key would still be accepted: a stream ends when it is not. */
  isAllowed(): boolean
}

/** What a response of a control operation is like. */
export interface ControlResponse {
  description: string
  schema: TSchema
  /** Its media type; JSON where left out. */
  type?: string
  /** What comes instead as server-sent events, where the query asks for a stream. */
  stream?: string
}

export type ControlTag = 'State' | 'Snapshots' | 'Keys' | 'Requests' | 'Faults' | 'Clock' | 'Simulation'

export type Refusal = 404 | 409 | 502

/** What a control operation is made of, apart from the types of its parts. */
interface Declared {
  /** The name by which the documentation knows it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/_control`; a parameter is `:name`. */
  path: string
  tag: ControlTag
  /** A few words: what it does. */
  summary: string
  /** What else its user should know. */
  description?: string
  /** Status → the shape of its response. */
  responses: Record<number, ControlResponse>
  /** The statuses with which it refuses, beside those of every operation: 400 for its parts, 401 and 403 for its caller. */
  refusals?: readonly Refusal[]
}

/** The body that an operation takes; nothing is read where it declares none. */
export interface ControlBody<B extends TSchema = TSchema> {
  schema: B
  /** The most bytes that it may have. */
  limit?: number
  /** The most keys and list items that it may have. */
  maxValues?: number
  /** Whether `run` checks it, with words of its own. */
  isCheckedByRun?: boolean
  example?: unknown
}

/**
 * One thing that the control API does, as data: a list of them is a table of contents, from which the routes, the
 * documentation and the table in `docs/control-api.md` are made.
 *
 * @typeParam C the part of the instance that it works on
 */
export interface ControlOperation<C> extends Declared {
  params?: TObject
  query?: TObject
  body?: ControlBody
  run(call: ControlCall, context: C): Reply | Response | Promise<Reply | Response>
}

interface Definition<P extends TObject, Q extends TObject, B extends TSchema, C> extends Declared {
  params?: P
  query?: Q
  body?: ControlBody<B>
  run(call: ControlCall<Static<P>, Static<Q>, Static<B>>, context: C): Reply | Response | Promise<Reply | Response>
}

/** Ties the types of an operation's parts together. */
export const controlOperation = <P extends TObject, Q extends TObject, B extends TSchema, C>(
  definition: Definition<P, Q, B, C>,
) => definition as unknown as ControlOperation<C>
