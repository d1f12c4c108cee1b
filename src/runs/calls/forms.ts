import { answerOf } from '../../core/base/errors.ts'
import { localTime, zoneOf } from '../../core/base/zone.ts'
import { callAnswers, callRefusals } from '../../core/features/calls/refusals.ts'
import { mediaTypeOf } from '../../core/http/body.ts'
import { pathOf } from '../../core/http/path.ts'
import { reply, respond } from '../../core/http/reply.ts'
import { formFieldsOf } from '../engine/call/form-fields.ts'
import type { PackedReply, SaidReply } from '../engine/call/make-reply.ts'
import { type AuthRefusal, checkCall, checkFormAuth } from './auth.ts'
import { queryOf, receiveForm } from './calls.ts'
import { formPage, messagePage, thanksPage } from './form-page.ts'
import { refusedReply, sendReply } from './replies.ts'
import { decodedPath, type WebhookTarget } from './webhook-table.ts'
import { awaitEnd, type CallContext, type CallHandler, replyOf, runCall, sendRefusal } from './webhooks.ts'

const PRODUCTION = '/form/'

/**
 * Answers below `/form/` and `/form-test/`: GET shows the form of an active workflow, and POST makes its execution, which is
 * stored for good before it is answered. Nothing listens for tests.
 */
export function serveForms(context: CallContext): CallHandler {
  const { store, simulation, clock, table, version } = context

  async function submit(request: Request, { node, workflow }: WebhookTarget, createdAt: number) {
    if (mediaTypeOf(request.headers) !== 'multipart/form-data') {
      const { status, message } = answerOf(callRefusals.formTypeWrong(), version.texts)
      return respond(request, reply({ code: status, message }, status))
    }
    const query = queryOf(pathOf(request.url).search)
    const zone = zoneOf(workflow.settings, simulation.zone) ?? simulation.zone
    const form = await receiveForm(request, {})
    const at = clock.now()
    const fields = {
      submittedAt: localTime(zone, at),
      formMode: 'production',
      ...(Object.keys(query).length > 0 ? { formQueryParameters: query } : {}),
    }
    const { responseMode } = node.parameters ?? {}
    const given = {
      call: { ...form, fields },
      createdAt,
      at,
      answers: { parameters: { responseMode, responseData: 'noData' } },
    }
    const ran = await runCall(request, { node, workflow }, given, context)
    if (ran instanceof Response) return ran
    const { played, misconfigured } = ran
    if (!played) return sendPage(request, answerOf(callRefusals.formNotFound(), version.texts))
    const isSpecial = responseMode === 'lastNode' || responseMode === 'responseNode'
    await awaitEnd(request, node, played, simulation)
    const replied = misconfigured
      ? refusedReply(misconfigured.answer, version.texts)
      : isSpecial
        ? replyOf(played, version.texts)
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
function shownTo(
  replied: SaidReply | PackedReply,
  { parameters = {} }: WebhookTarget['node'],
): SaidReply | PackedReply {
  if (parameters.responseMode === 'responseNode' && !replied.isRefusal) return replied
  if (replied.status >= 400) {
    const { status, headers, isRefusal = false } = replied
    return { status, headers, isRefusal, body: messagePage(callAnswers.formNotSubmitted, callAnswers.formRetry) }
  }
  return thanksPage(parameters)
}

const isBrowser = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html')

function sendPage(request: Request, { status, message }: AuthRefusal) {
  return sendReply(request, { status, body: messagePage(callAnswers.formNotLoaded, message), headers: [] })
}
