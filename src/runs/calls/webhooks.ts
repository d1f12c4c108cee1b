import isbot from 'isbot'
import { callerAddressOf } from '../../core/base/caller-address.ts'
import { ApiError, answerOf, type Texts } from '../../core/base/errors.ts'
import { callHints, callRefusals } from '../../core/features/calls/refusals.ts'
import { isPublicationPending, type PublicationDelay } from '../../core/features/workflows/publication-delay.ts'
import { noteBytesOf } from '../../core/http/body.ts'
import { reply, respond } from '../../core/http/reply.ts'
import type { Item } from '../../core/model/run-data.ts'
import { CHAT } from '../../core/model/webhooks.ts'
import type { Node } from '../../core/model/workflow.ts'
import { clientGone } from '../../core/runtime/platform.ts'
import type { PackedReply, SaidReply } from '../engine/call/make-reply.ts'
import type { SentCall } from '../engine/call/read-call.ts'
import { refusalFrom } from '../engine/refusal-text.ts'
import type { Played } from '../schedules/execution-record.ts'
import type { CallFiles } from '../schedules/files.ts'
import { recordOf } from '../schedules/item.ts'
import type { PlannedRun } from '../schedules/runs.ts'
import type { Simulation } from '../schedules/simulation.ts'
import type { Caller } from '../schedules/task-queue.ts'
import { isAllowed } from './address-list.ts'
import { type Admitted, type AuthAnswer, type CallAuthContext, checkCall } from './auth.ts'
import { receiveCall } from './calls.ts'
import { misconfiguration, refusedReply, sendReply } from './replies.ts'
import { createWebhookTable, type WebhookTable, type WebhookTarget } from './webhook-table.ts'

export interface WebhookContext extends CallAuthContext {
  simulation: Simulation
  publicationDelay: PublicationDelay
  apiKeyHeader: string
  ids: { uuid(): string }
  /** Whether keys and passwords of callers stay in what an execution stores of a call. */
  keepCallSecrets?: boolean | undefined
}

/** What webhooks and forms share: one look-up, and the files of calls. */
export interface CallContext extends WebhookContext {
  table: WebhookTable
  files: CallFiles
}

/** The path of a call below its folder, and the time of the instance at which it came, in milliseconds since 1970. */
export interface CalledAt {
  path: string
  cameAt: number
}

/** @param cameAt as in CalledAt */
export type CallHandler = (request: Request, cameAt: number) => Promise<Response>

export const callContext = (context: WebhookContext): CallContext => ({
  ...context,
  table: createWebhookTable(
    (state, id) => !isPublicationPending(state, id, 'activated', context),
    context.version.webhooksBelowWorkflow === true,
  ),
  files: context.simulation.files,
})

/** Answers a call of a webhook. Its execution is stored for good before. */
export async function answerCall(
  request: Request,
  found: WebhookTarget,
  { path, cameAt }: CalledAt,
  context: CallContext,
): Promise<Response> {
  const { simulation, table, clock, store, version } = context
  const { texts } = version
  const options = recordOf(found.node.parameters?.options)
  if (isPrivateChat(found.node)) return sendRefusal(request, { status: 404, message: '' })
  const barred = barredBy(request, options, WEBHOOK_BARS, texts)
  const auth: AuthAnswer = barred ? {} : await checkCall(request, found.node, context)
  const refused =
    barred ?? (auth.refusal && sendRefusal(request, auth.refusal, { 'www-authenticate': 'Basic realm="Webhook"' }))
  // the service looks at the response mode before it looks at the caller, and runs nothing where they do not fit
  const isMisconfigured = ({ node, workflow }: WebhookTarget) => misconfiguration(node, workflow, version) !== undefined
  if (refused && !isMisconfigured(found)) return refused
  const { checked, jwtPayload }: Admitted = auth.refusal ? {} : auth
  const base = originOf(request)
  const webhookUrl = `${base}/webhook/${found.path}`
  const call = await callOf(request, webhookUrl, checked, context)
  // it may have been changed or deactivated while the body came
  const target = table.find(store.data, request.method, path)
  if (!target || target.node.type !== found.node.type) return notRegistered(request, path, texts)
  if (refused && !isMisconfigured(target)) return refused
  const { node, workflow, output, params } = target
  const fields = { ...call.fields, params, ...(jwtPayload ? { jwtPayload } : {}) }
  const at = clock.now()
  const given = { call: { ...call, fields }, createdAt: cameAt, at, answers: {} }
  const ran = await runCall(request, { node, workflow, output }, given, context)
  if (ran instanceof Response) return ran
  const { played, misconfigured } = ran
  if (!played) return notRegistered(request, path, texts)
  if (misconfigured) {
    const { headers } = played.made.reply ?? {}
    return sendReply(request, refusedReply(misconfigured.answer, texts, { headers }))
  }
  await awaitEnd(request, node, played, simulation)
  return sendReply(request, replyOf(played, texts))
}

/** Who asks for what the last node says, or a respond node that has not run, waits for the end of the run. */
export async function awaitEnd(request: Request, { parameters }: Node, played: Played, simulation: Simulation) {
  const { responseMode } = parameters ?? {}
  const isAnswered = played.made.isAnswered && responseMode !== 'lastNode'
  if ((responseMode === 'lastNode' || responseMode === 'responseNode') && !isAnswered)
    await simulation.ended(played, () => hasGone(request))
}

/** What the run answers its call. */
export function replyOf({ made: { reply } }: Played, texts: Texts): SaidReply | PackedReply {
  if (!reply) throw new TypeError('A call was played that nobody asked the answer of')
  if (!('refusal' in reply)) return reply
  return refusedReply(refusalFrom(reply.refusal), texts, reply)
}

export function callOf(
  request: Request,
  webhookUrl: string,
  checked: string | undefined,
  context: CallContext,
): Promise<SentCall> {
  return receiveCall(request, { secret: hiddenHeaders(context, checked), webhookUrl })
}

/** The headers of a call whose values are not stored. @param checked the one that says who calls */
export const hiddenHeaders = ({ apiKeyHeader, keepCallSecrets }: CallContext, checked = '') =>
  keepCallSecrets ? [] : [apiKeyHeader, 'authorization', 'cookie', 'proxy-authorization', checked]

/** The answer to a call that does not begin a run. */
export function refusedBody(request: Request, error: unknown, { version }: CallContext): Response {
  if (!(error instanceof ApiError)) throw error
  if (NOT_BEGUN.includes(error.refusal ?? '')) return sendReply(request, refusedReply(error, version.texts))
  if (!UNREADABLE.includes(error.refusal ?? '')) throw error
  const { status, message } = answerOf(error, version.texts)
  return respond(request, reply({ code: status, message, hint: error.description }, status))
}

const NOT_BEGUN = ['callOptionInvalid', 'callNotStarted', 'answerRunCanceled']
const UNREADABLE = ['callBodyMalformed', 'callFormBoundaryMissing', 'callFormInvalid']

/**
 * Runs the workflow of a webhook or a form. It is not played if it was deactivated while the body came.
 *
 * @returns the refusal where the body cannot be read
 */
export async function runCall(
  request: Request,
  { node, workflow, output = 0 }: Pick<WebhookTarget, 'node' | 'workflow'> & { output?: number },
  { call, createdAt, at, answers }: { call: SentCall; createdAt: number; at: number; answers: PlannedRun['answers'] },
  context: CallContext,
) {
  const { simulation, version } = context
  const name = node.name ?? ''
  const misconfigured = misconfiguration(node, workflow, version)
  try {
    const played = await simulation.run(state =>
      state.workflows.get(workflow.id)?.active
        ? {
            workflow,
            start: { node: name, given: { call }, output },
            mode: 'webhook',
            createdAt,
            at,
            base: originOf(request),
            misconfigured: misconfigured?.failure,
            answers,
            caller: callerOf(request, call),
          }
        : undefined,
    )
    noteBytesOf(request, call.body && new Uint8Array(call.body))
    return { played, misconfigured }
  } catch (error) {
    return refusedBody(request, error, context)
  }
}

export const callerOf = (request: Request, { body }: SentCall): Caller => ({
  bytes: body?.byteLength ?? 0,
  hasGone: () => hasGone(request),
})

export const hasGone = (request: Request) => clientGone(request).aborted

export const originOf = ({ url }: Request) => url.slice(0, url.indexOf('/', url.indexOf('//') + 2))

/** How callers are refused whom a node keeps out. */
interface Bars {
  address(): ApiError
  bot(): ApiError
  realm: string
}

const WEBHOOK_BARS: Bars = {
  address: callRefusals.callerAddressBarred,
  bot: callRefusals.callerIsBot,
  realm: 'Basic realm="Webhook"',
}

/** Refuses by the node's list of addresses, and programs where it wants none. */
export function barredBy(request: Request, options: Item, bars: Bars, texts: Texts): Response | undefined {
  const { ignoreBots } = options
  if (hasAddresses(options) && !isAllowed(callerAddressOf(request) ?? LOOPBACK, options)) {
    return sendRefusal(request, answerOf(bars.address(), texts))
  }
  if (ignoreBots === true && isbot(request.headers.get('user-agent') ?? '')) {
    return sendRefusal(request, answerOf(bars.bot(), texts), { 'www-authenticate': bars.realm })
  }
  return undefined
}

/** Whether a chat is there in the editor alone: it is public where its node says so. An expression is taken as a yes. */
const isPrivateChat = ({ type, parameters }: Node) =>
  type === CHAT && parameters?.public !== true && typeof parameters?.public !== 'string'

const hasAddresses = (options: Item): options is Item & { ipWhitelist: string } =>
  typeof options.ipWhitelist === 'string' && options.ipWhitelist !== ''

/** A call without a socket comes from this machine. */
const LOOPBACK = '127.0.0.1'

/** Answers a call of what is not there. Nothing listens for test calls, so each of them is refused as the service does then. */
export function refuseCall(
  request: Request,
  path: string,
  { methods = [], isTest = false }: { methods?: readonly string[]; isTest?: boolean },
  { version: { texts } }: CallContext,
): Response {
  return methods.length > 0 ? wrongMethod(request, methods, texts) : notRegistered(request, path, texts, isTest)
}

function notRegistered(request: Request, path: string, texts: Texts, isTest = false): Response {
  const refused = callRefusals.webhookNotRegistered(isTest ? path : `${request.method} ${path}`)
  const { status, message } = answerOf(refused, texts)
  const hint = isTest ? callHints.testWebhook : callHints.productionWebhook
  return respond(request, reply({ code: status, message, hint }, status))
}

function wrongMethod(request: Request, methods: readonly string[], texts: Texts): Response {
  const { status, message } = answerOf(callRefusals.webhookMethodWrong(request.method, methods), texts)
  return respond(request, reply({ code: status, message }, status))
}

/** As the service refuses a caller: text without a type. */
export function sendRefusal(
  { method }: Request,
  { status, message }: { status: number; message: string },
  headers: Record<string, string> = {},
): Response {
  if (method === 'HEAD' || message === '') return new Response(null, { status, headers })
  // a stream has no type of its own, where text would be given one
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(message))
      controller.close()
    },
  })
  return new Response(body, { status, headers })
}
