import type { Operation } from '../http/operation.ts'
import { PAGE_HEADER } from '../http/page-request.ts'
import type { SafeHandler } from '../http/shield.ts'
import { isDropped } from '../runtime/reset-connection.ts'
import { applyFault, type FaultPlan, type PendingDelays } from './faults/index.ts'
import type { RequestEntry, RequestLog } from './requests/index.ts'

/** What stands between the routes and the operations. */
export interface Instruments {
  requests: RequestLog
  faults: FaultPlan
  pendingDelays: PendingDelays
}

/** The same operation, remembered in the request log, and under the fault rules: after routing, before the key check. */
export function instrument(operation: Operation, handler: SafeHandler, instruments: Instruments): SafeHandler {
  const { requests, faults, pendingDelays } = instruments

  function underFaults(request: Request, entry: RequestEntry) {
    const due = faults.due(targetOf(operation, request))
    if (!due) return handler(request, entry)
    entry.fault = due.id
    return applyFault(due, request, async () => handler(request, entry), pendingDelays.signal)
  }

  function close(entry: RequestEntry, response: Response) {
    requests.close(entry, entry.fault !== undefined && isDropped(response) ? 0 : response.status)
    return response
  }

  const instrumented = (request: Request) => {
    // the page is no client: it is neither remembered nor made to fail
    if (request.headers.has(PAGE_HEADER)) return handler(request)
    const entry = requests.open(request, operation)
    const response = faults.isEmpty ? handler(request, entry) : underFaults(request, entry)
    return response instanceof Promise ? response.then(made => close(entry, made)) : close(entry, response)
  }
  return instrumented as SafeHandler
}

/** The same for what no operation answers: remembered only. */
export async function noteRefusal(
  request: Request,
  response: Response | Promise<Response>,
  { requests }: Instruments,
): Promise<Response> {
  const entry = requests.open(request, undefined)
  const made = await response
  requests.close(entry, made.status)
  return made
}

const targetOf = ({ id, method }: Operation, { url }: Request) => ({
  operation: id,
  method,
  path: new URL(url).pathname,
})
