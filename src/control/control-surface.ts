import type { TObject } from '@sinclair/typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { badRequest, methodNotAllowed, refuseAny, unknownPath } from '../core/base/errors.ts'
import { MAX_BODY_BYTES, readJson, requireJson } from '../core/http/body.ts'
import type { Report } from '../core/http/error-handling.ts'
import { type GuardContext, requireOwner } from '../core/http/guard.ts'
import { createParamReader, pathOf } from '../core/http/path.ts'
import { coerce } from '../core/http/query.ts'
import { ErrorShape } from '../core/http/response-schemas.ts'
import { createRouting, type Route } from '../core/http/routing.ts'
import { handlersOf, type Surface } from '../core/http/surface.ts'
import { validationErrors } from '../core/http/validation-errors.ts'
import { Fixture } from '../core/model/fixture.ts'
import { FaultRuleShape, PlannedFaultShape } from './faults/fault-rule.ts'
import { ApiKeyShape } from './keys/api-keys.ts'
import { CloneState } from './migrate/clone-state.ts'
import type { ControlBody, ControlCall, ControlOperation, ControlTag } from './operation.ts'
import { LoggedRequestShape } from './requests/logged-request.ts'
import { RequestDetailsShape } from './requests/request-details.ts'
import { SnapshotShape } from './snapshots/snapshots.ts'

export const CONTROL_BASE = '/_control'

/** Whether the key of a caller would still be accepted. */
type IsAllowed = () => boolean

/** The control API: for the owner, on loopback, and for no page of another origin. */
export function controlSurface(
  operations: readonly ControlOperation[],
  guard: GuardContext,
): Surface<ControlOperation, IsAllowed> {
  return {
    base: CONTROL_BASE,
    operations,
    context: undefined,
    checks(operation) {
      const paramsOf = createParamReader(CONTROL_BASE, operation.path, 'The path has a malformed percent escape')
      return {
        admit: request => requireOwner(request, guard),
        receive(request, isAllowed): ControlCall | Promise<ControlCall> {
          const { name, search } = pathOf(request.url)
          const query = readQuery(search, operation.query)
          const params = operation.params ? checkParams(paramsOf(name), operation.params) : {}
          const call = { isAllowed, query, params, body: undefined }
          return operation.body ? readBody(request, operation.body).then(body => ({ ...call, body })) : call
        },
      }
    },
    document: {
      title: 'Control API',
      description: DESCRIPTION,
      version: packageJson.version,
      tags: CONTROL_TAGS,
      schemas: CONTROL_SCHEMAS,
      refusals: refusalsOf,
    },
  }
}

/** Everything below the path of the control API. */
export function controlRoute(surface: Surface<ControlOperation, IsAllowed>, report: Report): Route {
  const handlers = handlersOf(surface, report)
  const routing = createRouting(surface.operations, surface.base)
  return {
    method: 'ALL',
    path: `${surface.base}/*`,
    serve(request) {
      const methods = routing.find(pathOf(request.url).name)
      if (!methods) throw unknownPath()
      const operation = methods.get(request.method)
      const handler = operation && handlers.get(operation)
      if (!handler) throw methodNotAllowed(request.method)
      return handler(request)
    },
  }
}

/**
 * The query as the operation's schema names it: numbers and booleans where they read as such. A switch may stand without
 * a value.
 *
 * @throws ApiError 400 for a parameter that is unknown, given twice or not of its shape
 */
function readQuery(search: string, schema: TObject | undefined): Record<string, unknown> {
  const known = schema?.properties ?? {}
  const query: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    if (!Object.hasOwn(known, name)) throw badRequest(`Unknown query parameter '${name}'`)
    if (Object.hasOwn(query, name)) throw badRequest(`Query parameter '${name}' is given twice`)
    const type = known[name]?.type
    query[name] = type === 'boolean' ? switchOf(text) : coerce(text, type)
  }
  if (schema) refuseAny(validationErrors(schema, query, 'request/query'))
  return query
}

/** The parameters of a path in the types of their schema. @throws ApiError 400 */
function checkParams(texts: Record<string, string>, schema: TObject): Record<string, unknown> {
  const params = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, coerce(text, schema.properties[name]?.type)]),
  )
  refuseAny(validationErrors(schema, params, 'request/params'))
  return params
}

const SWITCHES: Record<string, boolean> = { '': true, true: true, '1': true, false: false, '0': false }

const switchOf = (text: string) => (Object.hasOwn(SWITCHES, text) ? SWITCHES[text] : text)

async function readBody(request: Request, { schema, limit = MAX_BODY_BYTES, maxValues, isCheckedByRun }: ControlBody) {
  requireJson(request.headers)
  const body = (await readJson(request, { limit, maxValues }))?.value ?? {}
  if (!isCheckedByRun) refuseAny(validationErrors(schema, body, 'request/body', { named: true }))
  return body
}

const DESCRIPTION = `Prepares an instance for tests and demos: state, snapshots, requests, faults, clock, keys.
For the owner's key only, on loopback or an allowed host name, and not for pages of other origins.`

/** What the tags of the control API's operations are about. */
export const CONTROL_TAGS: Record<ControlTag, string> = {
  State: 'Insert, read and reset the records of the instance',
  Snapshots: 'Named states of the document',
  Keys: 'API keys of users',
  Requests: 'The requests that the instance received',
  Faults: 'Rules that make requests fail',
  Clock: 'The time of the instance',
  Simulation: 'Simulated runs: webhooks, forms, schedules and retries create executions. Nothing is sent',
}

/** The shapes that have a name of their own in the control API's document. */
const CONTROL_SCHEMAS = {
  Fixture,
  Snapshot: SnapshotShape,
  ApiKey: ApiKeyShape,
  Request: LoggedRequestShape,
  RequestDetails: RequestDetailsShape,
  FaultRule: FaultRuleShape,
  Fault: PlannedFaultShape,
  Clone: CloneState,
  Error: ErrorShape,
}

const REFUSALS = {
  400: 'The request is invalid',
  401: 'There is no valid API key',
  403: "The key is not the owner's, or the host or origin is not allowed",
  404: 'An unknown record',
  409: 'A conflict with an existing record',
  413: 'The body is too large',
  415: 'The body is not JSON',
}

function refusalsOf({ params, query, body, refusals = [] }: ControlOperation) {
  const statuses: (keyof typeof REFUSALS)[] = [401, 403, ...refusals]
  if (params || query || body) statuses.push(400)
  if (body) statuses.push(413, 415)
  return Object.fromEntries(statuses.map(status => [status, { description: REFUSALS[status], schema: ErrorShape }]))
}
