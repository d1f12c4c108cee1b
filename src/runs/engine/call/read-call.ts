import { ApiError } from '../../../core/base/errors.ts'
import { isRecord } from '../../../core/base/is-record.ts'
import { runAtOnce } from '../../../core/base/run-in-slices.ts'
import { callHints, callRefusals } from '../../../core/features/calls/refusals.ts'
import { parseBody } from '../../../core/model/parse-body.ts'
import type { Item, NodeItem } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { FileDescription, InstanceAccess } from '../../nodes/tools/node-context.ts'
import { withDefaults } from '../node-parameters.ts'
import {
  charsetOf,
  type Form,
  filesByField,
  formSteps,
  MAX_PARTS,
  MULTIPART,
  textSteps,
  textsByField,
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
    return call.kind === 'form' ? await readForm(call, node, addFile) : await readWebhookCall(call, node, addFile)
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

async function readForm({ body, contentType, fields, maxValues }: SentCall, node: Node, addFile: AddFile) {
  const sent = runAtOnce(formSteps(new Uint8Array(body ?? new ArrayBuffer(0)), contentType))
  const { json, binary } = await formItem(formFieldsOf(node), sent, addFile, maxValues)
  return { json: { ...json, ...fields }, ...withoutNone(binary) }
}

async function readWebhookCall(call: SentCall, node: Node, addFile: AddFile): Promise<NodeItem> {
  const { body, binary } = await readBody(call, node, addFile)
  const fields = Object.entries(call.fields)
  const before = fields.filter(([name]) => !AFTER_BODY.includes(name))
  const after = fields.filter(([name]) => AFTER_BODY.includes(name))
  const sent = body === undefined ? {} : { body }
  return { json: { ...Object.fromEntries(before), ...sent, ...Object.fromEntries(after) }, ...withoutNone(binary) }
}

const withoutNone = (binary: Record<string, unknown> = {}) => (Object.keys(binary).length > 0 ? { binary } : {})

interface Body {
  /** `undefined` where the item says nothing of it. */
  body: unknown
  binary?: Record<string, unknown>
}

/**
 * A body as the service's webhook node reads it. In its first version every body is read, and one of a type that it does
 * not know is lost; later such a body is a file.
 */
async function readBody(call: SentCall, node: Node, addFile: AddFile): Promise<Body> {
  const { contentType, mediaType } = call
  const { typeVersion, parameters } = withDefaults(node)
  const { binaryData, rawBody, binaryPropertyName } = recordOf(parameters?.options)
  const isFirst = Number(typeVersion ?? 1) === 1
  const bytes = new Uint8Array(call.body ?? new ArrayBuffer(0))
  const file = async () => {
    if (bytes.length === 0) return { body: {} }
    const type = mediaType ?? 'application/octet-stream'
    return {
      body: {},
      binary: { [String(binaryPropertyName ?? 'data')]: await addFile({ bytes, type, name: undefined }) },
    }
  }
  if (binaryData === true) return file()
  if (mediaType === MULTIPART) {
    if (bytes.length === 0) return { body: {} }
    const sent = runAtOnce(formSteps(bytes, contentType))
    return {
      body: Object.fromEntries(textsByField(sent)),
      binary: await filesByName(sent, addFile, binaryPropertyName),
    }
  }
  const isRead = isFirst || READ.test(mediaType ?? '') || XML.test(mediaType ?? '')
  const body = isRead && bytes.length > 0 ? readValue(bytes, call) : undefined
  if (rawBody === true) return { body, binary: { data: rawFile(bytes, mediaType) } }
  if (isFirst) return { body }
  return isRead ? { body: body || {} } : file()
}

const XML = /[/+]xml$/
/** The types of bodies that later versions of the node read, beside XML. */
const READ = /^(?:application\/json|text\/plain|application\/x-www-form-urlencoded)/

/** What a body of a known type says; `undefined` of another type. */
function readValue(sent: Uint8Array, { contentType, mediaType = '', maxValues }: SentCall): unknown {
  const bytes = inUtf8(sent, contentType)
  if (mediaType === 'application/json') return readJson(withoutMark(bytes), maxValues)?.value
  if (mediaType === URL_ENCODED)
    return Object.fromEntries(textsByField(runAtOnce(formSteps(withoutMark(bytes), mediaType))))
  if (mediaType === 'text/plain') return runAtOnce(textSteps(bytes))
  return XML.test(mediaType) ? runAtOnce(xmlSteps(runAtOnce(textSteps(bytes)))) : undefined
}

/** The bytes of a text in UTF-8, whatever its charset. */
function inUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const charset = charsetOf(contentType)
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return bytes
  if (!Buffer.isEncoding(charset)) {
    throw callRefusals.callBodyMalformed().with({ description: callHints.encodingUnknown(charset) })
  }
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(charset))
}

const MARK = [0xef, 0xbb, 0xbf]

const withoutMark = (bytes: Uint8Array) => (MARK.every((byte, at) => bytes[at] === byte) ? bytes.subarray(3) : bytes)

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

/** Files by the names of their fields, several of one name with a number, or by the name that the node gives them. */
async function filesByName(sent: Form, addFile: AddFile, prefix: unknown) {
  const named: [string, FileDescription][] = []
  for (const [field, files] of filesByField(sent)) {
    for (const [at, { bytes, mimetype, filename }] of files.entries()) {
      const bare = field.replace(/\[\]$/, '')
      const number = files.length > 1 ? at : ''
      const own = bare.trim() === '' ? `data${named.length}` : `${bare}${number}`
      const key = prefix ? `${prefix}${named.length}` : own
      named.push([key, await addFile({ bytes, type: mimetype, name: filename })])
    }
  }
  return Object.fromEntries(named)
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
