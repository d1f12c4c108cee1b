import { digest } from '../../../core/base/digest.ts'
import type { ApiError } from '../../../core/base/errors.ts'
import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { callAnswers, callRefusals } from '../../../core/features/calls/refusals.ts'
import type { FileDescription } from '../../nodes/tools/node-context.ts'
import type { RunResult } from '../job.ts'
import { refusalFrom } from '../refusal-text.ts'
import { WORKFLOW_HAS_ISSUES } from '../run-errors.ts'

/** What a webhook answers: the refusal that a version words, or what the workflow says. */
export type WebhookReply = { refusal: ApiError; isFailure?: boolean; headers?: SaidReply['headers'] } | SaidReply

export interface SaidReply {
  status: number
  /** Text, bytes, or JSON; nothing where it is `undefined`. */
  body: unknown
  /** By name; the content type goes by the body where none is named. */
  headers: [name: string, value: string][]
  /** Whether it is a refusal, and nothing that a workflow wrote. */
  isRefusal?: boolean
}

/** A reply as it is sent: nothing of it is looked at any more. */
export interface PackedReply extends Omit<SaidReply, 'body'> {
  kind: 'text' | 'json' | 'bytes'
  body: ArrayBuffer | undefined
  /** For its ETag; of files none. */
  digest?: string
}

export interface ReplyContext {
  /** Those of the webhook, evaluated. */
  parameters: Record<string, unknown>
  result: Pick<RunResult, 'status' | 'lastMain' | 'answer' | 'error' | 'isRefused' | 'refusedCall'>
  bytesOf(file: FileDescription): Uint8Array | undefined | Promise<Uint8Array | undefined>
  /** Signs a JSON Web Token with the credential of a node of that name; `undefined` where it cannot. */
  sign(node: string, claims: Record<string, unknown>): Promise<string | undefined>
}

/** What a webhook node answers to a call, by its response mode (docs/webhooks.md). */
export async function webhookReply(context: ReplyContext): Promise<WebhookReply> {
  const { refusedCall } = context.result
  if (refusedCall) return { refusal: refusalFrom(refusedCall) }
  const { parameters } = context
  // they are set before anything is answered, so a refusal has them as well
  const headers = headersOf(recordOf(parameters.options).responseHeaders)
  const reply = await replyOf(context)
  return { ...reply, headers: [...headers, ...(reply.headers ?? [])] }
}

async function replyOf(context: ReplyContext): Promise<WebhookReply> {
  const { parameters } = context
  switch (parameters.responseMode) {
    case 'lastNode':
      return failureOf(context) ?? lastNodeReply(context, parameters, withStatus(parameters))
    case 'responseNode':
    case 'streaming':
      return (
        notBegunReply(context) ??
        (await respondNodeReply(context)) ??
        failureOf(context, callRefusals.runNotAnswered) ??
        WITHOUT_ANSWER
      )
    default: {
      const { responseData, noResponseBody } = recordOf(parameters.options)
      const known = parameters.responseData || responseData || (noResponseBody ? 'noData' : undefined)
      const reply = withStatus(parameters)
      if ('refusal' in reply || known === 'noData') return reply
      return { ...reply, body: known || { message: callAnswers.started } }
    }
  }
}

/** A reply without a body, with the status that the parameters name. */
function withStatus(parameters: Record<string, unknown>): WebhookReply {
  const values = recordOf(recordOf(recordOf(parameters.options).responseCode).values)
  const given = parameters.responseCode || values.customCode || values.responseCode
  const wrong = wrongStatus(given)
  return wrong ? { refusal: wrong } : { status: statusOf(given), body: undefined, headers: [] }
}

const WITHOUT_ANSWER: WebhookReply = { status: 200, body: undefined, headers: [], isRefusal: true }

const encoder = new TextEncoder()

/** The bytes of a reply. */
export function packReply({ body, ...reply }: SaidReply): PackedReply {
  if (body instanceof Uint8Array) return { ...reply, kind: 'bytes', body: bufferOf(body) }
  const kind = typeof body === 'string' ? 'text' : 'json'
  if (body === undefined) return { ...reply, kind, body }
  const bytes = encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))
  return { ...reply, kind, body: bufferOf(bytes), digest: digest(bytes) }
}

/** A buffer of these bytes alone. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer =>
  (byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer

/** Of a run that did not begin, where one of its nodes was to answer. */
function notBegunReply({ result }: ReplyContext): WebhookReply | undefined {
  return result.isRefused ? { refusal: callRefusals.runNotBegun(String(result.error?.message)) } : undefined
}

function failureOf({ result }: ReplyContext, failed = callRefusals.answerRunFailed): WebhookReply | undefined {
  if (result.isRefused) return { refusal: callRefusals.answerRunRefused() }
  if (result.status === 'canceled' || result.error?.name === WORKFLOW_HAS_ISSUES)
    return { refusal: callRefusals.answerRunCanceled() }
  return result.status === 'error' ? { refusal: failed(), isFailure: true } : undefined
}

const runFailed = (): WebhookReply => ({ refusal: callRefusals.answerRunFailed(), isFailure: true })

async function lastNodeReply(
  { result, bytesOf }: ReplyContext,
  parameters: Record<string, unknown>,
  reply: WebhookReply,
): Promise<WebhookReply> {
  const { responseData, responseBinaryPropertyName = 'data', options } = parameters
  const { responsePropertyName, responseContentType } = recordOf(options)
  const items = result.lastMain[0] ?? []
  const answer = (body: unknown, type?: unknown): WebhookReply =>
    'refusal' in reply ? reply : { ...reply, body, headers: type ? [['content-type', String(type)]] : [] }
  if (responseData === 'noData') return reply
  if (responseData === 'allEntries') return answer(items.map(({ json }) => json))
  const [item] = items
  const isFile = responseData === 'firstEntryBinary'
  if (!item) return { refusal: isFile ? callRefusals.answerFileItemMissing() : callRefusals.answerItemMissing() }
  if (isFile) {
    if (!item.binary) return { refusal: callRefusals.answerFilesMissing() }
    const file = item.binary[String(responseBinaryPropertyName)]
    const name = String(responseBinaryPropertyName)
    if (!isRecord(file)) return { refusal: callRefusals.answerFileMissing(name) }
    const bytes = await bytesOf(file)
    return bytes ? answer(bytes, file.mimeType) : { refusal: callRefusals.answerFileNotStored(name) }
  }
  const isPart = typeof responsePropertyName === 'string'
  return answer(isPart ? fieldAt(item.json, responsePropertyName) : item.json, responseContentType)
}

/** A field by its path: `a.b`, `list[0].name`. */
const fieldAt = (value: unknown, path: string) =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
      value,
    )

async function respondNodeReply(context: ReplyContext): Promise<WebhookReply | undefined> {
  const { answer } = context.result
  if (!answer) return undefined
  const { body, headers } = answer
  const wrong = wrongStatus(answer.status)
  if (wrong) return { refusal: wrong }
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
      return token === undefined ? runFailed() : { status, body: { token }, headers }
    }
    case 'file': {
      const bytes = await context.bytesOf(body.file)
      if (!bytes) return { refusal: callRefusals.answerFileNotStored(body.name) }
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
    typeof name === 'string' && isSet(name, value) ? [[name, value === null ? 'null' : textOf(value)]] : [],
  )

/** Without a type the usual one is sent. */
const isSet = (name: string, value: unknown) =>
  value !== undefined && (value !== null || name.toLowerCase() !== 'content-type')

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
