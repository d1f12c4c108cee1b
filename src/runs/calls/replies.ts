import { type ApiError, answerOf, type Texts } from '../../core/base/errors.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { callAnswers, callRefusals } from '../../core/features/calls/refusals.ts'
import { digest } from '../../core/http/reply.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { RunResult } from '../engine/job.ts'
import type { CallFiles } from '../schedules/files.ts'
import { recordOf } from '../schedules/item.ts'
import { SANDBOX, setGivenHeader } from './sandbox-headers.ts'

/** What a webhook answers. */
export interface WebhookReply {
  status: number
  /** Text, bytes, or JSON; nothing where it is `undefined`. */
  body: unknown
  /** By name; the content type goes by the body where none is named. */
  headers: [name: string, value: string][]
  /** Whether it is a refusal, and nothing that a workflow wrote. */
  isRefusal?: boolean
}

export interface ReplyContext {
  /** Those of the webhook, evaluated. */
  parameters: Record<string, unknown>
  result: RunResult
  files: CallFiles
  /** How the version words refusals. */
  texts: Texts
  /** Signs a JSON Web Token with the credential of a node of that name; `undefined` where it cannot. */
  sign(node: string, claims: Record<string, unknown>): Promise<string | undefined>
}

const RESPOND = 'n8n-nodes-base.respondToWebhook'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Why a workflow cannot answer a call: its response mode and its respond nodes do not go together. */
export function misconfiguration(
  webhook: Node,
  workflow: WorkflowRecord,
  reaches: (node: string) => boolean,
): ApiError | undefined {
  const { responseMode } = webhook.parameters ?? {}
  const hasRespond = workflow.nodes.some(
    ({ type, disabled, name = '' }) => type === RESPOND && disabled !== true && reaches(name),
  )
  if (responseMode === 'responseNode') {
    return hasRespond ? undefined : callRefusals.respondNodeMissing()
  }
  if (responseMode === 'streaming') return undefined
  return hasRespond ? callRefusals.respondNodeUnused() : undefined
}

/** What a webhook node answers to a call, by its response mode (docs/webhooks.md). */
export async function webhookReply(context: ReplyContext): Promise<WebhookReply> {
  const { parameters } = context
  const options = recordOf(parameters.options)
  const headers = headersOf(options.responseHeaders)
  const status = statusOf(parameters.responseCode ?? codeOf(recordOf(recordOf(options.responseCode).values)))
  switch (parameters.responseMode) {
    case 'lastNode':
      return failureOf(context) ?? lastNodeReply(context, parameters, { status, body: undefined, headers })
    case 'responseNode':
    case 'streaming':
      return (
        (await respondNodeReply(context)) ??
        failureOf(context) ?? { status: 200, body: undefined, headers: [], isRefusal: true }
      )
    default: {
      if (options.noResponseBody === true) return { status, body: undefined, headers }
      const known = textOf(options.responseData ?? parameters.responseData)
      return { status, body: known === '' ? { message: callAnswers.started } : known, headers }
    }
  }
}

/**
 * What the caller of a webhook or a form gets of a run that was tried, with its headers by name. A token of a respond
 * node is not signed.
 */
export async function callReply(
  webhook: Node,
  result: RunResult,
  { files, texts, misconfigured }: { files: CallFiles; texts: Texts; misconfigured: ApiError | undefined },
) {
  const sign = async () => '<token>'
  const { status, body, headers, isRefusal } = misconfigured
    ? refusedReply(misconfigured, texts)
    : await webhookReply({ parameters: result.trigger ?? webhook.parameters ?? {}, result, files, texts, sign })
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body ?? null,
    ...(isRefusal && status >= 400 ? { isRefusal: true as const } : {}),
  }
}

const codeOf = ({ responseCode, customCode }: Record<string, unknown>) =>
  responseCode === 'customCode' ? customCode : responseCode

/** A refusal as webhooks answer it, in the texts of a version. */
export function refusedReply(error: ApiError, texts: Texts): WebhookReply {
  const { status, message } = answerOf(error, texts)
  return { status, body: { code: 0, message }, headers: [], isRefusal: true }
}

function failureOf({ result, texts }: ReplyContext): WebhookReply | undefined {
  if (result.status === 'canceled') return refusedReply(callRefusals.answerRunCanceled(), texts)
  return result.status === 'error' ? runFailed(texts) : undefined
}

function runFailed(texts: Texts): WebhookReply {
  const { status, message } = answerOf(callRefusals.answerRunFailed(), texts)
  return { status, body: { message }, headers: [], isRefusal: true }
}

function lastNodeReply(
  { result, files, texts }: ReplyContext,
  parameters: Record<string, unknown>,
  reply: WebhookReply,
): WebhookReply {
  const { responseData, responseBinaryPropertyName = 'data', options } = parameters
  const { responsePropertyName, responseContentType } = recordOf(options)
  const items = result.lastMain[0] ?? []
  if (responseData === 'noData') return reply
  if (responseData === 'allEntries') return { ...reply, body: items.map(({ json }) => json) }
  const [item] = items
  if (!item) return refusedReply(callRefusals.answerItemMissing(), texts)
  if (responseData === 'firstEntryBinary') {
    if (!item.binary) return refusedReply(callRefusals.answerFilesMissing(), texts)
    const file = item.binary[String(responseBinaryPropertyName)]
    const name = String(responseBinaryPropertyName)
    if (!isRecord(file)) return refusedReply(callRefusals.answerFileMissing(name), texts)
    const bytes = files.bytesOf(file)
    if (!bytes) return refusedReply(callRefusals.answerFileNotStored(name), texts)
    return { ...reply, body: bytes, headers: [['content-type', String(file.mimeType)], ...reply.headers] }
  }
  const body =
    typeof responsePropertyName === 'string' && responsePropertyName !== ''
      ? fieldAt(item.json, responsePropertyName)
      : item.json
  const type = typeof responseContentType === 'string' ? responseContentType : ''
  return { ...reply, body, headers: type === '' ? reply.headers : [['content-type', type], ...reply.headers] }
}

const fieldAt = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), value)

async function respondNodeReply(context: ReplyContext): Promise<WebhookReply | undefined> {
  const { answer } = context.result
  if (!answer) return undefined
  const { body, headers } = answer
  const wrong = wrongStatus(answer.status)
  if (wrong) return refusedReply(wrong, context.texts)
  const status = statusOf(answer.status)
  switch (body.kind) {
    case 'none':
      return { status, body: undefined, headers }
    case 'redirect':
      return {
        status: answer.status === undefined ? 307 : status,
        body: undefined,
        headers: [...headers, ['location', body.url]],
      }
    case 'text':
    case 'json':
      return { status, body: body.value, headers }
    case 'jwt': {
      const token = await context.sign(answer.node, body.claims)
      return token === undefined ? runFailed(context.texts) : { status, body: { token }, headers }
    }
    case 'file': {
      const bytes = context.files.bytesOf(body.file)
      if (!bytes) return refusedReply(callRefusals.answerFileNotStored(body.name), context.texts)
      const type: [string, string] = ['content-type', String(body.file.mimeType ?? 'application/octet-stream')]
      return { status, body: bytes, headers: [type, ...headers] }
    }
  }
}

/** A parameter as text. */
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Statuses that a response may have; 200 where it names none. */
function statusOf(given: unknown): number {
  const status = Number(given)
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200
}

/** Why a respond node cannot answer with the status that it names; one that HTTP does not know is 200. */
function wrongStatus(given: unknown): ApiError | undefined {
  if (given === undefined) return undefined
  if (!Number.isInteger(given)) return callRefusals.answerStatusNotInteger(given)
  return Number(given) < 100 || Number(given) > 999 ? callRefusals.answerStatusOutside(given) : undefined
}

const headersOf = (given: unknown): [string, string][] =>
  recordsOf(recordOf(given).entries).flatMap(({ name, value }): [string, string][] =>
    typeof name === 'string' ? [[name, textOf(value)]] : [],
  )

const WITHOUT_BODY = [204, 205, 304]

/** The answer to a call: JSON, text or a file, with the headers that the workflow names. */
export function sendReply(request: Request, reply: WebhookReply): Response {
  const { status, body, headers: given, isRefusal = false } = reply
  const isText = typeof body === 'string'
  const isEmpty = body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD'
  const headers = new Headers({ 'content-type': isText ? 'text/html; charset=utf-8' : JSON_TYPE })
  for (const [name, value] of given) setGivenHeader(headers, name, withCharset(name, value, body))
  if (WITHOUT_BODY.includes(status)) headers.delete('content-type')
  if (!isRefusal) headers.set('content-security-policy', SANDBOX)
  if (isEmpty) return new Response(null, { status, headers })
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), { status, headers })
  const sent = isText ? body : JSON.stringify(body)
  headers.set('etag', `W/"${Buffer.byteLength(sent).toString(16)}-${digest(sent)}"`)
  headers.append('vary', 'Accept-Encoding')
  return new Response(sent, { status, headers })
}

/** Text and JSON are in UTF-8, and say so. */
function withCharset(name: string, value: string, body: unknown): string {
  if (name.toLowerCase() !== 'content-type' || /;\s*charset=/i.test(value) || body instanceof Uint8Array) return value
  return /^(text\/|application\/)/i.test(value) ? `${value}; charset=utf-8` : value
}
