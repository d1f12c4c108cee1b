import { type ApiError, answerOf, type Texts } from '../base/errors.ts'
import { isRecord, recordsOf } from '../base/is-record.ts'
import { digest } from '../http/reply.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { type Evaluated, evaluate } from './expressions.ts'
import type { CallFiles } from './files.ts'
import { type NodeItem, recordOf } from './item.ts'
import { SANDBOX, setGivenHeader } from './keep-apart.ts'
import type { Play } from './play.ts'
import { callAnswers, callRefusals } from './refusals.ts'

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
  webhook: Node
  workflow: WorkflowRecord
  played: Play
  files: CallFiles
  /** How the version words refusals. */
  texts: Texts
  /** What expressions read beside the item. */
  now: number
  zone: string
  /** Signs a JSON Web Token with the credential of a node; `undefined` where it cannot. */
  sign(node: Node, payload: Record<string, unknown>): Promise<string | undefined>
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

/** What a webhook node answers to a call, by its response mode (docs/simulation.md#what-a-webhook-answers). */
export async function webhookReply(context: ReplyContext): Promise<WebhookReply> {
  const { webhook } = context
  const parameters = webhook.parameters ?? {}
  const options = recordOf(parameters.options)
  const read = readerOf(context, undefined)
  const headers = headersOf(options.responseHeaders, read)
  const status = statusOf(parameters.responseCode ?? codeOf(recordOf(recordOf(options.responseCode).values)))
  switch (parameters.responseMode) {
    case 'lastNode':
      return failureOf(context) ?? lastNodeReply(context, { status, body: undefined, headers })
    case 'responseNode':
    case 'streaming':
      return (
        (await respondNodeReply(context)) ??
        failureOf(context) ?? { status: 200, body: undefined, headers: [], isRefusal: true }
      )
    default: {
      if (options.noResponseBody === true) return { status, body: undefined, headers }
      const known = textOf(read(options.responseData ?? parameters.responseData))
      return { status, body: known === '' ? { message: callAnswers.started } : known, headers }
    }
  }
}

const codeOf = ({ responseCode, customCode }: Record<string, unknown>) =>
  responseCode === 'customCode' ? customCode : responseCode

/** A refusal as webhooks answer it, in the texts of a version. */
export function refusedReply(error: ApiError, texts: Texts): WebhookReply {
  const { status, message } = answerOf(error, texts)
  return { status, body: { code: 0, message }, headers: [], isRefusal: true }
}

function failureOf({ played, texts }: ReplyContext): WebhookReply | undefined {
  if (played.status === 'canceled') return refusedReply(callRefusals.answerRunCanceled(), texts)
  return played.status === 'error' ? runFailed(texts) : undefined
}

function runFailed(texts: Texts): WebhookReply {
  const { status, message } = answerOf(callRefusals.answerRunFailed(), texts)
  return { status, body: { message }, headers: [], isRefusal: true }
}

function lastNodeReply({ webhook, played, files, texts }: ReplyContext, reply: WebhookReply): WebhookReply {
  const { responseData, responseBinaryPropertyName = 'data', options } = webhook.parameters ?? {}
  const { responsePropertyName, responseContentType } = recordOf(options)
  const items = itemsOf(played)
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

/** The items that the last node put out by its first output. */
function itemsOf({ runData, last }: Play): NodeItem[] {
  return runData.get(last ?? '')?.at(-1)?.data?.main[0] ?? []
}

async function respondNodeReply(context: ReplyContext): Promise<WebhookReply | undefined> {
  const [responded] = context.played.responded
  if (!responded) return undefined
  const { node, items } = responded
  const { respondWith = 'firstIncomingItem', responseBody, redirectURL, payload, options } = node.parameters ?? {}
  const { responseCode, responseHeaders, responseKey } = recordOf(options)
  const item = items[0]?.json
  const read = readerOf(context, items)
  const headers = headersOf(responseHeaders, read)
  const status = statusOf(textOf(read(responseCode)) || undefined)
  const key = typeof responseKey === 'string' ? responseKey : ''
  switch (respondWith) {
    case 'allIncomingItems': {
      const all = items.map(({ json }) => json)
      return { status, body: under(key, all), headers }
    }
    case 'noData':
      return { status, body: undefined, headers }
    case 'redirect':
      return {
        status: responseCode === undefined ? 307 : status,
        body: undefined,
        headers: [...headers, ['location', textOf(read(redirectURL))]],
      }
    case 'text':
      return { status, body: textOf(read(responseBody)), headers }
    case 'json': {
      const known = read(responseBody)
      return { status, body: typeof known === 'object' ? jsonOf(known.value) : item, headers }
    }
    case 'jwt': {
      const known = read(payload)
      const claims = typeof known === 'object' ? jsonOf(known.value) : {}
      const token = await context.sign(node, isRecord(claims) ? claims : {})
      return token === undefined ? runFailed(context.texts) : { status, body: { token }, headers }
    }
    case 'binary': {
      const { responseDataSource, inputFieldName } = node.parameters ?? {}
      const binary = items[0]?.binary ?? {}
      const name = responseDataSource === 'set' ? String(inputFieldName) : (Object.keys(binary)[0] ?? '')
      const file = recordOf(binary[name])
      const type: [string, string] = ['content-type', String(file.mimeType ?? 'application/octet-stream')]
      const bytes = context.files.bytesOf(file)
      if (!bytes) return refusedReply(callRefusals.answerFileNotStored(name), context.texts)
      return { status, body: bytes, headers: [type, ...headers] }
    }
    default:
      return { status, body: under(key, item), headers }
  }
}

/** `{ data: { items: value } }` for `data.items`. */
const under = (path: string, value: unknown): unknown =>
  path === '' ? value : path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value)

type Read = (parameter: unknown) => Evaluated

function readerOf({ played, workflow, now, zone }: ReplyContext, items: readonly NodeItem[] | undefined): Read {
  const input = items ?? []
  return parameter =>
    evaluate(parameter, {
      json: input[0]?.json ?? {},
      itemIndex: 0,
      itemsOf: name =>
        played.runData
          .get(name)
          ?.at(-1)
          ?.data?.main.find(main => main && main.length > 0) ?? undefined,
      input,
      execution: played.execution,
      workflow: { id: workflow.id, name: workflow.name, active: workflow.active },
      now,
      zone,
      spend() {},
      sizeOf: () => 0,
      isSpent: () => false,
    })
}

/** A parameter as text; nothing where only code gives it. */
function textOf(known: Evaluated): string {
  if (typeof known !== 'object' || known.value === undefined || known.value === null) return ''
  return typeof known.value === 'object' ? JSON.stringify(known.value) : String(known.value)
}

/** Statuses that a response may have; 200 where it names none. */
function statusOf(given: unknown): number {
  const status = Number(given)
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200
}

function headersOf(given: unknown, read: Read): [string, string][] {
  return recordsOf(recordOf(given).entries).flatMap(({ name, value }): [string, string][] => {
    const known = read(value)
    return typeof name === 'string' && typeof known === 'object' ? [[name, textOf(known)]] : []
  })
}

/** JSON given as text; text that is not JSON is answered as it is. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

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
