import type { SenderOf } from '../core/http/api-key.ts'
import { noteJsonOf, readJson } from '../core/http/body.ts'
import type { Handler, SafeHandler } from '../core/http/error-handling.ts'
import type { Operation } from '../core/http/operation.ts'
import { PAGE_HEADER } from '../core/http/page-request.ts'
import { pathOf } from '../core/http/path.ts'
import { isDropped } from '../core/runtime/reset-connection.ts'
import { applyFault, isServed } from './faults/apply-fault.ts'
import type { FaultRule } from './faults/fault-rule.ts'
import type { FaultPlan, PendingDelays } from './faults/faults.ts'
import type { RequestEntry, RequestLog } from './requests/request-log.ts'
import type { VersionHints } from './requests/version-hints.ts'

/** What records requests, and makes them fail. */
export interface Instruments {
  requests: RequestLog
  versionHints: VersionHints
  faults: FaultPlan
  pendingDelays: PendingDelays
  senderOf: SenderOf
}

/** Makes a fault that fails a response of what was asked for. */
type Guard = (handler: Handler) => SafeHandler

/** The same operation, remembered in the request log, and under the fault rules: after routing, before the key check. */
export const instrument = (operation: Operation, handler: SafeHandler, instruments: Instruments, guarded: Guard) =>
  instrumented(operation, handler, instruments, guarded)

/** The same for calls of webhooks and forms: fault rules apply to them by their paths. */
export const instrumentCalls = (handler: SafeHandler, instruments: Instruments, guarded: Guard) =>
  instrumented(undefined, handler, instruments, guarded)

function instrumented(
  operation: Operation | undefined,
  handler: SafeHandler,
  instruments: Instruments,
  guarded: Guard,
): SafeHandler {
  const { requests, versionHints, faults, pendingDelays, senderOf } = instruments
  const isCall = operation === undefined

  async function underFaults(request: Request, entry: RequestEntry) {
    const { method, url } = request
    const due = faults.due({ operation: operation?.id, method, path: pathOf(url).name })
    if (!due) return handler(request, entry)
    const { id, rule } = due
    entry.fault = { id, rule }
    if (!isCall) entry.expectUser(senderOf(request.headers)?.user)
    if ((isCall || operation.body) && !isServed(rule)) await noteSent(request, entry)
    const serve = async () => {
      entry.expectUser(undefined)
      return handler(request, entry)
    }
    const response = await applyFault(due, request, serve, pendingDelays.signal)
    return noteBody(response, entry, rule)
  }

  function close(entry: RequestEntry, response: Response) {
    const status = entry.fault !== undefined && isDropped(response) ? 0 : response.status
    const hints = versionHints(entry)
    if (hints) return closeWith(hints, { requests, entry, response, status })
    requests.close(entry, status)
    return response
  }

  const serveInstrumented = (request: Request) => {
    // requests of the page are neither logged nor made to fail
    if (request.headers.has(PAGE_HEADER)) return handler(request)
    const entry = requests.open(request, operation, isCall)
    if (isCall) noteJsonOf(request, entry)
    const serve = faults.isEmpty ? handler : guarded(asked => underFaults(asked, entry))
    const response = serve(request, entry)
    return response instanceof Promise ? response.then(made => close(entry, made)) : close(entry, response)
  }
  return serveInstrumented as SafeHandler
}

interface Closing {
  requests: RequestLog
  entry: RequestEntry
  response: Response
  status: number
}

/** The request is in the log with what other versions have, before its client has the answer. */
async function closeWith(hints: Promise<string[]>, { requests, entry, response, status }: Closing) {
  entry.hints = await hints
  requests.close(entry, status)
  return response
}

/** Reads the body where nothing else does: tests compare it with what the client sends again. */
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
export async function noteRefusal(
  request: Request,
  refuse: SafeHandler,
  { requests, versionHints }: Pick<Instruments, 'requests' | 'versionHints'>,
): Promise<Response> {
  if (request.headers.has(PAGE_HEADER)) return refuse(request)
  const entry = requests.open(request, undefined)
  const response = await refuse(request, entry)
  return closeWith(versionHints(entry) ?? Promise.resolve([]), { requests, entry, response, status: response.status })
}
