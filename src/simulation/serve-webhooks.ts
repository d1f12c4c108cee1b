import type { Clock } from '../clock.ts'
import { type WebhookReply, webhookReply } from '../features/simulation/webhook-reply.ts'
import { createWebhookTable } from '../features/simulation/webhook-table.ts'
import { reply, respond } from '../http/reply.ts'
import { pathOf } from '../http/request-path.ts'
import type { Handler } from '../http/shield.ts'
import type { Store } from '../state.ts'
import type { Simulation } from './simulation.ts'
import { readCall } from './webhook-call.ts'

const PRODUCTION = '/webhook/'

const HINTS = {
  production:
    "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)",
  test: "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
}

/**
 * Answers calls below `/webhook/` and `/webhook-test/`. An execution is kept for good before its call is answered. Nothing
 * listens for test calls, so each of them is refused as the service does then.
 */
export function serveWebhooks({
  store,
  clock,
  simulation,
}: {
  store: Store
  clock: Clock
  simulation: Simulation
}): Handler {
  const find = createWebhookTable()

  return async request => {
    const { name } = pathOf(request.url)
    const isTest = !name.startsWith(PRODUCTION)
    const path = decoded(name.slice(name.indexOf('/', 1) + 1))
    const refused = () => notRegistered(request, path, isTest)
    if (isTest || !find(store.data, request.method, path)) return refused()
    const item = await readCall(request)
    const found = find(store.data, request.method, path)
    if (!found) return refused()
    const { node, params, output } = found
    const played = await simulation.run(draft => {
      const { workflow } = found
      // it may have been deactivated while the body came
      if (!draft.workflows.get(workflow.id)?.active) return undefined
      const start = { node: node.name ?? '', items: [{ ...item, params }], output }
      return { workflow, start, mode: 'webhook', at: clock.now() }
    })
    return played ? send(request, webhookReply(node, found.workflow.nodes, played)) : refused()
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function notRegistered(request: Request, path: string, isTest: boolean): Response {
  const message = `The requested webhook "${isTest ? path : `${request.method} ${path}`}" is not registered.`
  return respond(request, reply({ code: 404, message, hint: isTest ? HINTS.test : HINTS.production }, 404))
}

const WITHOUT_BODY = [204, 205, 304]

function send(request: Request, { status, body, headers: given }: WebhookReply): Response {
  const isText = typeof body === 'string'
  const headers = new Headers({
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
  })
  for (const [name, value] of given) setIfPossible(headers, name, value)
  const isEmpty = body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD'
  if (isEmpty && !given.some(([name]) => name.toLowerCase() === 'content-type')) headers.delete('content-type')
  return new Response(isEmpty ? null : isText ? body : JSON.stringify(body), { status, headers })
}

/** The connection's own headers are not a workflow's to set. */
const OF_THE_CONNECTION = ['content-length', 'transfer-encoding', 'connection', 'upgrade']

function setIfPossible(headers: Headers, name: string, value: string) {
  if (OF_THE_CONNECTION.includes(name.toLowerCase())) return
  try {
    headers.set(name, value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}
