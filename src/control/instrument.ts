import type { Operation } from '../http/operation.ts'
import { PAGE_HEADER } from '../http/page-request.ts'
import type { Trace } from '../http/trace.ts'
import { isDropped } from '../runtime/reset-connection.ts'
import { applyFault, type FaultPlan, type PendingDelays } from './faults/index.ts'
import type { RequestEntry, RequestLog } from './requests/index.ts'

/** What stands between the routes and the operations. */
export interface Instruments {
  requests: RequestLog
  faults: FaultPlan
  pendingDelays: PendingDelays
}

type Handler = (request: Request, trace?: Trace) => Promise<Response> | Response
type Refuse = (error: unknown, request: Request) => Response

/** The same operation, remembered in the request log, and under the fault rules: after routing, before the key check. */
export function instrument(operation: Operation, handler: Handler, instruments: Instruments, refuse: Refuse): Handler {
  const { requests, faults, pendingDelays } = instruments

  function underFaults(request: Request, entry: RequestEntry) {
    const due = faults.due(targetOf(operation, request))
    if (!due) return handler(request, entry)
    entry.fault = due.id
    const serve = async () => handler(request, entry)
    return applyFault(due, request, () => serve().catch(error => refuse(error, request)), pendingDelays.signal)
  }

  function close(entry: RequestEntry, response: Response) {
    requests.close(entry, entry.fault !== undefined && isDropped(response) ? 0 : response.status)
    return response
  }

  return request => {
    // the page is no client: it is neither remembered nor made to fail
    if (request.headers.has(PAGE_HEADER)) return handler(request)
    const entry = requests.open(request, operation)
    try {
      const answer = faults.isEmpty ? handler(request, entry) : underFaults(request, entry)
      if (!(answer instanceof Promise)) return close(entry, answer)
      return answer.then(
        response => close(entry, response),
        error => close(entry, refuse(error, request)),
      )
    } catch (error) {
      return close(entry, refuse(error, request))
    }
  }
}

/** The same for what no operation answers: remembered only. */
export function noteRefusal(request: Request, response: Response, { requests }: Instruments): Response {
  requests.close(requests.open(request, undefined), response.status)
  return response
}

const targetOf = ({ id, method }: Operation, { url }: Request) => ({
  operation: id,
  method,
  path: new URL(url).pathname,
})
