import { ApiError, type Texts } from '../base/errors.ts'
import { errorReply } from './error-reply.ts'
import { respond } from './reply.ts'
import type { Trace } from './trace.ts'

/** Answers a request; may throw, or reject. */
export type Handler = (request: Request, trace?: Trace) => Response | Promise<Response>

declare const SHIELDED: unique symbol
/** A handler that answers whatever happens. `shield` makes it, and only such handlers can be mounted. */
export type SafeHandler = Handler & { readonly [SHIELDED]: true }

/** Told of every failure that is not a refusal. */
export type Report = (error: unknown, request: Request) => void

/** The handler with each of its failures as a response: a refusal in these texts, anything else as a 500 that is reported. */
export function shield(handler: Handler, report: Report, texts?: Texts): SafeHandler {
  function refuse(error: unknown, request: Request, trace?: Trace) {
    if (!(error instanceof ApiError)) report(error, request)
    const reply = errorReply(error, request, texts)
    if (trace) trace.reply = reply
    return respond(request, reply)
  }

  const safe: Handler = (request, trace) => {
    try {
      const response = handler(request, trace)
      return response instanceof Promise ? response.catch(error => refuse(error, request, trace)) : response
    } catch (error) {
      return refuse(error, request, trace)
    }
  }
  return safe as SafeHandler
}
