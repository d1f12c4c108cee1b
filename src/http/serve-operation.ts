import { ApiError, methodNotAllowed, type Texts } from '../base/errors.ts'
import type { Caller } from './api-key.ts'
import { readJson } from './body.ts'
import type { Context } from './context.ts'
import type { Dialect, Incoming } from './dialect.ts'
import type { Handler } from './error-handling.ts'
import { errorReply } from './error-reply.ts'
import type { Call, Operation } from './operation.ts'
import { createParamReader } from './path-params.ts'
import { type Reply, respond } from './reply.ts'
import { hostOf } from './request-host.ts'
import { pathOf } from './request-path.ts'
import type { RequestRecord } from './request-record.ts'
import type { ResponseCache } from './response-cache.ts'

/**
 * Answers requests for an operation: who asks, then what the dialect checks, then the operation. A kept response is
 * asked for after access was decided.
 */
export function serveOperation(
  operation: Operation,
  dialect: Dialect,
  texts: Texts,
  context: Context,
  cache: ResponseCache,
): Handler {
  const paramsOf = createParamReader(operation)
  const { reads } = operation

  function receive(incoming: Incoming): Reply | Promise<Reply> {
    const received = dialect.receive(operation, incoming, context)
    return received instanceof Promise ? received.then(run) : run(received)
  }
  const run = (call: Call) => operation.run(call as never, context)

  /** A refusal as a reply, for the cache: clients ask for absent records as often as for present ones. */
  function replyOrRefusal(request: Request, caller: Caller, record: RequestRecord | undefined): Reply | Promise<Reply> {
    try {
      return receive(incomingOf(request, caller, record))
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error, request, texts)
      throw error
    }
  }

  function read(request: Request, caller: Caller, record: RequestRecord | undefined): Reply | Promise<Reply> {
    if (!reads || !dialect.allows(operation, caller, context)) return receive(incomingOf(request, caller, record))
    const { url } = request
    const known = cache.get(url, caller.user, context.store.data, reads)
    if (known) return known
    const made = replyOrRefusal(request, caller, record)
    if (!(made instanceof Promise)) cache.set(url, caller.user, context.store.data, reads, made)
    return made
  }

  function incomingOf(request: Request, caller: Caller, record: RequestRecord | undefined): Incoming {
    const path = pathOf(request.url)
    return {
      caller,
      headers: request.headers,
      hasBody: () => request.body !== null && request.headers.get('content-length') !== '0',
      origin: () => `${request.url.slice(0, request.url.indexOf(':'))}://${hostOf(request).host}`,
      search: path.search,
      params: () => paramsOf(path.name),
      async readBody() {
        const body = await readJson(request, { skipsMark: dialect.skipsByteOrderMark })
        if (record) record.bodyText = body?.text
        return body
      },
    }
  }

  return (request, record) => {
    if (request.method === 'HEAD' && !dialect.answersHead) throw methodNotAllowed('HEAD')
    const caller = context.authenticate(request.headers)
    if (record) record.user = caller.user
    const isRead = operation.method === 'GET'
    const reply = isRead ? read(request, caller, record) : receive(incomingOf(request, caller, record))
    return reply instanceof Promise ? reply.then(made => send(request, made, record)) : send(request, reply, record)
  }
}

function send(request: Request, reply: Reply, record: RequestRecord | undefined): Response {
  if (record) record.reply = reply
  return respond(request, reply)
}
