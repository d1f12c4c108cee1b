import { methodNotAllowed, refuseAny, unknownPath } from '../base/errors.ts'
import { MAX_BODY_BYTES, readJson } from '../http/body.ts'
import { requireJson } from '../http/content-type.ts'
import { respond } from '../http/reply.ts'
import { pathOf } from '../http/request-path.ts'
import { createRouting } from '../http/routing.ts'
import { validationErrors } from '../http/validation-errors.ts'
import { type GuardContext, requireOwner } from './guard.ts'
import type { ControlBody, ControlOperation } from './operation.ts'
import { readParams, readQuery } from './read-parameters.ts'

export const CONTROL_BASE = '/_control'

/** Answers the control API: for the owner, on loopback, and for no page of another origin. */
export function serveControl<C>(operations: readonly ControlOperation<C>[], control: C, guard: GuardContext) {
  const routing = createRouting(operations, CONTROL_BASE)

  return async (request: Request): Promise<Response> => {
    const { name, search } = pathOf(request.url)
    const methods = routing.find(name)
    if (!methods) throw unknownPath()
    const operation = methods.get(request.method)
    if (!operation) throw methodNotAllowed(request.method)
    const isAllowed = requireOwner(request, guard)
    const query = readQuery(search, operation.query)
    const params = readParams(name.slice(CONTROL_BASE.length), operation)
    const body = operation.body && (await readBody(request, operation.body))
    const answered = await operation.run({ params, query, body, isAllowed }, control)
    return answered instanceof Response ? answered : respond(request, answered)
  }
}

async function readBody(request: Request, { schema, limit = MAX_BODY_BYTES, maxValues, isCheckedByRun }: ControlBody) {
  requireJson(request.headers)
  const body = (await readJson(request, { limit, maxValues }))?.value ?? {}
  if (!isCheckedByRun) refuseAny(validationErrors(schema, body, 'request/body', { named: true }))
  return body
}
