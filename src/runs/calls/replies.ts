import { type ApiError, answerOf, type Texts } from '../../core/base/errors.ts'
import { callHints, callRefusals } from '../../core/features/calls/refusals.ts'
import { errorPage } from '../../core/http/error-page.ts'
import type { RunFacts } from '../../core/http/version.ts'
import { FORM } from '../../core/model/webhooks.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { type SendableHeaders, wholeResponse } from '../../core/runtime/whole-body.ts'
import {
  type PackedReply,
  packReply,
  type SaidReply,
  type WebhookReply,
  webhookReply,
} from '../engine/call/make-reply.ts'
import { wiringOf } from '../engine/graph.ts'
import type { RunResult, StartFailure } from '../engine/job.ts'
import { isResponder, type ResponseFault, responseNodesOf } from '../engine/response-mode.ts'
import type { CallFiles } from '../schedules/files.ts'
import { SANDBOX, setGivenHeader } from './sandbox-headers.ts'

const TYPES = { text: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Why a workflow cannot answer calls: what its execution says, and what the caller gets. */
export interface Misconfiguration {
  failure: StartFailure
  answer: ApiError
}

const FAULTS: Record<ResponseFault, () => ApiError> = {
  missing: callRefusals.respondNodeMissing,
  unused: callRefusals.respondNodeUnused,
  unsupported: callRefusals.respondNodeUnsupported,
}

/** What the execution of a form says of it beside the message; of other triggers it says nothing. */
const FORM_DESCRIPTIONS: Partial<Record<ResponseFault, string>> = {
  missing: callHints.formWithoutRespondNode,
  unsupported: callHints.formRespondNodeUnsupported,
}

const NO_NODES = { nodes: [], connections: {} }

/** Where the response mode of what is called and its respond nodes do not go together. */
export function misconfiguration(
  trigger: Node,
  workflow: WorkflowRecord,
  { runs, texts }: { runs?: RunFacts; texts: Texts },
): Misconfiguration | undefined {
  const { responseMode = 'onReceived' } = trigger.parameters ?? {}
  // the wiring of many nodes takes a while
  const wiring = wiringOf(workflow.nodes.some(isResponder) ? workflow : NO_NODES)
  const { fault } = responseNodesOf(trigger, responseMode, wiring, runs?.areWaitsAnswered === true)
  if (!fault) return undefined
  const refusal = FAULTS[fault]()
  const { message } = answerOf(refusal, texts)
  const description = trigger.type === FORM ? FORM_DESCRIPTIONS[fault] : undefined
  if (description === undefined) return { failure: { message, name: 'WorkflowConfigurationError' }, answer: refusal }
  return { failure: { message, name: 'NodeOperationError', description }, answer: callRefusals.formNotStarted() }
}

/**
 * What the caller of a webhook or a form gets of a run that was tried, with its headers by name. A token of a respond
 * node is not signed.
 */
export async function callReply(
  webhook: Node,
  result: RunResult,
  { files, texts, misconfigured }: { files: CallFiles; texts: Texts; misconfigured: Misconfiguration | undefined },
) {
  const reply = await webhookReply({
    parameters: result.trigger ?? webhook.parameters ?? {},
    result,
    bytesOf: files.bytesOf,
    sign: async () => '<token>',
  })
  const { status, body, headers, isRefusal } =
    misconfigured && !result.refusedCall
      ? refusedReply(misconfigured.answer, texts, { headers: reply.headers })
      : wordedReply(reply, texts)
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body ?? null,
    ...(isRefusal && status >= 400 ? { isRefusal: true as const } : {}),
  }
}

function wordedReply(reply: WebhookReply, texts: Texts): SaidReply {
  return 'refusal' in reply ? refusedReply(reply.refusal, texts, reply) : reply
}

/**
 * A refusal as webhooks answer it, in the texts of a version: without a code where the run failed, and where a version
 * answers it with 200; then without a body where it has no text.
 */
export function refusedReply(
  error: ApiError,
  texts: Texts,
  { isFailure = false, headers = [] }: { isFailure?: boolean; headers?: SaidReply['headers'] | undefined } = {},
): SaidReply {
  const { status, message } = answerOf(error, texts)
  const body = isFailure || status === 200 ? { message } : { code: 0, message }
  return { status, body: message === '' ? undefined : body, headers, isRefusal: true }
}

const WITHOUT_BODY = [204, 205, 304]

/** The answer to a call: JSON, text or a file, with the headers that the workflow names. */
export function sendReply(request: Request, reply: SaidReply | PackedReply): Response {
  const packed = 'kind' in reply ? reply : packReply(reply)
  const { status, body } = packed
  if (hasInvalidType(packed)) return brokenPage()
  if (body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD')
    return new Response(null, { status, headers: headersOf(packed) })
  const { digest } = packed
  const etag = digest === undefined ? undefined : `W/"${body.byteLength.toString(16)}-${digest}"`
  return wholeResponse(new Uint8Array(body), { status, headers: headersOf(packed, etag) })
}

/** The page of a call that the service cannot answer. */
export const brokenPage = (methods: readonly string[] = []) =>
  new Response(errorPage('Internal Server Error'), {
    status: 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      ...(methods.length > 0 ? { 'access-control-allow-methods': methods.join(', ') } : {}),
    },
  })

function headersOf({ status, kind, headers: given, isRefusal = false }: PackedReply, etag?: string): SendableHeaders {
  const type = { 'content-type': kind === 'text' ? TYPES.text : TYPES.json }
  const own = {
    // a refusal has headers where its workflow names them
    ...(isRefusal && given.length === 0 ? {} : { 'content-security-policy': SANDBOX }),
    ...(etag === undefined ? {} : { etag }),
  }
  const vary = 'Accept-Encoding'
  const isTyped = !WITHOUT_BODY.includes(status)
  if (given.length === 0) return { ...(isTyped ? type : {}), ...own, ...(etag === undefined ? {} : { vary }) }
  const headers = new Headers(type)
  for (const [name, value] of given) {
    if (value !== '' || !isType(name)) setGivenHeader(headers, name, withCharset(name, value, kind))
  }
  if (!isTyped) headers.delete('content-type')
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (etag !== undefined) headers.append('vary', vary)
  return headers
}

const isType = (name: string) => name.toLowerCase() === 'content-type'

/** A media type, and what follows it. */
const MEDIA_TYPE = /^([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(;.*)?$/
const CHARSET = /;\s*charset=("[^"]*"|[^;]*)/i

/** Whether text or JSON is to be sent as what is no media type: the service fails where it adds the charset. */
function hasInvalidType({ body, kind, headers }: PackedReply): boolean {
  if (body === undefined || kind === 'bytes') return false
  const named = headers.findLast(([name, value]) => isType(name) && value !== '')
  return named !== undefined && !MEDIA_TYPE.test(named[1])
}

/** Text and JSON are in UTF-8, and say so. */
function withCharset(name: string, value: string, kind: PackedReply['kind']): string {
  if (!isType(name) || kind === 'bytes') return value
  const [, type, parameters = ''] = MEDIA_TYPE.exec(value) ?? []
  return type === undefined ? value : `${type.toLowerCase()}${parameters.replace(CHARSET, '')}; charset=utf-8`
}
