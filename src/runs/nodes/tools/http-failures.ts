import { isRecord } from '../../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../../core/model/run-data.ts'
import type { BuiltRequest } from './http-built-request.ts'
import type { ConnectionFailure, HttpAnswer } from './http-mock.ts'
import { shownUrl } from './http-wire-request.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

/** Statuses in the words of the service. */
const STATUS_MESSAGES: Record<number, string> = {
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
const OTHER_4XX = 'Your request is invalid or could not be processed by the service'
const OTHER_5XX = 'The service failed to process your request'
const TOO_MANY = "Try spacing your requests out using the batching settings under 'Options'"

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

/** The message for a status; without one for it, what the request library says. */
function messageOf(status: number, text: string): string {
  const known = STATUS_MESSAGES[status]
  if (known !== undefined) return known
  if (status >= 400 && status < 500) return OTHER_4XX
  return status >= 500 && status < 600 ? OTHER_5XX : text
}

/** The error of a status that is no success; `body` as it was read. */
export function statusFailure(
  context: NodeContext,
  { status }: HttpAnswer,
  body: unknown,
  itemIndex: number,
  request: BuiltRequest,
): NodeFailure {
  const said = `${status} - ${JSON.stringify(body)}`
  const text = status === 429 && context.typeVersion >= 3 ? TOO_MANY : said
  const message = messageOf(status, text)
  const description = context.typeVersion < 3 ? undefined : saidIn({ error: body, message: text })
  return new NodeFailure(message, {
    name: 'NodeApiError',
    description: description === message ? undefined : description,
    context: { itemIndex, ...(context.typeVersion < 3 ? {} : { request: shownOptions(request) }) },
    httpCode: String(status),
    messages: [text],
    item: {
      message: text,
      name: 'AxiosError',
      stack: `Request failed with status code ${status}`,
      code: status >= 400 && status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE',
      status,
    },
    body,
  })
}

/** The error of a pagination that would go on after a status that is no success. */
export function pageFailure(
  { status, headers }: HttpAnswer,
  body: unknown,
  statusText: string,
  itemIndex: number,
  request: BuiltRequest,
): NodeFailure {
  const error = typeof body === 'object' ? JSON.stringify(body) : String(body)
  const text = status === 429 ? TOO_MANY : `${status} - "${error}"`
  const message = messageOf(status, text)
  const description = saidIn({ error, message: text })
  return new NodeFailure(message, {
    name: 'NodeApiError',
    description: description === message ? undefined : description,
    context: { itemIndex, request: shownOptions(request) },
    httpCode: String(status),
    messages: [text],
    fields: { message: text, statusCode: status, error, isAxiosError: true, response: { headers, status, statusText } },
    body: error,
  })
}

/** The same of a page that is a file: the service cannot write its stream as the error. */
export const unreadPage = (itemIndex: number, request: BuiltRequest) =>
  unsentFailure({ message: 'Converting circular structure to JSON', name: 'TypeError' }, itemIndex, request)

/** The error of a connection that failed. */
export function connectionFailure(failure: ConnectionFailure, itemIndex: number, request: BuiltRequest) {
  const { message, code, origin } = failure
  return new NodeFailure(CONNECTION_MESSAGES[code] ?? message, {
    name: 'NodeApiError',
    ...(origin === undefined ? {} : { description: origin }),
    context: { itemIndex, request: shownOptions(request) },
    httpCode: code,
    messages: [message, message],
    item: { message, name: code.startsWith('ERR_FR_') ? `Error [${code}]` : 'Error', code },
  })
}

/** The error of a request that is not sent; `name` is what the error is called in an item. */
export function unsentFailure(
  { message, code, name }: { message: string; code?: string; name: string },
  itemIndex: number,
  request: BuiltRequest,
) {
  return new NodeFailure(message, {
    name: 'NodeApiError',
    context: { itemIndex, request: shownOptions(request) },
    ...(code === undefined ? {} : { httpCode: code }),
    messages: [message],
    item: { message, name, ...(code === undefined ? {} : { code }) },
  })
}

/** An item that stands for a request that failed: the error is an object in it. */
export function errorItem(context: NodeContext, failure: NodeFailure, itemIndex: number): NodeItem {
  const { item, fields } = failure.details
  const pairedItem = { item: itemIndex }
  if (!item && !fields) return { json: { error: failure.message }, pairedItem }
  const error = item
    ? { message: item.message, name: item.name, stack: `${item.name}: ${item.stack ?? item.message}`, ...without(item) }
    : fields
  const details = context.typeVersion < 4.5 ? {} : { details: detailsOf(failure, itemIndex) }
  return { json: { error, ...details }, pairedItem }
}

function detailsOf({ message, details }: NodeFailure, itemIndex: number): Item {
  const { description, httpCode, body } = details
  return {
    message,
    ...(description ? { description } : {}),
    httpCode: httpCode ?? null,
    body: body === undefined ? null : parsed(body),
    context: { itemIndex },
  }
}

const without = ({ message, name, stack, ...rest }: Record<string, unknown>) => rest

/** The names under which the service looks for what an error says. */
const SAID =
  'cause error message Message msg messages description reason detail details errors errorMessage errorMessages ErrorMessage error_message _error_message errorDescription error_description error_summary error_info title text field err type'.split(
    ' ',
  )
const MAX_DEPTH = 100

/** What an error says: the first text or number under one of the usual names, also in objects and lists below them. */
function saidIn(error: Record<string, unknown>, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  for (const name of SAID) {
    const value = typeof error[name] === 'string' ? parsed(error[name]) : error[name]
    if (!value) continue
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) {
      const texts = value.flatMap(part => {
        if (typeof part === 'string' || typeof part === 'number') return [String(part)]
        return isRecord(part) ? (saidIn(part, depth + 1) ?? []) : []
      })
      return texts.length > 0 ? texts.join(' | ') : undefined
    }
    const inner = isRecord(value) ? saidIn(value, depth + 1) : undefined
    if (inner) return inner
  }
  return undefined
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The request as the service shows it in errors and to expressions of a pagination. */
export function shownOptions(request: BuiltRequest) {
  const { body, encoding, query, headers, method } = request
  const name = encoding === 'form' ? 'form' : encoding === 'multipart' ? 'formData' : 'body'
  return {
    ...(body === undefined ? {} : { [name]: body }),
    headers,
    method,
    uri: shownUrl({ url: request.address }),
    gzip: true,
    rejectUnauthorized: true,
    followRedirect: true,
    resolveWithFullResponse: true,
    sendCredentialsOnCrossOriginRedirect: true,
    followAllRedirects: true,
    timeout: 300_000,
    ...(Object.keys(query).length > 0 ? { qs: query } : {}),
    encoding: null,
    json: false,
    useStream: true,
  }
}
