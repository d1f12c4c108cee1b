import type { SenderOf } from '../http/api-key.ts'
import { readJson } from '../http/body.ts'
import type { Handler, SafeHandler } from '../http/error-handling.ts'
import type { Operation } from '../http/operation.ts'
import { PAGE_HEADER } from '../http/request.ts'
import { isDropped } from '../runtime/reset-connection.ts'
import { applyFault, isServed } from './faults/apply-fault.ts'
import type { FaultRule } from './faults/fault-rule.ts'
import type { FaultPlan, PendingDelays } from './faults/faults.ts'
import type { RequestEntry, RequestLog } from './requests/request-log.ts'

/** What records the requests to operations, and makes them fail. */
export interface Instruments {
  requests: RequestLog
  faults: FaultPlan
  pendingDelays: PendingDelays
  senderOf: SenderOf
}

/**
 * The same operation, remembered in the request log, and under the fault rules: after routing, before the key check.
 *
 * @param guarded makes a fault that fails a response of the operation
 */
export function instrument(
  operation: Operation,
  handler: SafeHandler,
  instruments: Instruments,
  guarded: (handler: Handler) => SafeHandler,
): SafeHandler {
  const { requests, faults, pendingDelays, senderOf } = instruments

  async function underFaults(request: Request, entry: RequestEntry) {
    const due = faults.due(targetOf(operation, request))
    if (!due) return handler(request, entry)
    const { id, rule } = due
    entry.fault = { id, rule }
    entry.expectUser(senderOf(request.headers)?.user)
    if (operation.body && !isServed(rule)) await noteSent(request, entry)
    const serve = async () => {
      entry.expectUser(undefined)
      return handler(request, entry)
    }
    const response = await applyFault(due, request, serve, pendingDelays.signal)
    return noteBody(response, entry, rule)
  }

  function close(entry: RequestEntry, response: Response) {
    requests.close(entry, entry.fault !== undefined && isDropped(response) ? 0 : response.status)
    return response
  }

  const instrumented = (request: Request) => {
    // requests of the page are neither logged nor made to fail
    if (request.headers.has(PAGE_HEADER)) return handler(request)
    const entry = requests.open(request, operation)
    const serve = faults.isEmpty ? handler : guarded(asked => underFaults(asked, entry))
    const response = serve(request, entry)
    return response instanceof Promise ? response.then(made => close(entry, made)) : close(entry, response)
  }
  return instrumented as SafeHandler
}

/** Reads the body where no operation does: tests compare it with what the client sends again. */
async function noteSent(request: Request, entry: RequestEntry) {
  const body = await readJson(request, { skipsMark: true }).catch(() => undefined)
  entry.noteBody(body)
}

/** What a fault answers instead of the operation is noted from the response itself. */
async function noteBody(response: Response, entry: RequestEntry, { drop, status, retryAfter, malformed }: FaultRule) {
  if (!drop && (status !== undefined || retryAfter !== undefined || malformed)) {
    entry.reply = { status: response.status, body: await response.clone().text(), headers: response.headers }
  }
  return response
}

/** The same for what no operation answers: remembered only. */
export async function noteRefusal(request: Request, refuse: SafeHandler, requests: RequestLog): Promise<Response> {
  if (request.headers.has(PAGE_HEADER)) return refuse(request)
  const entry = requests.open(request, undefined)
  const response = await refuse(request, entry)
  requests.close(entry, response.status)
  return response
}

const targetOf = ({ id, method }: Operation, { url }: Request) => ({
  operation: id,
  method,
  path: new URL(url).pathname,
})
