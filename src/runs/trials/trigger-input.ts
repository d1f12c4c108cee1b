import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { localTime } from '../../core/base/zone.ts'
import type { ExecutionMode } from '../../core/model/execution.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { listWebhooks } from '../../core/model/webhooks.ts'
import type { Node } from '../../core/model/workflow.ts'
import { scheduleItem } from '../schedules/schedule-item.ts'
import { itemsOf } from './mocks.ts'
import { refuseUnknownNode } from './run-request.ts'

/** How a run begins: at which node, with which items, by which of its outputs. */
export interface Beginning {
  node: Node
  items: NodeItem[]
  output: number
  mode: ExecutionMode
  /** Whether someone calls a webhook or a form, and gets an answer by its response mode. */
  isAnswered: boolean
}

export interface BeginningOptions {
  /** Milliseconds since 1970. */
  at: number
  /** The time zone of the workflow. */
  zone: string
  /** Where the instance is called. */
  base: string
}

/** Node type → what of an input it takes. */
const KINDS: Record<string, 'webhook' | 'form' | 'schedule' | 'chat' | 'sub' | 'error' | 'manual'> = {
  'n8n-nodes-base.webhook': 'webhook',
  'n8n-nodes-base.formTrigger': 'form',
  'n8n-nodes-base.scheduleTrigger': 'schedule',
  'n8n-nodes-base.cron': 'schedule',
  'n8n-nodes-base.interval': 'schedule',
  '@n8n/n8n-nodes-langchain.chatTrigger': 'chat',
  'n8n-nodes-base.executeWorkflowTrigger': 'sub',
  'n8n-nodes-base.errorTrigger': 'error',
  'n8n-nodes-base.manualTrigger': 'manual',
  'n8n-nodes-base.start': 'manual',
}

const MODES: Record<string, ExecutionMode> = {
  webhook: 'webhook',
  form: 'webhook',
  chat: 'webhook',
  sub: 'integrated',
  error: 'error',
  manual: 'manual',
}

/** Whether a node can begin a run, as far as its type says. */
export const isTrigger = ({ type = '', disabled }: Node) =>
  disabled !== true && (Object.hasOwn(KINDS, type) || /trigger$/i.test(type))

/**
 * Finds the trigger of a run and makes its items.
 *
 * @throws ApiError 400 for an unknown or ambiguous trigger, and an input that it does not take
 */
export function beginningOf(
  { nodes }: { nodes: readonly Node[] },
  { trigger, input }: { trigger?: string; input?: unknown },
  options: BeginningOptions,
): Beginning {
  const node = triggerOf(nodes, trigger)
  const kind = KINDS[node.type ?? '']
  const mode = MODES[kind ?? ''] ?? 'trigger'
  const isAnswered = kind === 'webhook' || kind === 'form'
  const begin = (items: NodeItem[], output = 0): Beginning => ({ node, items, output, mode, isAnswered })
  if (Array.isArray(input)) return begin(itemsOf(input, 'run/input'))
  switch (kind) {
    case 'webhook': {
      const { items, output } = webhookCall(node, input ?? {}, options.base)
      return begin(items, output)
    }
    case 'form':
      return begin([formItem(input ?? {}, options)])
    case 'chat':
      return begin([chatItem(input)])
    case 'schedule': {
      if (input !== undefined) throw badRequest('run/input: a schedule takes none; give now, or a list of items')
      const json = node.type === 'n8n-nodes-base.scheduleTrigger' ? scheduleItem(options.at, options.zone) : {}
      return begin([{ json }])
    }
    default:
      return begin(itemsOf([input ?? {}], 'run/input'))
  }
}

function triggerOf(nodes: readonly Node[], name: string | undefined): Node {
  const triggers = nodes.filter(isTrigger)
  if (name !== undefined) {
    refuseUnknownNode(
      name,
      nodes.map(({ name = '' }) => name),
      'run/trigger',
    )
    const named = nodes.find(node => node.name === name) as Node
    if (named.disabled === true) throw badRequest(`run/trigger: the node ${JSON.stringify(name)} is disabled`)
    return named
  }
  const [first, second] = triggers
  if (!first) throw badRequest('run/trigger: the workflow has no trigger that is enabled: name the node to begin at')
  if (second) {
    const names = triggers.map(({ name }) => JSON.stringify(name)).join(', ')
    throw badRequest(`run/trigger: the workflow has ${triggers.length} triggers, name one of them: ${names}`)
  }
  return first
}

const CALL_PARTS = ['method', 'body', 'query', 'headers', 'params']

/** A call of a webhook, as its node puts it out. */
function webhookCall(node: Node, input: unknown, base: string): Pick<Beginning, 'items' | 'output'> {
  if (!isRecord(input))
    throw badRequest('run/input must be object with body, query, headers or params, or a list of items')
  const [unknown] = Object.keys(input).filter(key => !CALL_PARTS.includes(key))
  if (unknown !== undefined) {
    const parts = CALL_PARTS.join(', ')
    throw badRequest(`run/input/${unknown}: a call of a webhook has ${parts}; put what is sent into body`)
  }
  const { method, body = {}, query = {}, headers = {}, params = {} } = input
  const webhooks = listWebhooks({ nodes: [node] })
  const output = method === undefined ? 0 : webhooks.findIndex(webhook => webhook.method === method)
  if (output < 0) {
    const taken = webhooks.map(webhook => webhook.method).join(', ')
    throw badRequest(`run/input/method: the webhook takes ${taken}, not ${JSON.stringify(method)}`)
  }
  for (const [name, part] of Object.entries({ query, headers, params }))
    if (!isRecord(part)) throw badRequest(`run/input/${name} must be object`)
  const lowered = Object.entries(headers as object).map(([name, value]) => [name.toLowerCase(), String(value)])
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  const json = {
    headers: { host: new URL(base).host, ...type, ...Object.fromEntries(lowered) },
    params,
    query,
    body,
    webhookUrl: `${base}/webhook/${webhooks[output]?.path ?? ''}`,
    executionMode: 'production',
  }
  return { items: [{ json, pairedItem: { item: 0 } }], output: node.parameters?.multipleMethods === true ? output : 0 }
}

function formItem(input: unknown, { at, zone }: BeginningOptions): NodeItem {
  if (!isRecord(input)) throw badRequest('run/input must be object: the fields of the form by their labels')
  return { json: { ...input, submittedAt: localTime(zone, at), formMode: 'production' } }
}

function chatItem(input: unknown): NodeItem {
  const given = typeof input === 'string' ? { chatInput: input } : input
  if (!isRecord(given) || typeof given.chatInput !== 'string')
    throw badRequest('run/input must be the message, or an object with chatInput')
  return { json: { sessionId: 'test', action: 'sendMessage', ...given } }
}
