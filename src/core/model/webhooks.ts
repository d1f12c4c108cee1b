import { isRecord } from '../base/is-record.ts'

/** What of a node says where it is called. The page reads it too, so that no type of the server is named here. */
interface CalledNode {
  name?: string | undefined
  type?: string | undefined
  typeVersion?: number | undefined
  disabled?: boolean | undefined
  webhookId?: string | undefined
  parameters?: Record<string, unknown> | undefined
}

interface CalledWorkflow {
  nodes: readonly CalledNode[]
}

/** An address under which an active workflow can be called. No two active workflows may have the same. */
export interface Webhook {
  /** The name of the node. */
  node: string
  /** In capitals. */
  method: string
  /** Without a slash at either end. */
  path: string
  /** Of the node; a path with open parts (`orders/:id`) is below it. */
  webhookId?: string | undefined
}

/**
 * The webhooks that a workflow has when it is active: those of its enabled nodes. A path or method that only an
 * expression gives is not known before the workflow runs, and is left out.
 *
 * @param areBelowWorkflow whether the version serves chats without a `webhookId` below their workflows
 */
export function listWebhooks({ nodes }: CalledWorkflow, areBelowWorkflow = false): Webhook[] {
  return nodes.filter(node => node.disabled !== true).flatMap(node => webhooksOf(node, areBelowWorkflow))
}

/**
 * Method and path as one text: webhooks of two workflows with the same key are in each other's way. How open parts are
 * called does not matter: `orders/:id` and `orders/:number` are the same below one webhook id.
 */
export const webhookKey = (webhook: Webhook) =>
  hasOpenParts(webhook) ? webhookAddress(webhook).replace(/(?<=\/):[^/]*/g, ':') : webhookAddress(webhook)

/** Method and whole path as they are registered: a workflow has each once. */
export const webhookAddress = (webhook: Webhook) => `${webhook.method} ${registeredPath(webhook)}`

/**
 * The whole path as it is registered: one with open parts is below the node's id.
 *
 * @param workflowId of versions that put a webhook without `webhookId` below its workflow and its node
 */
export const registeredPath = (webhook: Webhook, workflowId?: string) => {
  const { node, path, webhookId } = webhook
  if (workflowId !== undefined && webhookId === undefined) return `${workflowId}/${nameInPath(node)}/${path}`
  return hasOpenParts(webhook) && webhookId ? `${webhookId}/${path}` : path
}

/** It is encoded once more than a path is: a call of `My Hook` names it `my%2520hook`. */
const nameInPath = (name: string) => encodeURIComponent(name.toLowerCase().replace(/\p{Surrogate}/gu, '\uFFFD'))

const hasOpenParts = ({ path }: Webhook) => path.split('/').some(part => part.startsWith(':'))

/** Where a node of a workflow is called, and what for. */
export interface CallAddress {
  /** The name of the node. */
  node: string
  /** What calls it; `event`: a service, about what happened in it. */
  kind: 'webhook' | 'form' | 'chat' | 'event'
  methods: string[]
  /** From the root of the instance: `/webhook/orders`. A part like `:id` stands for any text. */
  path: string
}

/**
 * The addresses of a workflow's enabled triggers, those of a node with several methods as one.
 *
 * @param workflowId as `registeredPath` takes it
 */
export function callAddresses({ nodes }: CalledWorkflow, workflowId?: string): CallAddress[] {
  const addresses = new Map<string, CallAddress>()
  for (const node of nodes) {
    const kind = KINDS[node.type ?? ''] ?? 'event'
    for (const webhook of listWebhooks({ nodes: [node] }, workflowId !== undefined)) {
      const registered = registeredPath(webhook, workflowId)
      const called = workflowId === undefined ? registered : registered.replaceAll('%', '%25')
      const path = `/${isBelowForm(node) ? 'form' : 'webhook'}/${called}`
      const key = `${node.name} ${path}`
      const known = addresses.get(key)
      if (known) known.methods.push(webhook.method)
      else addresses.set(key, { node: String(node.name ?? ''), kind, methods: [webhook.method], path })
    }
  }
  return [...addresses.values()]
}

/** The keys of a workflow's webhooks, each once: what to index active workflows by. */
export const webhookKeys = (workflow: CalledWorkflow) => [...new Set(listWebhooks(workflow).map(webhookKey))]

function webhooksOf(node: CalledNode, areBelowWorkflow: boolean): Webhook[] {
  const { type, parameters, webhookId } = node
  if (type === 'n8n-nodes-base.webhook') return webhooksAt(node, pathOf(node), methodsOf(parameters))
  if (type === FORM) return webhooksAt(node, formPathOf(node), ['GET', 'POST'])
  if (type === CHAT && webhookId === undefined && areBelowWorkflow) return webhooksAt(node, 'chat', ['GET', 'POST'])
  if (typeof type !== 'string' || typeof webhookId !== 'string' || webhookId === '') return []
  if (type === CHAT) return webhooksAt(node, `${webhookId}/chat`, ['GET', 'POST'])
  return type.endsWith('Trigger') ? webhooksAt(node, `${webhookId}/webhook`, ['POST']) : []
}

/** The type of nodes that show a form at their address. */
export const FORM = 'n8n-nodes-base.formTrigger'
/** What the path of a form in its first version ends with. */
export const FIRST_FORM = 'n8n-form'
/** Whether a node is called below `/form/`: a form in its first version is called below `/webhook/`, as all else is. */
export const isBelowForm = ({ type, typeVersion = 2 }: CalledNode) => type === FORM && typeVersion >= 2
/** The type of nodes that are talked to. */
export const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger'

const KINDS: Readonly<Record<string, CallAddress['kind']>> = {
  'n8n-nodes-base.webhook': 'webhook',
  [FORM]: 'form',
  [CHAT]: 'chat',
}

const webhooksAt = ({ name = '', webhookId }: CalledNode, path: string | undefined, methods: string[]): Webhook[] =>
  path === undefined ? [] : methods.map(method => ({ node: name, method, path, webhookId }))

/**
 * The node's path, or its webhook id if it has none, as the editor fills it in. Later forms have it among their
 * options.
 */
function pathOf({ type, parameters, webhookId }: CalledNode): string | undefined {
  const { path: given, options } = parameters ?? {}
  const isAmongOptions = type === FORM && (given === undefined || given === '') && isRecord(options)
  const path = isAmongOptions ? options.path : given
  const known = textOf(path === undefined || path === '' ? webhookId : path)
  return known?.replace(/^\//, '').replace(/\/$/, '') || undefined
}

/** In its first version a form is below its path. */
function formPathOf(node: CalledNode): string | undefined {
  const path = pathOf(node)
  return path === undefined || isBelowForm(node) ? path : `${path}/${FIRST_FORM}`
}

function methodsOf(parameters: CalledNode['parameters']): string[] {
  const { httpMethod, multipleMethods } = parameters ?? {}
  const given = httpMethod ?? (multipleMethods === true ? ['GET', 'POST'] : 'GET')
  const methods = (Array.isArray(given) ? given : [given]).flatMap(method => textOf(method)?.split(',') ?? [])
  return [...new Set(methods.map(method => method.trim().toUpperCase()))].filter(method => method !== '')
}

/** A parameter as text; an expression of plain text (`=orders`) is that text, any other is unknown. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  if (!value.startsWith('=')) return value
  return value.includes('{{') ? undefined : value.slice(1)
}
