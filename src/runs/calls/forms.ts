import { answerOf } from '../../core/base/errors.ts'
import { localTime, zoneOf } from '../../core/base/zone.ts'
import { callAnswers, callRefusals } from '../../core/features/calls/refusals.ts'
import { mediaTypeOf } from '../../core/http/body.ts'
import { pathOf } from '../../core/http/path.ts'
import { reply, respond } from '../../core/http/reply.ts'
import { type AuthRefusal, checkCall, checkFormAuth } from './auth.ts'
import { queryOf, readForm } from './calls.ts'
import { formFieldsOf, formItem } from './form-fields.ts'
import { formPage, messagePage, thanksPage } from './form-page.ts'
import { refusedReply, sendReply, type WebhookReply } from './replies.ts'
import { decodedPath, type WebhookTarget } from './webhook-table.ts'
import { awaitEnd, type CallContext, type CallHandler, replyOf, runCall, sendRefusal } from './webhooks.ts'

const PRODUCTION = '/form/'

/**
 * Answers below `/form/` and `/form-test/`: GET shows the form of an active workflow, and POST makes its execution, which is
 * stored for good before it is answered. Nothing listens for tests.
 */
export function serveForms(context: CallContext): CallHandler {
  const { store, simulation, clock, table, files, version } = context

  async function submit(request: Request, { node, workflow }: WebhookTarget, createdAt: number) {
    if (mediaTypeOf(request.headers) !== 'multipart/form-data') {
      const { status, message } = answerOf(callRefusals.formTypeWrong(), version.texts)
      return respond(request, reply({ code: status, message }, status))
    }
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
    const { played, misconfigured } = await runCall(request, { node, workflow }, { item, createdAt, at }, context)
    if (!played) return sendPage(request, answerOf(callRefusals.formNotFound(), version.texts))
    const { responseMode } = node.parameters ?? {}
    const isSpecial = responseMode === 'lastNode' || responseMode === 'responseNode'
    await awaitEnd(node, played, simulation)
    const asked = { responseMode, responseData: 'noData' }
    const replied: WebhookReply = misconfigured
      ? refusedReply(misconfigured, version.texts)
      : isSpecial
        ? await replyOf(asked, workflow, played, context)
        : { status: 200, body: { status: 200 }, headers: [] }
    return sendReply(request, isBrowser(request) ? shownTo(replied, node) : replied)
  }

  return async (request, cameAt) => {
    const { name, search } = pathOf(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = name.startsWith(PRODUCTION) ? table.find(store.data, 'form', method, decodedPath(name)) : undefined
    if (!found) return sendPage(request, answerOf(callRefusals.formNotFound(), version.texts))
    const { refusal } = await checkFormAuth(found.node, node => checkCall(request, node, context))
    if (refusal && refusal.status < 500) {
      return sendRefusal(
        request,
        { status: 401, message: '' },
        { 'www-authenticate': 'Basic realm="Enter credentials"' },
      )
    }
    if (refusal) return sendPage(request, refusal)
    if (method !== 'GET') return submit(request, found, cameAt)
    const body = formPage(found.node, formFieldsOf(found.node), new URLSearchParams(search))
    return sendReply(request, { status: 200, body, headers: [] })
  }
}

/** What a browser shows after a form was sent: a page, instead of the JSON that the service's own page reads. */
function shownTo(replied: WebhookReply, { parameters = {} }: WebhookTarget['node']): WebhookReply {
  if (parameters.responseMode === 'responseNode' && !replied.isRefusal) return replied
  if (replied.status >= 400) {
    return { ...replied, body: messagePage(callAnswers.formNotSubmitted, callAnswers.formRetry) }
  }
  return thanksPage(parameters)
}

const isBrowser = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html')

function sendPage(request: Request, { status, message }: AuthRefusal) {
  return sendReply(request, { status, body: messagePage(callAnswers.formNotLoaded, message), headers: [] })
}
