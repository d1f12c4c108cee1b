import { answerOf } from '../../core/base/errors.ts'
import { zoneOf } from '../../core/base/zone.ts'
import { callAnswers, callRefusals } from '../../core/features/calls/refusals.ts'
import { mediaTypeOf } from '../../core/http/body.ts'
import { pathOf } from '../../core/http/path.ts'
import { reply, respond } from '../../core/http/reply.ts'
import { askedFieldsOf, submittedAt } from '../engine/call/form-fields.ts'
import type { PackedReply, SaidReply } from '../engine/call/make-reply.ts'
import { versionOf, withDefaults } from '../engine/node-parameters.ts'
import { recordOf } from '../schedules/item.ts'
import { type AuthAnswer, type AuthRefusal, checkCall } from './auth.ts'
import { queryOf, receiveForm, shownHeaders } from './calls.ts'
import { formPage, messagePage, thanksPage } from './form-page.ts'
import { misconfiguration, refusedReply, sendReply } from './replies.ts'
import type { WebhookTarget } from './webhook-table.ts'
import {
  awaitEnd,
  barredBy,
  type CallContext,
  type CalledAt,
  hiddenHeaders,
  replyOf,
  runCall,
  sendRefusal,
} from './webhooks.ts'

const BARS = {
  address: callRefusals.formCallerAddressBarred,
  bot: callRefusals.formCallerUnknown,
  realm: 'Basic realm="Enter credentials"',
}

/**
 * Answers a call of a form: GET shows it, and POST makes its execution, which is stored for good before it is answered.
 */
export async function answerForm(
  request: Request,
  { node, workflow }: WebhookTarget,
  { cameAt }: CalledAt,
  context: CallContext,
): Promise<Response> {
  const { version } = context
  const { texts } = version
  const isSent = request.method === 'POST'
  if (isSent && mediaTypeOf(request.headers) !== 'multipart/form-data') {
    const { status, message } = answerOf(callRefusals.formTypeWrong(), texts)
    return respond(request, reply({ code: status, message }, status))
  }
  const barred = barredBy(request, recordOf(withDefaults(node).parameters?.options), BARS, texts)
  if (barred) return barred
  // a form asks for user and password from its second version on, and again until they are given
  const { refusal }: AuthAnswer = versionOf(node) < 2 ? {} : await checkCall(request, node, context)
  if (refusal && refusal.status >= 500) return sendPage(request, refusal)
  if (refusal) return sendRefusal(request, answerOf(BARS.bot(), texts), { 'www-authenticate': BARS.realm })
  // the service's node looks at the response mode before it shows its form
  if (isSent || misconfiguration(node, workflow, version)) return submit(request, { node, workflow }, cameAt, context)
  const { search } = pathOf(request.url)
  const body = formPage(node, askedFieldsOf(node), new URLSearchParams(search))
  return sendReply(request, { status: 200, body, headers: [] })
}

async function submit(
  request: Request,
  { node, workflow }: Pick<WebhookTarget, 'node' | 'workflow'>,
  createdAt: number,
  context: CallContext,
) {
  const { simulation, clock, version } = context
  const query = queryOf(pathOf(request.url).search)
  const { showHeaders } = recordOf(node.parameters?.options)
  const zone = zoneOf(workflow.settings, simulation.zone) ?? simulation.zone
  const form = await receiveForm(request, {})
  const at = clock.now()
  const fields = {
    submittedAt: submittedAt(node, zone, at),
    formMode: 'production',
    ...(showHeaders ? { headers: shownHeaders(request, hiddenHeaders(context)) } : {}),
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
  if (!played) return refuseForm(request, context)
  const isSpecial = responseMode === 'lastNode' || responseMode === 'responseNode'
  await awaitEnd(request, node, played, simulation)
  const isRefused = played.made.reply !== undefined && 'refusal' in played.made.reply
  const replied = misconfigured
    ? refusedReply(misconfigured.answer, version.texts)
    : isSpecial || isRefused
      ? replyOf(played, version.texts)
      : { status: 200, body: { status: 200 }, headers: [] }
  return sendReply(request, isBrowser(request) ? shownTo(replied, node) : replied)
}

/** Answers a call of a form that is not there. */
export const refuseForm = (request: Request, { version }: CallContext) =>
  sendPage(request, answerOf(callRefusals.formNotFound(), version.texts))

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
