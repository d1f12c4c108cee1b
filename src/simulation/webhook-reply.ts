import { recordsOf } from '../base/is-record.ts'
import type { Node } from '../model/workflow.ts'
import { type Item, recordOf } from './item.ts'
import { literalOf } from './literal.ts'
import type { Played } from './run.ts'

/** What a webhook answers. */
export interface WebhookReply {
  status: number
  /** JSON where it is no text; nothing where it is `undefined`. */
  body: unknown
  /** By name; the content type goes by the body where none is named. */
  headers: [name: string, value: string][]
}

const RESPOND = 'n8n-nodes-base.respondToWebhook'

/** What a webhook node answers to a call, by its response mode (docs/simulation.md#what-a-webhook-answers). */
export function webhookReply(webhook: Node, nodes: readonly Node[], { end }: Played): WebhookReply {
  const parameters = webhook.parameters ?? {}
  const { options } = parameters
  const status = statusOf(
    parameters.responseCode ?? recordOf(recordOf(recordOf(options).responseCode).values).responseCode,
  )
  const headers = headersOf(recordOf(options).responseHeaders, {})
  const say = (message: string, code = status): WebhookReply => ({ status: code, body: { message }, headers })
  switch (parameters.responseMode) {
    case 'lastNode':
      if (end.status === 'error') return say('Error in workflow', 500)
      if (end.status === 'waiting') return say('Workflow was started')
      return { status, body: lastItems(end.data, parameters.responseData), headers }
    case 'responseNode':
    case 'streaming':
      return (
        respondNodeReply(nodes, end.data) ??
        (end.status === 'error' ? say('Error in workflow', 500) : unanswered(nodes))
      )
    default: {
      const known = literalOf(recordOf(options).responseData ?? parameters.responseData, {})?.value
      if (recordOf(options).noResponseBody === true) return { status, body: undefined, headers }
      return typeof known === 'string' && known !== '' ? { status, body: known, headers } : say('Workflow was started')
    }
  }
}

function lastItems(data: unknown, responseData: unknown): unknown {
  const { lastNodeExecuted } = recordOf(recordOf(data).resultData)
  const items = itemsOf(data, String(lastNodeExecuted))
  if (responseData === 'noData') return undefined
  return responseData === 'allEntries' ? items : (items[0] ?? {})
}

function respondNodeReply(nodes: readonly Node[], data: unknown): WebhookReply | undefined {
  const node = nodes.find(
    ({ type, disabled, name = '' }) => type === RESPOND && !disabled && itemsOf(data, name).length > 0,
  )
  if (!node) return undefined
  const { respondWith = 'firstIncomingItem', responseBody, redirectURL, options } = node.parameters ?? {}
  const items = itemsOf(data, node.name ?? '')
  const item = items[0] ?? {}
  const headers = headersOf(recordOf(options).responseHeaders, item)
  const status = statusOf(literalOf(recordOf(options).responseCode, item)?.value)
  const literal = literalOf(responseBody, item)
  switch (respondWith) {
    case 'allIncomingItems':
      return { status, body: items, headers }
    case 'noData':
      return { status, body: undefined, headers }
    case 'redirect': {
      const location = literalOf(redirectURL, item)?.value
      const isSet = recordOf(options).responseCode !== undefined
      return {
        status: isSet ? status : 307,
        body: undefined,
        headers: [...headers, ['location', String(location ?? '')]],
      }
    }
    case 'text':
      return { status, body: literal ? String(literal.value ?? '') : '', headers }
    case 'json':
      return { status, body: literal ? jsonOf(literal.value) : item, headers }
    default:
      return { status, body: item, headers }
  }
}

const unanswered = (nodes: readonly Node[]): WebhookReply =>
  nodes.some(({ type }) => type === RESPOND)
    ? { status: 200, body: { message: 'Workflow executed successfully' }, headers: [] }
    : { status: 500, body: { code: 0, message: 'No Respond to Webhook node found in the workflow' }, headers: [] }

function itemsOf(data: unknown, node: string): Item[] {
  const runs = recordOf(recordOf(recordOf(data).resultData).runData)
  const [run] = recordsOf(Object.hasOwn(runs, node) ? runs[node] : undefined)
  if (!run || run.error !== undefined) return []
  const { main } = recordOf(run.data)
  const output = Array.isArray(main) ? main.find(items => Array.isArray(items) && items.length > 0) : undefined
  return recordsOf(output).map(({ json }) => recordOf(json))
}

/** Statuses that a response may have; 200 where it names none. */
function statusOf(given: unknown): number {
  const status = Number(given)
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200
}

function headersOf(given: unknown, item: Item): [string, string][] {
  return recordsOf(recordOf(given).entries).flatMap(({ name, value }): [string, string][] => {
    const known = literalOf(value, item)
    return typeof name === 'string' && known ? [[name, String(known.value ?? '')]] : []
  })
}

/** JSON given as text; text that is none is answered as it is. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
