import type { Texts } from '../base/errors.ts'
import type { Json } from '../model/parse-body.ts'
import type { Caller } from './api-key.ts'
import type { Context } from './context.ts'
import type { Call, Operation } from './operation.ts'

/**
 * How a version checks the requests for its operations: in which order, by which rules, in which texts. A version has
 * one or several; each of its operations names its own.
 */
export interface Dialect {
  /** How it words refusals, where it differs from its version. */
  texts: Texts
  /** The cookie of a session, where a caller who sends it without a known key is refused as having an unknown one. */
  sessionCookie?: string
  /** Whether a byte order mark may stand before the JSON of a body. */
  skipsByteOrderMark: boolean
  /** Whether HEAD is answered as GET is, without a body. */
  answersHead: boolean
  /**
   * Whether the caller may call the operation at all. A cached response is returned only where this is so; `receive`
   * refuses the others when their turn in the order comes.
   */
  allows(operation: Operation, caller: Caller, context: Context): boolean
  /**
   * Everything that is checked before the operation runs. Synchronous for an operation without a body.
   *
   * @throws ApiError
   */
  receive(operation: Operation, incoming: Incoming, context: Context): Call | Promise<Call>
}

/** A request for an operation, its key known and nothing else checked. */
export interface Incoming {
  caller: Caller
  headers: Headers
  /** Whether there are bytes of a body to come, as far as the headers say. */
  hasBody(): boolean
  /** Where the request was sent to, e.g. `http://127.0.0.1:5678`. */
  origin(): string
  /** The raw query, with its question mark. */
  search: string
  /** @throws ApiError 400 for a malformed percent escape */
  params(): Record<string, string>
  /** @throws ApiError 400, 408, 413, 415 */
  readBody(): Promise<Json | undefined>
}
