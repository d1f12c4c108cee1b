import { FORM, listWebhooks, registeredPath } from '../../../model/webhooks.ts'
import type { Drawable, Node } from '../instance/records.ts'
import { typeName } from '../parts/format.ts'

/** Where a node of a workflow can be called. */
export interface CallAddress {
  node: string
  kind: 'webhook' | 'form' | 'chat' | 'event'
  methods: string[]
  /** With the part before it: `/webhook/orders`. A part like `:id` stands for any text. */
  path: string
}

const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger'
const KINDS: Record<string, CallAddress['kind']> = {
  'n8n-nodes-base.webhook': 'webhook',
  [FORM]: 'form',
  [CHAT]: 'chat',
}

/** The addresses of the enabled triggers of a workflow. */
export function addressesOf({ nodes }: Drawable): CallAddress[] {
  const all = Array.isArray(nodes)
    ? nodes.filter((node): node is Node => typeof node === 'object' && node !== null)
    : []
  const addresses = new Map<string, CallAddress>()
  for (const node of all) {
    const kind = KINDS[node.type] ?? 'event'
    for (const webhook of listWebhooks({ nodes: [node] })) {
      const path = `/${kind === 'form' ? 'form' : 'webhook'}/${registeredPath(webhook)}`
      const key = `${node.name} ${path}`
      const known = addresses.get(key)
      if (known) known.methods.push(webhook.method)
      else addresses.set(key, { node: String(node.name ?? ''), kind, methods: [webhook.method], path })
    }
  }
  return [...addresses.values()]
}

/** What a call begins with. A chat takes a message, a service sends JSON; a form is opened in a tab. */
export function firstCall({ kind, methods, path }: CallAddress): { method: string; path: string; body?: unknown } {
  if (kind === 'chat')
    return { method: 'POST', path, body: { action: 'sendMessage', sessionId: 'page', chatInput: 'Hello' } }
  const method = methods.find(it => it === 'POST') ?? methods[0] ?? 'GET'
  return ['GET', 'HEAD'].includes(method) ? { method, path } : { method, path, body: {} }
}

const LABELS: Record<CallAddress['kind'], string> = {
  webhook: 'Webhook',
  form: 'Form',
  chat: 'Chat',
  event: 'Events of the service',
}

/** What an address is for, in a word. */
export const labelOf = ({ kind }: Pick<CallAddress, 'kind'>, type?: unknown) =>
  kind === 'event' && type !== undefined ? typeName(type) : LABELS[kind]
