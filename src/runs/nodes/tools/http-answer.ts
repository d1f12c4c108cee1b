import { isRecord } from '../../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../../core/model/run-data.ts'
import type { ConnectionFailure, HttpAnswer } from './http-mock.ts'
import type { BuiltRequest } from './http-pagination.ts'
import { shownUrl } from './http-wire-request.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Content types that are files, where the node detects the format itself. */
const FILES =
  /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|x-tar|x-7z|vnd\.|msword|epub|java-archive|rtf)/
const EXTENSIONS: Record<string, string> = { 'text/csv': 'csv', 'text/plain': 'txt', 'application/json': 'json' }

/** What a node puts out for an answer: by its response format, each entry of a JSON list as an item. */
export async function answerItems(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
  answer: HttpAnswer,
): Promise<NodeItem[]> {
  const isOld = context.typeVersion < 3
  const option = (name: string, fallback?: unknown) =>
    context.parameter(`options.response.response.${name}`, itemIndex, fallback)
  const isFull = isOld
    ? context.parameter('options.fullResponse', itemIndex, false) === true
    : option('fullResponse', false) === true
  const asked = isOld ? context.parameter('responseFormat', itemIndex, 'json') : option('responseFormat', 'autodetect')
  const format = asked === 'autodetect' ? detected(answer) : asked === 'string' ? 'text' : asked
  const pairedItem = { item: itemIndex }
  const field = String(
    isOld ? context.parameter('dataPropertyName', itemIndex, 'data') : option('outputPropertyName', 'data'),
  )
  if (format === 'file') {
    const file = await fileOf(context, request, answer)
    const json: Item = isFull ? fullJson(answer, undefined) : { ...context.items[itemIndex]?.json }
    return [{ json, binary: { [field]: file }, pairedItem }]
  }
  const body = format === 'text' ? textIn(answer) : jsonIn(answer, asked === 'json', itemIndex)
  if (isFull) return [{ json: fullJson(answer, body, format === 'text' ? field : 'body'), pairedItem }]
  if (format === 'text') return [{ json: { [field]: body }, pairedItem }]
  if (Array.isArray(body)) return body.map(entry => ({ json: asItem(entry, field), pairedItem }))
  return [{ json: asItem(body, field), pairedItem }]
}

const asItem = (value: unknown, field: string): Item => (isRecord(value) ? value : { [field]: value })

const fullJson = ({ headers, status }: HttpAnswer, body: unknown, name = 'body'): Item => ({
  ...(body === undefined ? {} : { [name]: body }),
  headers,
  statusCode: status,
  statusMessage: STATUS_TEXTS[status] ?? '',
})

function detected({ headers }: HttpAnswer): 'json' | 'text' | 'file' {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return FILES.test(type) ? 'file' : 'text'
}

const textIn = ({ bytes }: HttpAnswer) => new TextDecoder().decode(bytes)

function jsonIn(answer: HttpAnswer, isAsked: boolean, itemIndex: number): unknown {
  const text = textIn(answer)
  if (text === '') return isAsked ? {} : ''
  try {
    return JSON.parse(text)
  } catch {
    const message = 'Response body is not valid JSON. Change "Response Format" to "Text"'
    throw new NodeFailure(message, { context: { itemIndex } })
  }
}

/** The body as expressions of a pagination read it. */
export function bodyIn(answer: HttpAnswer): unknown {
  const text = textIn(answer)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function fileOf(context: NodeContext, request: BuiltRequest, { headers, bytes }: HttpAnswer) {
  const type = (headers['content-type'] ?? 'application/octet-stream').split(';', 1)[0]?.trim() ?? ''
  const { pathname } = new URL(request.url)
  const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1]
  const name = named ?? pathname.split('/').at(-1)
  const file = await context.instance.addFile({ bytes, type, name: name || undefined })
  const extension = EXTENSIONS[type]
  return {
    ...file,
    ...(extension === undefined ? {} : { fileExtension: extension }),
    directory: shownUrl(request),
  }
}

/** Statuses in the words of the service. */
const STATUS_MESSAGES: Record<number, string> = {
  300: 'There are multiple options for the resource you are requesting',
  400: 'Bad request - please check your parameters',
  401: 'Authorization failed - please check your credentials',
  402: 'Payment required - perhaps check your payment details?',
  403: 'Forbidden - perhaps check your credentials?',
  404: 'The resource you are requesting could not be found',
  405: 'Method not allowed - please check you are using the right HTTP method',
  429: 'The service is receiving too many requests from you',
  500: 'The service was not able to process your request',
  502: 'Bad gateway - the service failed to handle your request',
  503: 'Service unavailable - try again later or consider setting this node to retry automatically (in the node settings)',
  504: 'Gateway timed out - perhaps try again later?',
}

const CONNECTION_MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The service refused the connection - perhaps it is offline',
  ECONNRESET:
    'The connection to the server was closed unexpectedly, perhaps it is offline. You can retry the request immediately or wait and retry later.',
  ENOTFOUND: 'The connection cannot be established, this usually occurs due to an incorrect host (domain) value',
  ETIMEDOUT: "The connection timed out, consider setting the 'Retry on Fail' option in the node settings",
  ECONNABORTED: 'The connection was aborted, perhaps the server is offline',
  EHOSTUNREACH: 'The host is unreachable, perhaps the server is offline',
  EPIPE: 'The connection closed unexpectedly before the request completed',
}

/** The error of a status that is no success. */
export function statusFailure(answer: HttpAnswer, itemIndex: number, request: BuiltRequest): NodeFailure {
  const { status } = answer
  const text = `${status} - ${JSON.stringify(textIn(answer))}`
  const message = STATUS_MESSAGES[status] ?? (status >= 500 ? STATUS_MESSAGES[500] : STATUS_MESSAGES[400])
  return new NodeFailure(message ?? '', {
    name: 'NodeApiError',
    description: saidIn(bodyIn(answer)),
    context: { itemIndex, request: sentOptions(request) },
    httpCode: String(status),
    messages: [text],
    item: { message: text, name: 'AxiosError', code: status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST', status },
  })
}

/** The error of a connection that failed. */
export function connectionFailure(failure: ConnectionFailure, itemIndex: number, request: BuiltRequest) {
  const { message, code, origin } = failure
  return new NodeFailure(CONNECTION_MESSAGES[code] ?? message, {
    name: 'NodeApiError',
    ...(origin === undefined ? {} : { description: origin }),
    context: { itemIndex, request: sentOptions(request) },
    httpCode: code,
    messages: [message, message],
    item: { message, name: 'Error', code },
  })
}

/** An item that stands for a request that failed: the error is an object in it. */
export function errorItem(failure: NodeFailure, itemIndex: number): NodeItem {
  const { item } = failure.details
  const error = item
    ? { message: item.message, name: item.name, stack: `${item.name}: ${item.message}`, ...without(item) }
    : failure.message
  return { json: { error }, pairedItem: { item: itemIndex } }
}

const without = ({ message, name, ...rest }: Record<string, unknown>) => rest

/** What the body of an error says: the first text under one of the usual names. */
function saidIn(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : body
  if (!isRecord(body) || depth > 5) return undefined
  for (const name of [
    'cause',
    'error',
    'message',
    'Message',
    'msg',
    'messages',
    'description',
    'reason',
    'detail',
    'details',
    'errors',
    'errorMessage',
    'errorMessages',
    'ErrorMessage',
    'error_message',
    '_error_message',
    'errorDescription',
    'error_description',
    'error_summary',
    'error_info',
    'title',
    'text',
    'field',
    'err',
    'type',
  ]) {
    const value = body[name]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) {
      const texts = value.map(part => (typeof part === 'string' ? part : saidIn(part, depth + 1))).filter(Boolean)
      if (texts.length > 0) return texts.join('|')
    }
    const inner = saidIn(isRecord(value) ? value : undefined, depth + 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** The request as the service writes it into its error. */
const sentOptions = (request: BuiltRequest) => ({
  ...(request.body === undefined ? {} : { body: request.body }),
  headers: request.headers,
  method: request.method,
  uri: shownUrl(request),
  gzip: true,
  rejectUnauthorized: true,
  followRedirect: true,
  resolveWithFullResponse: true,
  sendCredentialsOnCrossOriginRedirect: true,
  followAllRedirects: true,
  timeout: 300_000,
  encoding: null,
  json: false,
  useStream: true,
})
