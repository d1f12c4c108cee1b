import type { Handler } from '../http/error-handling.ts'
import { pathOf } from '../http/request-path.ts'
import { checkCall } from './call-auth.ts'
import { decodedPath } from './decoded-path.ts'
import { checkFormAuth } from './form-auth.ts'
import { formFieldsOf, formItem } from './form-fields.ts'
import { formPage, messagePage } from './form-page.ts'
import { formReply } from './form-reply.ts'
import { readForm } from './read-form.ts'
import { sendReply } from './send-reply.ts'
import type { WebhookContext } from './serve-webhooks.ts'
import { createWebhookTable, type WebhookTarget } from './webhook-table.ts'
import { DEFAULT_ZONE, localTime, zoneOf } from './zone.ts'

const PRODUCTION = '/form/'

/** What stands in a form is shown as text; nothing of it is run, and nobody else is asked. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Answers below `/form/` and `/form-test/`: GET shows the form of an active workflow, and POST makes its execution, which is
 * kept for good before it is answered. Nothing listens for tests.
 */
export function serveForms(context: WebhookContext): Handler {
  const { store, simulation, clock } = context
  const find = createWebhookTable({ forms: true })

  async function submit(request: Request, found: WebhookTarget) {
    const { node, workflow } = found
    const sent = await readForm(request)
    const query = Object.fromEntries(new URLSearchParams(pathOf(request.url).search))
    const item = {
      ...formItem(formFieldsOf(node), sent),
      submittedAt: localTime(zoneOf(workflow.settings) ?? DEFAULT_ZONE, clock.now()),
      formMode: 'production',
      ...(Object.keys(query).length > 0 ? { formQueryParameters: query } : {}),
    }
    const played = await simulation.run(draft => {
      // it may have been deactivated while the form came
      if (!draft.workflows.get(workflow.id)?.active) return undefined
      return { workflow, start: { node: node.name ?? '', items: [item] }, mode: 'webhook', at: clock.now() }
    })
    return played
      ? sendReply(request, formReply(node, workflow.nodes, played, isBrowser(request)), policyFor(request))
      : unknown(request)
  }

  return async request => {
    const { name, search } = pathOf(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = name.startsWith(PRODUCTION) ? find(store.data, method, decodedPath(name)) : undefined
    if (!found) return unknown(request)
    const { refusal } = await checkFormAuth(found.node, node => checkCall(request, node, context))
    if (refusal) return sendPage(request, 'Problem loading form', refusal.message, refusal.status)
    if (method !== 'GET') return submit(request, found)
    const body = formPage(found.node, formFieldsOf(found.node), new URLSearchParams(search))
    return sendReply(request, { status: 200, body, headers: [] }, policyFor(request))
  }
}

/** Of a program that sends forms nothing is shown, and it gets what the service sends. */
const policyFor = (request: Request) => (isBrowser(request) ? POLICY : '')
const isBrowser = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html')

const unknown = (request: Request) =>
  sendPage(request, 'Problem loading form', 'This form was not found: its workflow must be active.', 404)

function sendPage(request: Request, title: string, message: string, status: number) {
  const headers: [string, string][] = status === 401 ? [['www-authenticate', 'Basic realm="Enter credentials"']] : []
  return sendReply(request, { status, body: messagePage(title, message), headers }, policyFor(request))
}
