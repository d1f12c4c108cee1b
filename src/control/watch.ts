import type { Operation } from '../http/operation.ts'
import { PAGE_HEADER } from '../http/page-request.ts'
import type { Trace } from '../http/trace.ts'
import { isDropped } from '../runtime.ts'
import { applyFault } from './faults/apply-fault.ts'
import type { FaultPlan } from './faults/fault-plan.ts'
import type { RequestEntry } from './requests/request-entry.ts'
import type { RequestLog } from './requests/request-log.ts'
import type { Waits } from './waits.ts'

/** What stands between the routes and the operations. */
export interface Watch {
  requests: RequestLog
  faults: FaultPlan
  waits: Waits
}

type Handler = (request: Request, trace?: Trace) => Promise<Response> | Response
type Refuse = (error: unknown, request: Request) => Response

/** The same operation, remembered in the request log, and under the fault rules: after routing, before the key check. */
export function watchOperation(operation: Operation, handler: Handler, watch: Watch, refuse: Refuse): Handler {
  const { requests, faults, waits } = watch

  function underFaults(request: Request, entry: RequestEntry) {
    const due = faults.due(targetOf(operation, request))
    if (!due) return handler(request, entry)
    entry.fault = due.at
    const serve = async () => handler(request, entry)
    return applyFault(due, request, () => serve().catch(error => refuse(error, request)), waits.signal)
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
export function watchRefusal(request: Request, response: Response, { requests }: Watch): Response {
  requests.close(requests.open(request, undefined), response.status)
  return response
}

const targetOf = ({ id, method }: Operation, { url }: Request) => ({
  operation: id,
  method,
  path: new URL(url).pathname,
})
