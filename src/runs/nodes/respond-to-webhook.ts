import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { fileOf } from './tools/binary-file.ts'
import { setAt } from './tools/field-path.ts'
import { type NodeAnswer, type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { entriesOf, textOf } from './tools/parameters.ts'

/** Respond to Webhook: evaluates the answer; the call is answered when the run ends or waits. */
export const respondToWebhook: NodeType = {
  outputs: ({ typeVersion = 1, parameters = {} }) => (hasAnswerOutput(typeVersion, parameters) ? 2 : 1),
  run(context): NodeResult {
    const set = { node: context.node.name ?? '', ...statusOf(context), headers: headersOf(context) }
    const items = [...context.items]
    let answer: NodeAnswer
    try {
      if (context.typeVersion >= 1.1 && !context.comesAfter(CALLED))
        throw new NodeFailure(UNCALLED, { description: HINT })
      answer = { ...set, body: bodyOf(context) }
    } catch (error) {
      if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
      // one item for all of them, and no answer
      return { main: [[{ json: { error: error.message }, pairedItem: items.map((_, item) => ({ item })) }]] }
    }
    if (!hasAnswerOutput(context.typeVersion, context.node.parameters ?? {})) return { main: [items], answer }
    return { main: [items, [{ json: { response: shownAnswer(answer) } }]], answer }
  },
}

/** Types of nodes whose caller it can answer. */
const CALLED = [
  'n8n-nodes-base.webhook',
  'n8n-nodes-base.formTrigger',
  '@n8n/n8n-nodes-langchain.chatTrigger',
  'n8n-nodes-base.wait',
]
const UNCALLED = 'No Webhook node found in the workflow'
const HINT =
  'Insert a Webhook node to your workflow and set the “Respond” parameter to “Using Respond to Webhook Node” '

const hasAnswerOutput = (version: number, parameters: Item) =>
  version === 1.3 || (version >= 1.4 && parameters.enableResponseOutput === true)

function statusOf(context: NodeContext): { status?: unknown } {
  const status = context.parameter('options.responseCode', 0)
  return status ? { status } : {}
}

function headersOf(context: NodeContext): [string, string][] {
  const stored = recordsOf(context.stored('options.responseHeaders.entries'))
  return entriesOf(context, 'options.responseHeaders.entries', 0).flatMap(({ name, value }, at): [string, string][] => {
    // an expression without a value is sent as that word
    const text = (stored[at]?.value ?? undefined) === undefined ? '' : String(value ?? undefined)
    return typeof name === 'string' && name !== '' ? [[name.toLowerCase(), text]] : []
  })
}

/** What a body of JSON is where the node names none. */
const EXAMPLE = '{"myField":"value"}'

/** A parameter that the node names; its default where it is left out or `null`. */
const given = (context: NodeContext, name: string, fallback: string): unknown =>
  (context.stored(name) ?? undefined) === undefined ? fallback : context.parameter(name, 0)

function bodyOf(context: NodeContext): NodeAnswer['body'] {
  const respondWith = textOf(context, 'respondWith', 0, 'firstIncomingItem')
  switch (respondWith) {
    case 'noData':
      return { kind: 'none' }
    case 'redirect':
      return { kind: 'redirect', url: String(given(context, 'redirectURL', '')) }
    case 'text': {
      const value = given(context, 'responseBody', '')
      if (value === undefined) return { kind: 'none' }
      return typeof value === 'string' ? { kind: 'text', value } : { kind: 'json', value }
    }
    case 'json':
      return jsonBody(context)
    case 'jwt':
      return { kind: 'jwt', claims: claimsOf(context) }
    case 'binary':
      return fileBody(context)
    case 'allIncomingItems':
      return {
        kind: 'json',
        value: underKey(
          context,
          context.items.map(({ json }) => json),
        ),
      }
    default:
      return { kind: 'json', value: underKey(context, context.items[0]?.json) }
  }
}

function underKey(context: NodeContext, value: unknown): unknown {
  const key = textOf(context, 'options.responseKey', 0)
  if (key === '') return value
  const made: Item = {}
  setAt(made, key, value)
  return made
}

function jsonBody(context: NodeContext): NodeAnswer['body'] {
  const body = given(context, 'responseBody', EXAMPLE)
  if (!body) return { kind: 'none' }
  if (typeof body === 'object') return { kind: 'json', value: body }
  try {
    const value: unknown = JSON.parse(String(body))
    return typeof value === 'string' ? { kind: 'text', value } : { kind: 'json', value }
  } catch {
    throw new NodeFailure("Invalid JSON in 'Response Body' field", {
      description: "Check that the syntax of the JSON in the 'Response Body' parameter is valid",
    })
  }
}

function claimsOf(context: NodeContext): Item {
  const payload = given(context, 'payload', EXAMPLE)
  if (isRecord(payload)) return payload
  try {
    const claims: unknown = JSON.parse(String(payload))
    return isRecord(claims) ? claims : {}
  } catch {
    throw new NodeFailure("Invalid JSON in 'Payload' field", {
      description: "Check that the syntax of the JSON in the 'Payload' parameter is valid",
    })
  }
}

function fileBody(context: NodeContext): NodeAnswer['body'] {
  const [item] = context.items
  const binary: NonNullable<NodeItem['binary']> = item?.binary ?? {}
  const names = Object.keys(binary)
  if (names.length === 0) throw new NodeFailure('No binary data exists on the first item!')
  const isNamed = textOf(context, 'responseDataSource', 0, 'automatically') === 'set'
  const name = isNamed ? textOf(context, 'inputFieldName', 0, 'data') : (names[0] ?? '')
  return { kind: 'file', name, file: fileOf(item, name, 0) }
}

/** The answer as the second output shows it. */
function shownAnswer({ status, headers, body }: NodeAnswer): Item {
  const shown = Object.fromEntries(headers)
  if (body.kind === 'redirect') shown.location = body.url
  return {
    ...(body.kind === 'none' || body.kind === 'redirect' || body.kind === 'file' || body.kind === 'jwt'
      ? {}
      : { body: body.value }),
    headers: shown,
    statusCode: status ?? (body.kind === 'redirect' ? 307 : 200),
  }
}
