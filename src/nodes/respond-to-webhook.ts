import { isRecord } from '../base/is-record.ts'
import type { Item, NodeItem } from '../model/run-data.ts'
import { setAt } from './field-path.ts'
import { type NodeAnswer, type NodeContext, NodeFailure, type NodeResult, type NodeType } from './node-context.ts'
import { entriesOf, textOf } from './parameters.ts'

/** Respond to Webhook: evaluates the answer; the call is answered when the run ends or waits. */
export const respondToWebhook: NodeType = {
  outputs: ({ typeVersion = 1, parameters = {} }) => (hasAnswerOutput(typeVersion, parameters) ? 2 : 1),
  run(context): NodeResult {
    const answer: NodeAnswer = {
      node: context.node.name ?? '',
      ...statusOf(context),
      headers: headersOf(context),
      body: bodyOf(context),
    }
    const items = [...context.items]
    if (!hasAnswerOutput(context.typeVersion, context.node.parameters ?? {})) return { main: [items], answer }
    return { main: [items, [{ json: { response: shownAnswer(answer) } }]], answer }
  },
}

const hasAnswerOutput = (version: number, parameters: Item) =>
  version === 1.3 || (version >= 1.4 && parameters.enableResponseOutput === true)

function statusOf(context: NodeContext): { status?: number } {
  const given = context.parameter('options.responseCode', 0)
  return given === undefined || given === null ? {} : { status: Number(given) }
}

function headersOf(context: NodeContext): [string, string][] {
  return entriesOf(context, 'options.responseHeaders.entries', 0).flatMap(({ name, value }): [string, string][] => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
    return typeof name === 'string' && name !== '' ? [[name.toLowerCase(), text]] : []
  })
}

function bodyOf(context: NodeContext): NodeAnswer['body'] {
  const respondWith = textOf(context, 'respondWith', 0, 'firstIncomingItem')
  switch (respondWith) {
    case 'noData':
      return { kind: 'none' }
    case 'redirect':
      return { kind: 'redirect', url: textOf(context, 'redirectURL', 0) }
    case 'text': {
      const value = context.parameter('responseBody', 0, '')
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
  const given = context.parameter('responseBody', 0)
  if (!given) return { kind: 'none' }
  if (typeof given === 'object') return { kind: 'json', value: given }
  try {
    const value: unknown = JSON.parse(String(given))
    return typeof value === 'string' ? { kind: 'text', value } : { kind: 'json', value }
  } catch {
    throw new NodeFailure("Invalid JSON in 'Response Body' field", {
      description: "Check that the syntax of the JSON in the 'Response Body' parameter is valid",
    })
  }
}

function claimsOf(context: NodeContext): Item {
  const given = context.parameter('payload', 0, '{}')
  if (isRecord(given)) return given
  try {
    const claims: unknown = JSON.parse(String(given))
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
  const file = binary[name]
  if (!isRecord(file)) {
    throw new NodeFailure(
      `This operation expects the node's input data to contain a binary file '${name}', but none was found [item 0]`,
    )
  }
  return { kind: 'file', name, file }
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
