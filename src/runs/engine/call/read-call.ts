import { ApiError } from '../../../core/base/errors.ts'
import { runAtOnce } from '../../../core/base/run-in-slices.ts'
import { callHints, callRefusals } from '../../../core/features/calls/refusals.ts'
import { parseBody } from '../../../core/model/parse-body.ts'
import type { Item, NodeItem } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { FileDescription, InstanceAccess } from '../../nodes/tools/node-context.ts'
import {
  type Form,
  formSteps,
  MAX_PARTS,
  MULTIPART,
  textSteps,
  type Unreadable,
  UnreadableBody,
  URL_ENCODED,
  xmlSteps,
} from './call-body.ts'
import { formFieldsOf, formItem } from './form-fields.ts'

/** A call as the serving thread has it: its body is read by the worker that runs the workflow. */
export interface SentCall {
  /** `form` where a form was sent: its fields go by the node. */
  kind: 'webhook' | 'form'
  /** `undefined` without a body. A buffer, since Deno visits each byte of an array in a message. */
  body: ArrayBuffer | undefined
  /** The `Content-Type` as it was sent, and without its parameters. */
  contentType: string
  mediaType: string | undefined
  /** How many keys and list items JSON may have. */
  maxValues: number
  /** Whether the body is stored as it was sent, too. */
  isRaw: boolean
  /** What the node calls files. */
  fileName: unknown
  /** What the item says beside its body. */
  fields: Item
}

/** The fields that stand after the body in an item of a webhook. */
const AFTER_BODY = ['webhookUrl', 'executionMode', 'jwtPayload']

type AddFile = InstanceAccess['addFile']

/**
 * What the trigger puts out for a call.
 *
 * @throws ApiError 400, 413 where the body cannot be read, 422 where it is no JSON
 */
export async function readCall(call: SentCall, node: Node, addFile: AddFile): Promise<NodeItem> {
  try {
    return call.kind === 'form' ? await readForm(call, node, addFile) : await readWebhookCall(call, addFile)
  } catch (error) {
    throw error instanceof UnreadableBody ? REFUSALS[error.why](error) : error
  }
}

const REFUSALS: Record<Unreadable, (cause: UnreadableBody) => ApiError> = {
  boundary: cause => callRefusals.callFormBoundaryMissing().with({ cause }),
  form: cause => callRefusals.callFormInvalid().with({ cause }),
  parts: cause => callRefusals.callFormPartsTooMany(MAX_PARTS).with({ cause }),
  xml: cause => callRefusals.callBodyMalformed().with({ description: cause.message, cause }),
}

async function readForm({ body, contentType, fields }: SentCall, node: Node, addFile: AddFile) {
  const sent = runAtOnce(formSteps(new Uint8Array(body ?? new ArrayBuffer(0)), contentType))
  const { json, binary } = await formItem(formFieldsOf(node), sent, addFile)
  return { json: { ...json, ...fields }, ...withoutNone(binary) }
}

async function readWebhookCall(call: SentCall, addFile: AddFile): Promise<NodeItem> {
  const { body, binary } = await readBody(call, addFile)
  const fields = Object.entries(call.fields)
  const before = fields.filter(([name]) => !AFTER_BODY.includes(name))
  const after = fields.filter(([name]) => AFTER_BODY.includes(name))
  return { json: { ...Object.fromEntries(before), body, ...Object.fromEntries(after) }, ...withoutNone(binary) }
}

const withoutNone = (binary: Record<string, unknown> = {}) => (Object.keys(binary).length > 0 ? { binary } : {})

interface Body {
  body: unknown
  binary?: Record<string, unknown>
}

async function readBody(call: SentCall, addFile: AddFile): Promise<Body> {
  const { contentType, mediaType, isRaw, fileName, maxValues } = call
  if (!call.body) return { body: {} }
  const bytes = new Uint8Array(call.body)
  const raw = isRaw ? { binary: { data: rawFile(bytes, mediaType) } } : {}
  switch (mediaType) {
    case MULTIPART: {
      const sent = runAtOnce(formSteps(bytes, contentType))
      return { body: fieldsByName(sent), binary: await filesByName(sent, addFile, fileName) }
    }
    case URL_ENCODED:
      return { body: fieldsByName(runAtOnce(formSteps(bytes, contentType))) }
    case undefined:
    case 'application/json': {
      const json = readJson(bytes, maxValues)
      return json ? { body: json.value ?? {}, ...raw } : { body: {} }
    }
    case 'text/plain':
      return { body: runAtOnce(textSteps(bytes)), ...raw }
  }
  if (mediaType.endsWith('/xml') || mediaType.endsWith('+xml')) {
    return { body: runAtOnce(xmlSteps(runAtOnce(textSteps(bytes)))), ...raw }
  }
  if (isRaw) return { body: {}, ...raw }
  const name = typeof fileName === 'string' && fileName !== '' ? fileName : 'data'
  return { body: {}, binary: { [name]: await addFile({ bytes, type: mediaType, name: undefined }) } }
}

const rawFile = (bytes: Uint8Array, type = 'application/json') => ({
  data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  mimeType: type,
})

function readJson(bytes: Uint8Array, maxValues: number) {
  try {
    return parseBody(bytes, maxValues)
  } catch (error) {
    if (!(error instanceof ApiError && error.cause instanceof SyntaxError)) throw error
    throw callRefusals.callBodyMalformed().with({ description: hintOf(error.message), cause: error })
  }
}

/** In the words of the service, as far as the place is known. */
function hintOf(message: string): string {
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(message) ?? []
  return line === undefined || column === undefined ? callHints.bodyEnds : callHints.bodyInvalid(line, column)
}

/** The fields by their names; those that come several times as a list. Files are left out. */
function fieldsByName(sent: Form): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of sent) {
    if (typeof value !== 'string') continue
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(Array.from(fields, ([name, values]) => [name, values.length > 1 ? values : values[0]]))
}

/** Files by the names of their fields, or, where the node names them, by that name and a number. */
async function filesByName(sent: Form, addFile: AddFile, prefix: unknown) {
  const named: [string, FileDescription][] = []
  const counts = new Map<string, number>()
  const isNamed = typeof prefix === 'string' && prefix !== ''
  const repeats = countsOf(sent.map(([name]) => name))
  for (const [name, value] of sent) {
    if (typeof value === 'string') continue
    const key = isNamed ? prefix : name
    const at = counts.get(key) ?? 0
    counts.set(key, at + 1)
    const file = await addFile({
      bytes: value.bytes,
      type: value.mimetype || 'application/octet-stream',
      name: value.filename,
    })
    named.push([isNamed || Number(repeats.get(name)) > 1 ? `${key}${at}` : key, file])
  }
  return Object.fromEntries(named)
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
