import type { Handler } from '../http/error-handling.ts'
import { reply, respond } from '../http/reply.ts'
import { pathOf } from '../http/request-path.ts'
import { type CallAuthContext, checkCall } from './call-auth.ts'
import { decodedPath } from './decoded-path.ts'
import { sendReply } from './send-reply.ts'
import type { Simulation } from './simulation.ts'
import { readCall } from './webhook-call.ts'
import { type WebhookReply, webhookReply } from './webhook-reply.ts'
import { createWebhookTable } from './webhook-table.ts'

const PRODUCTION = '/webhook/'

const HINTS = {
  production:
    "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)",
  test: "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
}

export interface WebhookContext extends CallAuthContext {
  simulation: Simulation
  apiKeyHeader: string
}

/**
 * Answers calls below `/webhook/` and `/webhook-test/`. An execution is kept for good before its call is answered. Nothing
 * listens for test calls, so each of them is refused as the service does then.
 */
export function serveWebhooks(context: WebhookContext): Handler {
  const { store, clock, simulation, apiKeyHeader } = context
  const find = createWebhookTable({ forms: false })

  return async request => {
    const { name } = pathOf(request.url)
    const isTest = !name.startsWith(PRODUCTION)
    const path = decodedPath(name)
    const refused = () => notRegistered(request, path, isTest)
    const called = isTest ? undefined : find(store.data, request.method, path)
    if (!called) return refused()
    const auth = await checkCall(request, called.node, context)
    if (auth.refusal) return sendRefusal(request, auth.refusal)
    const { checked = '', jwtPayload } = auth
    const known = jwtPayload ? { jwtPayload } : {}
    const item = await readCall(request, [apiKeyHeader, checked])
    const found = find(store.data, request.method, path)
    if (!found) return refused()
    const { node, params, output } = found
    const played = await simulation.run(draft => {
      const { workflow } = found
      // it may have been deactivated while the body came
      if (!draft.workflows.get(workflow.id)?.active) return undefined
      const start = { node: node.name ?? '', items: [{ ...item, params, ...known }], output }
      return { workflow, start, mode: 'webhook', at: clock.now() }
    })
    return played ? sendReply(request, webhookReply(node, found.workflow.nodes, played)) : refused()
  }
}

function notRegistered(request: Request, path: string, isTest: boolean): Response {
  const message = `The requested webhook "${isTest ? path : `${request.method} ${path}`}" is not registered.`
  return respond(request, reply({ code: 404, message, hint: isTest ? HINTS.test : HINTS.production }, 404))
}

/** As the service refuses whoever may not call: text without a type. */
function sendRefusal({ method }: Request, { status, message }: Pick<WebhookReply, 'status'> & { message: string }) {
  const body = method === 'HEAD' ? null : new TextEncoder().encode(message)
  return new Response(body, { status, headers: { 'www-authenticate': 'Basic realm="Webhook"' } })
}
