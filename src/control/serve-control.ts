import type { TSchema } from '@sinclair/typebox'
import { badRequest, methodNotAllowed, notFound } from '../errors.ts'
import { type Answer, respond } from '../http/answer.ts'
import { MAX_BODY_BYTES, readJson } from '../http/body.ts'
import { requireJson } from '../http/content-type.ts'
import { pathOf } from '../http/operation.ts'
import { createRouting } from '../http/routing.ts'
import { faultsOf } from '../http/validation.ts'
import { type GuardContext, requireOwner } from './guard.ts'

export interface ControlCall {
  request: Request
  /** The parts of the path after the first. */
  params: string[]
  query: URLSearchParams
  body: unknown
}

/** One thing that the control API does. */
export interface ControlOperation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/_control`. */
  path: string
  /** The parameters that its query may have. */
  query?: readonly string[]
  /** What its body is; nothing is read where left out. */
  body?: { schema?: TSchema; limit?: number }
  run(call: ControlCall): Answer | Response | Promise<Answer | Response>
}

export const CONTROL_BASE = '/_control'

/** Answers the control API: for the owner, on loopback, and for no page of another origin. */
export function serveControl(operations: readonly ControlOperation[], context: GuardContext) {
  const routing = createRouting(operations, CONTROL_BASE)

  return async (request: Request): Promise<Response> => {
    const { name, search } = pathOf(request.url)
    const methods = routing.find(name)
    if (!methods) throw notFound('not found')
    const operation = methods.get(request.method)
    if (!operation) throw methodNotAllowed(request.method)
    requireOwner(request, context)
    const query = checkedQuery(new URLSearchParams(search), operation.query)
    const params = name
      .slice(CONTROL_BASE.length + 1)
      .split('/')
      .slice(1)
    const body = operation.body && (await readBody(request, operation.body))
    const answered = await operation.run({ request, params: params.map(decode), query, body })
    return answered instanceof Response ? answered : respond(request, answered)
  }
}

async function readBody(request: Request, { schema, limit = MAX_BODY_BYTES }: { schema?: TSchema; limit?: number }) {
  requireJson(request.headers)
  const body = (await readJson(request, limit))?.value ?? {}
  const faults = schema ? faultsOf(schema, body, 'request/body', { named: true }) : []
  if (faults.length) throw badRequest(faults.join(', '))
  return body
}

function checkedQuery(query: URLSearchParams, known: readonly string[] = []) {
  for (const name of query.keys()) if (!known.includes(name)) throw badRequest(`Unknown query parameter '${name}'`)
  return query
}

function decode(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw badRequest('The path has a malformed percent escape', { cause })
  }
}
