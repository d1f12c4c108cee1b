import type { NodeItem } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { LoadedNodeType } from './packages.ts'

/** Triggers whose items are made before: a call of them is answered by the instance, not by the node. */
const MADE_BEFORE = [
  'n8n-nodes-base.webhook',
  'n8n-nodes-base.formTrigger',
  '@n8n/n8n-nodes-langchain.chatTrigger',
  'n8n-nodes-base.executeWorkflowTrigger',
]

interface Call {
  method: string
  body: unknown
  query: Record<string, unknown>
  headers: Record<string, string>
  params: Record<string, unknown>
}

/** How a trigger gets its items, where it makes them itself. */
export type Beginning = { kind: 'poll' } | { kind: 'call'; call: Call }

/**
 * Whether the trigger itself makes the items of the run: one that polls does without an input, one with a webhook does
 * for a call (`body`, `query`, `headers`, `params`, `method`). Else they are the input.
 */
export function ownBeginning({ type = '' }: Node, loaded: LoadedNodeType, input: unknown): Beginning | undefined {
  if (MADE_BEFORE.includes(type)) return undefined
  if (input === undefined) return typeof loaded.poll === 'function' ? { kind: 'poll' } : undefined
  return typeof loaded.webhook === 'function' && isCall(input) ? { kind: 'call', call: callOf(input) } : undefined
}

const PARTS = ['method', 'body', 'query', 'headers', 'params']

// this process reads no file of other folders of the source
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = (input: unknown): input is Record<string, unknown> =>
  isRecord(input) &&
  Object.keys(input).length > 0 &&
  Object.entries(input).every(
    ([part, value]) => PARTS.includes(part) && (part === 'body' || isRecord(value) || part === 'method'),
  )

function callOf({ method = 'POST', body = {}, query = {}, headers = {}, params = {} }: Record<string, unknown>): Call {
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  const lowered = Object.entries(headers as object).map(([name, value]) => [name.toLowerCase(), String(value)])
  return {
    method: String(method).toUpperCase(),
    body,
    query: query as Record<string, unknown>,
    headers: { host: 'localhost', ...type, ...Object.fromEntries(lowered) },
    params: params as Record<string, unknown>,
  }
}

type Context = new (...given: unknown[]) => object

/** What a trigger needs to run. */
export interface TriggerParts {
  contexts: { PollContext: Context; WebhookContext: Context }
  workflow: { getNode(name: string): object; id: string }
  additional: object
  loaded: LoadedNodeType
  /** What the node remembers from before. */
  memory: Record<string, unknown>
}

/**
 * Runs a trigger for its items, by its outputs.
 *
 * @throws what the node throws; an Error where it begins no run
 */
export async function runTrigger(name: string, beginning: Beginning, parts: TriggerParts): Promise<NodeItem[][]> {
  const { contexts, workflow, additional, loaded, memory } = parts
  const node = workflow.getNode(name)
  if (beginning.kind === 'poll') {
    // without a memory of what it saw, the newest: as when it is tried by hand
    const mode = Object.keys(memory).length > 0 ? 'trigger' : 'manual'
    const poll = loaded.poll as (this: object) => Promise<NodeItem[][] | null>
    const main = await poll.call(new contexts.PollContext(workflow, node, additional, mode, 'init'))
    if (main?.some(items => items.some(item => item?.json !== undefined))) return main
    throw new Error(
      `Node "${name}" found nothing new, so no run begins: give answers with something in http, or items in input`,
    )
  }
  const { call } = beginning
  const { webhooks = [] } = loaded.description as { webhooks?: { name: string; httpMethod?: string }[] }
  const described = webhooks.find(({ httpMethod }) => httpMethod === call.method) ?? webhooks[0]
  const path = typeof (node as Node).webhookId === 'string' ? String((node as Node).webhookId) : 'webhook'
  const request = {
    ...call,
    url: `/webhook/${path}`,
    path: `/webhook/${path}`,
    originalUrl: `/webhook/${path}`,
    rawBody: Buffer.from(typeof call.body === 'string' ? call.body : JSON.stringify(call.body)),
    contentType: call.headers['content-type'],
    ip: '127.0.0.1',
    ips: [],
    get: (header: string) => call.headers[header.toLowerCase()],
    header: (header: string) => call.headers[header.toLowerCase()],
    readRawBody: async () => {},
  }
  const webhookData = {
    httpMethod: call.method,
    node: name,
    path,
    workflowId: workflow.id,
    webhookDescription: described,
  }
  const answered: unknown[] = []
  const calling = { ...additional, httpRequest: request, httpResponse: responseInto(answered) }
  const webhook = loaded.webhook as (
    this: object,
  ) => Promise<{ workflowData?: NodeItem[][]; webhookResponse?: unknown }>
  const { workflowData, webhookResponse } = await webhook.call(
    new contexts.WebhookContext(workflow, node, calling, 'webhook', webhookData, [], undefined),
  )
  if (workflowData) return workflowData
  const said = [...answered, webhookResponse].filter(part => part !== undefined).map(part => JSON.stringify(part))
  throw new Error(
    `Node "${name}" begins no run for this call, and answers it itself${said.length > 0 ? ` (${said.join(' ')})` : ''}: give another call, or items in input`,
  )
}

/** A response whose status and body are written into a list. */
function responseInto(answered: unknown[]): object {
  const response: object = new Proxy(
    {},
    {
      get: (_target, key) =>
        typeof key === 'symbol' || key === 'then'
          ? undefined
          : (value: unknown) => {
              if (['status', 'send', 'json', 'end', 'write'].includes(key)) answered.push(value)
              return response
            },
    },
  )
  return response
}
