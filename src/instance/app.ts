import { methodNotAllowed, unknownPath } from '../base/errors.ts'
import type { Control } from '../control/control.ts'
import { requireKnownHost } from '../control/guard.ts'
import { instrument, noteRefusal } from '../control/instrument.ts'
import { CONTROL_OPERATIONS } from '../control/operations.ts'
import { CONTROL_BASE, serveControl } from '../control/serve-control.ts'
import { controlDocsRoutes, docsRoutes } from '../docs/routes.ts'
import type { SenderOf } from '../http/api-key.ts'
import { checkDeclaredLength } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import { editorRefusal, editorRoutes } from '../http/editor-paths.ts'
import { type Handler, type Report, type SafeHandler, withErrorHandling } from '../http/error-handling.ts'
import { BASE, type Operation } from '../http/operation.ts'
import { reply, respond } from '../http/reply.ts'
import { pathOf } from '../http/request-path.ts'
import { createResponseCache } from '../http/response-cache.ts'
import type { Route } from '../http/route.ts'
import { createRouting } from '../http/routing.ts'
import { serveOperation } from '../http/serve-operation.ts'
import { dialectOf, type Version } from '../http/version.ts'
import { type PageContext, pageRoutes } from '../page/routes.ts'
import { serveForms } from '../simulation/forms.ts'
import { keepApart } from '../simulation/keep-apart.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { callContext, serveWaiting, serveWebhooks } from '../simulation/webhooks.ts'
import { createRouter } from './router.ts'

export interface AppContext extends Context {
  version: Version
  apiKeyHeader: string
  senderOf: SenderOf
  report: Report
  settings: {
    allowHosts: readonly string[]
    allowOrigins?: readonly string[] | undefined
    page: boolean
    keepCallSecrets?: boolean | undefined
  }
  simulation: Simulation
  clock: PageContext['clock'] & Context['clock']
  /** What the control API answers with; there is no such API where left out. */
  control?: Control | undefined
}

/** The whole service as one function from request to response. It answers whatever happens. */
export function createApp(context: AppContext): { fetch: SafeHandler } {
  const { control, version, report } = context
  const routing = createRouting(version.operations, BASE)
  const handlers = operationHandlers(context)

  /** The operation of a path that Elysia does not match: in other letter case, with a slash at its end, by HEAD. */
  function handlerOf({ url, method }: Request) {
    const methods = routing.find(pathOf(url).name)
    const operation = methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined)
    return operation && handlers.get(operation)
  }

  /** A path, or a method, that the API does not have. */
  const refuse = withErrorHandling(
    request => {
      const { url, method } = request
      const methods = routing.find(pathOf(url).name)
      if (!methods) throw editorRefusal(version, pathOf(url).name) ?? unknownPath()
      const replied = version.answerMethod?.(method, [...methods.values()])
      if (!replied) throw methodNotAllowed(method)
      return respond(request, replied)
    },
    report,
    version.texts,
  )

  const refuseAndNote = (request: Request) =>
    control ? noteRefusal(request, refuse, control.requests) : refuse(request)

  const router = createRouter({
    unmatched: request => handlerOf(request)?.(request) ?? refuseAndNote(request),
    failed: (error, request) => withErrorHandling(rethrow(error), report)(request),
  })

  function mountWebhooks() {
    const { simulation, settings } = context
    const calls = callContext({ ...context, keepCallSecrets: settings.keepCallSecrets })
    const webhooks = serveWebhooks(calls)
    const forms = serveForms(calls)
    const served = {
      webhook: webhooks,
      'webhook-test': webhooks,
      'webhook-waiting': serveWaiting(calls),
      form: forms,
      'form-test': forms,
    }
    for (const [base, handler] of Object.entries(served)) {
      const guarded = withErrorHandling(keepApart(guardWebhooks(handler, settings)), report, version.texts)
      const serve = (request: Request) =>
        simulation.isOn ? guarded(request) : (handlerOf(request)?.(request) ?? refuseAndNote(request))
      router.mountBelow(`/${base}`, serve)
    }
  }

  for (const route of routesOf(context)) router.mount(route.method, route.path, withErrorHandling(route.serve, report))
  if (control) {
    const serve = withErrorHandling(serveControl(CONTROL_OPERATIONS, control, context), report)
    router.mountBelow(CONTROL_BASE, serve)
  }
  if (control || context.simulation.isOn) mountWebhooks()
  for (const [{ method, path }, handler] of handlers) router.mount(method, BASE + path, handler)

  const fetch: Handler = request => {
    const { method } = request
    if (method === 'GET') return router.fetch(request)
    if (!pathOf(request.url).name.startsWith(`${CONTROL_BASE}/`)) checkDeclaredLength(request.headers)
    return method === 'HEAD' ? withoutBody(router.fetch(request)) : router.fetch(request)
  }
  return { fetch: withErrorHandling(fetch, report, version.texts) }
}

/** The version's operations, each checked by its dialect, worded by its version, and noted where there is a control API. */
function operationHandlers(context: AppContext): Map<Operation, SafeHandler> {
  const { control, version, report, senderOf } = context
  const cache = createResponseCache()
  return new Map(
    version.operations.map(operation => {
      const dialect = dialectOf(version, operation)
      const texts = { ...version.texts, ...dialect.texts, ...operation.texts }
      const guarded = (handler: Handler) => withErrorHandling(handler, report, texts)
      const handler = guarded(serveOperation(operation, dialect, texts, context, cache))
      return [operation, control ? instrument(operation, handler, { ...control, senderOf }, guarded) : handler]
    }),
  )
}

/** Webhooks and forms need no key, and anybody's page may call them: they are served under known hosts alone. */
const guardWebhooks =
  (serve: Handler, settings: AppContext['settings']): Handler =>
  request => {
    requireKnownHost(request, settings)
    return serve(request)
  }

/** Everything that is served beside the API and the control API. */
const routesOf = (context: AppContext): Route[] => [
  { method: 'GET', path: '/healthz', serve: request => respond(request, reply({ status: 'ok' })) },
  { method: 'GET', path: '/healthz/readiness', serve: request => respond(request, reply({ status: 'ok' })) },
  ...editorRoutes(context.version),
  ...docsRoutes(context.version, BASE, context),
  ...(context.control ? controlDocsRoutes(context) : []),
  ...(context.settings.page ? pageRoutes(context) : []),
]

function rethrow(error: unknown): Handler {
  return () => {
    throw error
  }
}

async function withoutBody(answered: Promise<Response> | Response) {
  const response = await answered
  return response.body ? new Response(null, response) : response
}
