import { isRecord, recordsOf } from '../base/is-record.ts'
import { type NodeAnswer, type NodeContext, NodeFailure, type NodeType } from './node-context.ts'
import { textOf } from './parameters.ts'

const BODY_INVALID = "Invalid JSON in 'Response Body' field"
const BODY_INVALID_HINT = "Check that the syntax of the JSON in the 'Response Body' parameter is valid"
const FILE_MISSING = 'No binary data exists on the first item!'

/** Respond to Webhook: evaluates what the call is answered, and passes its items on. */
export const respondToWebhook: NodeType = {
  outputs: node => (node.parameters?.enableResponseOutput === true ? 2 : 1),
  run(context) {
    const answer = answerOf(context)
    const items = [...context.items]
    if (context.node.parameters?.enableResponseOutput !== true) return { main: [items], answer }
    return { main: [items, [{ json: responseJson(answer), pairedItem: { item: 0 } }]], answer }
  },
}

function answerOf(context: NodeContext): NodeAnswer {
  const options = context.parameter('options', 0, {})
  const { responseCode, responseHeaders, responseKey } = isRecord(options) ? options : {}
  const status = responseCode === undefined || responseCode === '' ? undefined : Number(responseCode)
  const headers = recordsOf(isRecord(responseHeaders) ? responseHeaders.entries : undefined).map(
    ({ name, value }): [string, string] => [String(name ?? ''), plain(value)],
  )
  return {
    node: context.node.name ?? '',
    ...(status === undefined ? {} : { status }),
    headers,
    body: bodyOf(context, typeof responseKey === 'string' ? responseKey : ''),
  }
}

function bodyOf(context: NodeContext, key: string): NodeAnswer['body'] {
  const items = context.items
  switch (context.parameter('respondWith', 0, 'firstIncomingItem')) {
    case 'noData':
      return { kind: 'none' }
    case 'text':
      return { kind: 'text', value: textOf(context, 'responseBody', 0) }
    case 'redirect':
      return { kind: 'redirect', url: textOf(context, 'redirectURL', 0) }
    case 'json':
      return { kind: 'json', value: jsonBody(context.parameter('responseBody', 0)) }
    case 'jwt': {
      const claims = context.parameter('payload', 0, {})
      const object = typeof claims === 'string' ? parsed(claims) : claims
      return { kind: 'jwt', claims: isRecord(object) ? object : {} }
    }
    case 'binary': {
      const binary = items[0]?.binary
      if (!isRecord(binary)) throw new NodeFailure(FILE_MISSING)
      const isNamed = context.parameter('responseDataSource', 0) === 'set'
      const name = isNamed ? textOf(context, 'inputFieldName', 0) : (Object.keys(binary)[0] ?? '')
      const file = binary[name]
      return { kind: 'file', name, file: isRecord(file) ? file : {} }
    }
    case 'allIncomingItems':
      return {
        kind: 'json',
        value: under(
          key,
          items.map(({ json }) => json),
        ),
      }
    default:
      return { kind: 'json', value: under(key, items[0]?.json) }
  }
}

/** Text must be JSON; what an expression made is taken as it is. */
function jsonBody(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const value = parsed(given)
  if (value === undefined) throw new NodeFailure(BODY_INVALID, { description: BODY_INVALID_HINT })
  return value
}

/** `{ data: { items: value } }` for `data.items`. */
const under = (path: string, value: unknown): unknown =>
  path === '' ? value : path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value)

function responseJson({ status = 200, headers, body }: NodeAnswer): Record<string, unknown> {
  const shown = body.kind === 'json' || body.kind === 'text' ? { body: body.value } : {}
  return { ...shown, headers: Object.fromEntries(headers), statusCode: status }
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
