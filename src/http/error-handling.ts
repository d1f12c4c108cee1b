import { ApiError, type Texts } from '../base/errors.ts'
import { errorReply } from './error-reply.ts'
import { respond } from './reply.ts'
import type { RequestRecord } from './request-record.ts'

/** Answers a request; may throw, or reject. */
export type Handler = (request: Request, record?: RequestRecord) => Response | Promise<Response>

declare const SAFE: unique symbol
/** A handler that answers whatever happens. `withErrorHandling` makes it, and only such handlers can be mounted. */
export type SafeHandler = Handler & { readonly [SAFE]: true }

/** Told of every failure that is not a refusal. */
export type Report = (error: unknown, request: Request) => void

/** Turns each failure of a handler into a response: a refusal in these texts, anything else as a 500 that is reported. */
export function withErrorHandling(handler: Handler, report: Report, texts?: Texts): SafeHandler {
  function refuse(error: unknown, request: Request, record?: RequestRecord) {
    if (!(error instanceof ApiError)) report(error, request)
    const reply = errorReply(error, request, texts)
    if (record) record.reply = reply
    return respond(request, reply)
  }

  const safe: Handler = (request, record) => {
    try {
      const response = handler(request, record)
      return response instanceof Promise ? response.catch(error => refuse(error, request, record)) : response
    } catch (error) {
      return refuse(error, request, record)
    }
  }
  return safe as SafeHandler
}
