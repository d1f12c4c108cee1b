import { localTime, zoneOf } from '../base/zone.ts'
import { mediaTypeOf } from '../http/body.ts'
import type { Handler } from '../http/error-handling.ts'
import { reply, respond } from '../http/reply.ts'
import { pathOf } from '../http/request.ts'
import { checkCall, checkFormAuth } from './auth.ts'
import { queryOf, readForm } from './calls.ts'
import { formFieldsOf, formItem } from './form-fields.ts'
import { formPage, messagePage, thanksPage } from './form-page.ts'
import { leadsTo } from './graph.ts'
import { misconfiguration, sendReply, type WebhookReply } from './replies.ts'
import { decodedPath, type WebhookTarget } from './webhook-table.ts'
import { awaitEnd, type CallContext, replyOf, sendRefusal } from './webhooks.ts'

const PRODUCTION = '/form/'

/**
 * Answers below `/form/` and `/form-test/`: GET shows the form of an active workflow, and POST makes its execution, which is
 * stored for good before it is answered. Nothing listens for tests.
 */
export function serveForms(context: CallContext): Handler {
  const { store, simulation, clock, table, files } = context

  async function submit(request: Request, { node, workflow }: WebhookTarget) {
    if (mediaTypeOf(request.headers) !== 'multipart/form-data') {
      return respond(request, reply({ code: 415, message: 'Expected multipart/form-data' }, 415))
    }
    const createdAt = clock.now()
    const sent = await readForm(request)
    const query = queryOf(pathOf(request.url).search)
    const { json, binary } = formItem(formFieldsOf(node), sent, files)
    const zone = zoneOf(workflow.settings, simulation.zone) ?? simulation.zone
    const at = clock.now()
    const item = {
      json: {
        ...json,
        submittedAt: localTime(zone, at),
        formMode: 'production',
        ...(Object.keys(query).length > 0 ? { formQueryParameters: query } : {}),
      },
      ...(Object.keys(binary).length > 0 ? { binary } : {}),
    }
    const start = { node: node.name ?? '', items: [item] }
    const misconfigured = misconfiguration(node, workflow, name => leadsTo(workflow, node.name ?? '', name))
    const base = request.url.slice(0, request.url.indexOf('/', request.url.indexOf('//') + 2))
    const played = await simulation.run(state =>
      // it may have been deactivated while the form came
      state.workflows.get(workflow.id)?.active
        ? { workflow, start, mode: 'webhook', createdAt, at, base, misconfigured }
        : undefined,
    )
    if (!played) return unknown(request)
    const { responseMode } = node.parameters ?? {}
    const isSpecial = responseMode === 'lastNode' || responseMode === 'responseNode'
    await awaitEnd(node, played, simulation)
    const asked = { ...node, parameters: { responseMode, responseData: 'noData' } }
    const replied: WebhookReply = misconfigured
      ? { status: 500, body: { code: 0, message: misconfigured }, headers: [], isRefusal: true }
      : isSpecial
        ? await replyOf(asked, workflow, played, context)
        : { status: 200, body: { status: 200 }, headers: [] }
    return sendReply(request, isBrowser(request) ? shownTo(replied, node) : replied)
  }

  return async request => {
    const { name, search } = pathOf(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = name.startsWith(PRODUCTION) ? table.find(store.data, 'form', method, decodedPath(name)) : undefined
    if (!found) return unknown(request)
    const { refusal } = await checkFormAuth(found.node, node => checkCall(request, node, context))
    if (refusal && refusal.status < 500) {
      return sendRefusal(
        request,
        { status: 401, message: '' },
        { 'www-authenticate': 'Basic realm="Enter credentials"' },
      )
    }
    if (refusal) return sendPage(request, 'Problem loading form', refusal.message, refusal.status)
    if (method !== 'GET') return submit(request, found)
    const body = formPage(found.node, formFieldsOf(found.node), new URLSearchParams(search))
    return sendReply(request, { status: 200, body, headers: [] })
  }
}

/** What a browser shows after a form was sent: a page, instead of the JSON that the service's own page reads. */
function shownTo(replied: WebhookReply, { parameters = {} }: WebhookTarget['node']): WebhookReply {
  if (parameters.responseMode === 'responseNode' && !replied.isRefusal) return replied
  if (replied.status >= 400) {
    return { ...replied, body: messagePage('Problem submitting response', 'Please try again or contact support.') }
  }
  return thanksPage(parameters)
}

const isBrowser = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html')

const unknown = (request: Request) =>
  sendPage(request, 'Problem loading form', 'This form was not found: its workflow must be active.', 404)

function sendPage(request: Request, title: string, message: string, status: number) {
  return sendReply(request, { status, body: messagePage(title, message), headers: [] })
}
