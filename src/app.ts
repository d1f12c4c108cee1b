import { Elysia } from 'elysia'
import type { Context } from './context.ts'
import type { Control } from './control/control.ts'
import { instrument, noteRefusal } from './control/instrument.ts'
import { CONTROL_OPERATIONS } from './control/operations.ts'
import { CONTROL_BASE, serveControl } from './control/serve-control.ts'
import { controlDocsRoutes } from './docs/control-routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { ApiError, methodNotAllowed, notFound } from './errors.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { credentialRoutes } from './features/credentials/routes.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { sourceControlRoutes } from './features/source-control/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { workflowRoutes } from './features/workflows/routes.ts'
import { answer, respond } from './http/answer.ts'
import { checkDeclaredLength } from './http/body.ts'
import { errorAnswer } from './http/error-responses.ts'
import { createKeptAnswers } from './http/kept-answers.ts'
import { BASE, type Operation, type OperationContext, pathOf, serveOperation } from './http/operation.ts'
import { createRouting } from './http/routing.ts'
import { pageRoutes } from './page/routes.ts'

export interface AppContext extends Context, OperationContext {
  /** Told of every failure that is not a refusal. */
  report(error: unknown, request: Request): void
  settings: { allowedHosts: readonly string[]; page: boolean }
  /** What the control API answers with; there is no such API where left out. */
  control?: Control | undefined
}

/** Every operation of the API, feature by feature. */
export const operationsOf = (context: AppContext): Operation[] => [
  ...auditRoutes(context),
  ...credentialRoutes(context),
  ...executionRoutes(context),
  ...sourceControlRoutes(context),
  ...tagRoutes(context),
  ...userRoutes(context),
  ...workflowRoutes(context),
]

/** The whole service as one function from request to response. */
export function createApp(context: AppContext): { fetch(request: Request): Promise<Response> | Response } {
  const { control } = context
  const operations = operationsOf(context)
  const routing = createRouting(operations, BASE)
  const keptAnswers = createKeptAnswers()
  const handlers = new Map(operations.map(operation => [operation, handlerOf(operation)]))

  function handlerOf(operation: Operation) {
    const handler = serveOperation(operation, context, keptAnswers)
    return control ? instrument(operation, handler, control, refuse) : handler
  }

  /** The paths that Elysia does not match: other letter case, other methods, none at all. */
  function answerElse(request: Request) {
    const methods = routing.find(pathOf(request.url).name)
    if (!methods) throw notFound('not found')
    const operation = methods.get(request.method)
    const handler = operation && handlers.get(operation)
    if (!handler) throw methodNotAllowed(request.method)
    return handler(request)
  }

  function refuse(error: unknown, request: Request) {
    if (!(error instanceof ApiError)) context.report(error, request)
    return respond(request, errorAnswer(error, request))
  }

  // a standard host name would be one of five characters at least
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .onError({ as: 'global' }, async ({ error, code, request }) => {
      if (code !== 'NOT_FOUND') return refuse(error, request)
      try {
        return await answerElse(request)
      } catch (error) {
        const response = refuse(error, request)
        return control ? noteRefusal(request, response, control) : response
      }
    })
    .get('/healthz', ({ request }) => respond(request, answer({ status: 'ok' })))

  if (control) {
    const serve = serveControl(CONTROL_OPERATIONS, control, context)
    app.all(`${CONTROL_BASE}/*`, ({ request }) => serve(request), { parse: 'none' })
    app.use(controlDocsRoutes(context))
  }
  app.use(docsRoutes(operations, BASE, context))
  if (context.settings.page) app.use(pageRoutes(context))
  for (const [operation, handler] of handlers) {
    const parser = operation.method === 'GET' ? {} : { parse: 'none' as const }
    const route = ({ request }: { request: Request }) => {
      const response = handler(request)
      // Elysia takes a route with a parser, or one that ends in a call, for an asynchronous one and makes promises of
      // its answers; this one is read as what it is
      if (response) return response
    }
    app.route(operation.method, BASE + operation.path, route, parser)
  }

  return {
    fetch(request) {
      const { method } = request
      try {
        if (method === 'GET') return app.fetch(request)
        if (!pathOf(request.url).name.startsWith(`${CONTROL_BASE}/`)) checkDeclaredLength(request.headers)
        return method === 'HEAD' ? withoutBody(app.fetch(request)) : app.fetch(request)
      } catch (error) {
        return refuse(error, request)
      }
    },
  }
}

async function withoutBody(answered: Promise<Response> | Response) {
  const response = await answered
  return response.body ? new Response(null, response) : response
}
