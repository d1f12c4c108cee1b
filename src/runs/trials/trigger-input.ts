import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { ExecutionMode } from '../../core/model/execution.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { listWebhooks } from '../../core/model/webhooks.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { Form } from '../engine/call/call-body.ts'
import { askedFieldsOf, type FormField, formItem, submittedAt } from '../engine/call/form-fields.ts'
import type { FileSent } from '../schedules/files.ts'
import { scheduleItem } from '../schedules/schedule-item.ts'
import { addInline, inputFiles } from './input-files.ts'
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
const KINDS: Record<string, 'webhook' | 'form' | 'schedule' | 'chat' | 'mail' | 'sub' | 'error' | 'manual'> = {
  'n8n-nodes-base.webhook': 'webhook',
  'n8n-nodes-base.formTrigger': 'form',
  'n8n-nodes-base.scheduleTrigger': 'schedule',
  'n8n-nodes-base.cron': 'schedule',
  'n8n-nodes-base.interval': 'schedule',
  '@n8n/n8n-nodes-langchain.chatTrigger': 'chat',
  'n8n-nodes-base.emailReadImap': 'mail',
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
export async function beginningOf(
  { nodes }: { nodes: readonly Node[] },
  { trigger, input }: { trigger?: string; input?: unknown },
  options: BeginningOptions,
): Promise<Beginning> {
  const node = triggerOf(nodes, trigger)
  if (input === undefined && !isTrigger(node)) {
    const name = JSON.stringify(node.name)
    throw badRequest(
      `run/trigger: ${name} is not a trigger, and does not run: give what it puts out in input, as a list of items`,
    )
  }
  const kind = KINDS[node.type ?? '']
  const mode = MODES[kind ?? ''] ?? 'trigger'
  const isAnswered = kind === 'webhook' || kind === 'form'
  const begin = (items: NodeItem[], output = 0): Beginning => ({ node, items, output, mode, isAnswered })
  if (Array.isArray(input)) return begin(itemsOf(input, 'run/input'))
  switch (kind) {
    case 'webhook': {
      const { items, output } = await webhookCall(node, input ?? {}, options.base)
      return begin(items, output)
    }
    case 'form':
      return begin([await formCall(node, input ?? {}, options)])
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

const CALL_PARTS = ['method', 'body', 'files', 'query', 'headers', 'params']

/** A call of a webhook, as its node puts it out. */
async function webhookCall(node: Node, input: unknown, base: string): Promise<Pick<Beginning, 'items' | 'output'>> {
  if (!isRecord(input))
    throw badRequest('run/input must be object with body, files, query, headers or params, or a list of items')
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
  refuseUnknownParams(webhooks[output]?.path ?? '', params as object)
  const lowered = Object.entries(headers as object).map(([name, value]) => [name.toLowerCase(), String(value)])
  const binary = await webhookFiles(node, inputFiles(input.files, 'run/input/files'))
  const type = binary ? MULTIPART : typeof body === 'object' ? 'application/json' : undefined
  const sent = { ...(type === undefined ? {} : { 'content-type': type }), ...Object.fromEntries(lowered) }
  const json = {
    headers: { host: new URL(base).host, ...sent },
    params,
    query,
    body: sent['content-type'] === MULTIPART ? formTexts(body) : body,
    webhookUrl: `${base}/webhook/${webhooks[output]?.path ?? ''}`,
    executionMode: 'production',
  }
  const item = { json, ...(binary ? { binary } : {}), pairedItem: { item: 0 } }
  return { items: [item], output: node.parameters?.multipleMethods === true ? output : 0 }
}

/** A call has the parts of its path that are named, and no others. @throws ApiError 400 */
function refuseUnknownParams(path: string, params: object) {
  if (path.startsWith('=')) return
  const known = path.split('/').flatMap(part => (part.startsWith(':') ? [part.slice(1)] : []))
  const unknown = Object.keys(params).find(name => !known.includes(name))
  if (unknown === undefined) return
  const has = known.length > 0 ? known.map(name => JSON.stringify(name)).join(', ') : 'none'
  throw badRequest(`run/input/params/${unknown}: the path ${JSON.stringify(path)} has no such part. It has ${has}`)
}

const MULTIPART = 'multipart/form-data'

/** The fields of a form that is sent with files are texts. */
function formTexts(body: unknown): unknown {
  if (!isRecord(body)) throw badRequest('run/input/body must be object: a call with files has the fields of a form')
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isText = ['string', 'number', 'boolean'].includes(typeof value)
      if (!isText && !(Array.isArray(value) && value.every(one => typeof one === 'string')))
        throw badRequest(`run/input/body/${name} must be string: a call with files has the fields of a form`)
      return [name, isText ? String(value) : value]
    }),
  )
}

/** Files as the node names them; `undefined` without any. */
async function webhookFiles({ parameters = {} }: Node, files: ReadonlyMap<string, readonly FileSent[]>) {
  if (files.size === 0) return undefined
  const { binaryPropertyName } = isRecord(parameters.options) ? parameters.options : {}
  const prefix = typeof binaryPropertyName === 'string' && binaryPropertyName !== '' ? binaryPropertyName : undefined
  const named: [string, Record<string, unknown>][] = []
  for (const [field, sent] of files)
    for (const [at, file] of sent.entries()) {
      const ofField = sent.length > 1 ? `${field}${at}` : field
      named.push([prefix === undefined ? ofField : `${prefix}${named.length}`, await addInline(file)])
    }
  return Object.fromEntries(named)
}

/** A form that was sent: its fields by their labels, and files for its fields of files. */
async function formCall(node: Node, input: unknown, { at, zone }: BeginningOptions): Promise<NodeItem> {
  if (!isRecord(input)) throw badRequest('run/input must be object: the fields of the form by their labels')
  const fields = askedFieldsOf(node)
  const isOwn = fields.some(({ key, type }) => key === 'files' && type !== 'file')
  const { files: given, ...rest } = isOwn ? { ...input, files: undefined } : input
  const files = inputFiles(given, 'run/input/files')
  const ofFiles = fields.filter(({ type }) => type === 'file')
  for (const name of files.keys()) {
    if (ofFiles.some(({ key }) => key === name)) continue
    const known = ofFiles.map(({ key }) => JSON.stringify(key)).join(', ') || 'none'
    throw badRequest(`run/input/files/${name}: the form has no such field of files. It has ${known}`)
  }
  if (!isOwn) refuseUnknownFields(fields, rest)
  const sent = ofFiles.flatMap(field => (files.get(field.key) ?? []).map(file => asSent(field.name, file)))
  const made = await formItem(
    fields.filter(({ key }) => key !== ''),
    sent,
    addInline,
  )
  const json = {
    ...made.json,
    ...(isOwn ? input : rest),
    submittedAt: submittedAt(node, zone, at),
    formMode: 'production',
  }
  return { json, ...(Object.keys(made.binary).length > 0 ? { binary: made.binary } : {}) }
}

/** What the item of a form has beside its fields. */
const BESIDE_FIELDS = ['submittedAt', 'formMode', 'formQueryParameters']

/** Labels that are expressions may be any. @throws ApiError 400 */
function refuseUnknownFields(fields: readonly FormField[], given: object) {
  const known = fields.map(({ key }) => key)
  if (known.length === 0 || known.includes('')) return
  const unknown = Object.keys(given).find(name => !known.includes(name) && !BESIDE_FIELDS.includes(name))
  if (unknown === undefined) return
  const near = closestName(unknown, known)
  const hint =
    near === undefined ? `It has ${known.map(key => JSON.stringify(key)).join(', ')}` : `Is it ${JSON.stringify(near)}?`
  throw badRequest(`run/input/${unknown}: the form has no such field. ${hint}`)
}

const asSent = (field: string, { bytes, type, name }: FileSent): Form[number] => [
  field,
  { filename: name ?? 'file', mimetype: type, size: bytes.length, bytes },
]

function chatItem(input: unknown): NodeItem {
  const given = typeof input === 'string' ? { chatInput: input } : input
  if (!isRecord(given) || typeof given.chatInput !== 'string')
    throw badRequest('run/input must be the message, or an object with chatInput')
  return { json: { sessionId: 'test', action: 'sendMessage', ...given } }
}
