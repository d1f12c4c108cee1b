import { type ApiError, answerOf, type Texts } from '../../core/base/errors.ts'
import { callRefusals } from '../../core/features/calls/refusals.ts'
import type { RunFacts } from '../../core/http/version.ts'
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
import type { RunResult } from '../engine/job.ts'
import { isResponder, type ResponseFault, responseNodesOf } from '../engine/response-mode.ts'
import type { CallFiles } from '../schedules/files.ts'
import { SANDBOX, setGivenHeader } from './sandbox-headers.ts'

const FORM_TRIGGER = 'n8n-nodes-base.formTrigger'
const TYPES = { text: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Why a workflow cannot answer calls: what its execution says, and what the caller gets. */
export interface Misconfiguration {
  message: string
  answer: ApiError
}

const FAULTS: Record<ResponseFault, () => ApiError> = {
  missing: callRefusals.respondNodeMissing,
  unused: callRefusals.respondNodeUnused,
  unsupported: callRefusals.respondNodeUnsupported,
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
  const isShown = trigger.type !== FORM_TRIGGER || fault === 'unused'
  return { message: answerOf(refusal, texts).message, answer: isShown ? refusal : callRefusals.formNotStarted() }
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
  const { status, body, headers, isRefusal } = misconfigured
    ? refusedReply(misconfigured.answer, texts)
    : wordedReply(
        await webhookReply({
          parameters: result.trigger ?? webhook.parameters ?? {},
          result,
          bytesOf: files.bytesOf,
          sign: async () => '<token>',
        }),
        texts,
      )
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body ?? null,
    ...(isRefusal && status >= 400 ? { isRefusal: true as const } : {}),
  }
}

function wordedReply(reply: WebhookReply, texts: Texts): SaidReply {
  return 'refusal' in reply ? refusedReply(reply.refusal, texts, reply.isFailure) : reply
}

/**
 * A refusal as webhooks answer it, in the texts of a version: without a code where the run failed, and where a version
 * answers it with 200; then without a body where it has no text.
 */
export function refusedReply(error: ApiError, texts: Texts, isFailure = false): SaidReply {
  const { status, message } = answerOf(error, texts)
  const body = isFailure || status === 200 ? { message } : { code: 0, message }
  return { status, body: message === '' ? undefined : body, headers: [], isRefusal: true }
}

const WITHOUT_BODY = [204, 205, 304]

/** The answer to a call: JSON, text or a file, with the headers that the workflow names. */
export function sendReply(request: Request, reply: SaidReply | PackedReply): Response {
  const packed = 'kind' in reply ? reply : packReply(reply)
  const { status, body } = packed
  if (body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD')
    return new Response(null, { status, headers: headersOf(packed) })
  const { digest } = packed
  const etag = digest === undefined ? undefined : `W/"${body.byteLength.toString(16)}-${digest}"`
  return wholeResponse(new Uint8Array(body), { status, headers: headersOf(packed, etag) })
}

function headersOf({ status, kind, headers: given, isRefusal = false }: PackedReply, etag?: string): SendableHeaders {
  const type = { 'content-type': kind === 'text' ? TYPES.text : TYPES.json }
  const own = {
    ...(isRefusal ? {} : { 'content-security-policy': SANDBOX }),
    ...(etag === undefined ? {} : { etag }),
  }
  const vary = 'Accept-Encoding'
  const isTyped = !WITHOUT_BODY.includes(status)
  if (given.length === 0) return { ...(isTyped ? type : {}), ...own, ...(etag === undefined ? {} : { vary }) }
  const headers = new Headers(type)
  for (const [name, value] of given) setGivenHeader(headers, name, withCharset(name, value, kind))
  if (!isTyped) headers.delete('content-type')
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (etag !== undefined) headers.append('vary', vary)
  return headers
}

/** Text and JSON are in UTF-8, and say so. */
function withCharset(name: string, value: string, kind: PackedReply['kind']): string {
  if (name.toLowerCase() !== 'content-type' || /;\s*charset=/i.test(value) || kind === 'bytes') return value
  return /^(text\/|application\/)/i.test(value) ? `${value}; charset=utf-8` : value
}
