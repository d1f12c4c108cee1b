import type { Control } from '../control/control.ts'
import { CONTROL_BASE, controlRoute, controlSurface } from '../control/control-surface.ts'
import { docsRoutes } from '../core/docs/routes.ts'
import type { SenderOf } from '../core/http/api-key.ts'
import { apiSurface } from '../core/http/api-surface.ts'
import { checkDeclaredLength } from '../core/http/body.ts'
import type { Context } from '../core/http/context.ts'
import { editorRoutes } from '../core/http/editor-paths.ts'
import { type Handler, type Report, type SafeHandler, withErrorHandling } from '../core/http/error-handling.ts'
import { BASE } from '../core/http/operation.ts'
import { pathOf } from '../core/http/path.ts'
import { reply, respond } from '../core/http/reply.ts'
import { type Route, safeRoutes, surfaceRoutes } from '../core/http/routing.ts'
import type { Version } from '../core/http/version.ts'
import type { Overrides } from '../core/overrides/overrides.ts'
import { rewriteFor } from '../core/overrides/rewrite-answers.ts'
import { pageFacts } from '../page/facts.ts'
import { pageRoutes } from '../page/routes.ts'
import type { Simulation } from '../runs/schedules/simulation.ts'
import { createRouter } from './router.ts'
import { serveApi } from './serve-api.ts'
import { webhookRoutes } from './webhook-routes.ts'

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
  clock: Context['clock'] & { readonly mode: string }
  /** How the answers of the API differ from those of the version. */
  overrides?: Overrides | undefined
  /** What the control API works with; there is no such API where left out. */
  control?: Control | undefined
}

/** The whole service as one function from request to response. It answers whatever happens. */
export function createApp(context: AppContext): { fetch: SafeHandler } {
  const { control, version, report, settings, simulation } = context
  const surfaces = {
    api: apiSurface({
      ...context,
      rewrite: operation =>
        rewriteFor(context.overrides, operation, { base: BASE, apiKeyHeader: context.apiKeyHeader }),
    }),
    control: control && controlSurface(control.operations, context),
  }
  const api = serveApi(surfaces.api, context)

  const routes: Route<SafeHandler>[] = [
    ...safeRoutes(HEALTH, report),
    ...safeRoutes(editorRoutes(version), report),
    ...safeRoutes(docsRoutes(surfaces, context), report),
    ...(settings.page ? safeRoutes(pageRoutes(context), report) : []),
    ...(settings.page ? surfaceRoutes(pageFacts(context), report) : []),
    ...(surfaces.control ? safeRoutes([controlRoute(surfaces.control, report)], report) : []),
    ...(control || simulation.isOn ? webhookRoutes(context, api.answer) : []),
    ...api.routes,
  ]
  const router = createRouter({
    routes,
    unmatched: api.answer,
    failed: (error, request) => withErrorHandling(rethrow(error), report)(request),
  })

  const fetch: Handler = request => {
    const { method } = request
    if (method === 'GET') return router.fetch(request)
    if (!pathOf(request.url).name.startsWith(`${CONTROL_BASE}/`)) checkDeclaredLength(request.headers)
    return method === 'HEAD' ? withoutBody(router.fetch(request)) : router.fetch(request)
  }
  return { fetch: withErrorHandling(fetch, report, version.texts) }
}

const healthy: Handler = request => respond(request, reply({ status: 'ok' }))

const HEALTH: Route[] = [
  { method: 'GET', path: '/healthz', serve: healthy },
  { method: 'GET', path: '/healthz/readiness', serve: healthy },
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
