import { isRecord } from '../../../core/base/is-record.ts'
import { storedBytes } from './binary-file.ts'
import type { BuiltRequest } from './http-built-request.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

const NO_STREAM = 'source.on is not a function'

/**
 * The value of a field of a form of several parts; nothing is written as its name.
 *
 * @throws NodeFailure from version 4.2 on for a list or an object, which a form cannot have there
 */
export function partOf(value: unknown, typeVersion: number): unknown {
  if (value === undefined || value === null) return String(value)
  if (typeVersion < 4.2 || typeof value !== 'object') return value
  throw new NodeFailure(Array.isArray(value) ? 'Arrays are not supported.' : NO_STREAM)
}

/** Why a form of several parts cannot be sent: only texts, numbers and files can be written. */
export function unwritablePart(
  { body, encoding, files = {} }: BuiltRequest,
  isRedirected: boolean,
): string | undefined {
  if (encoding !== 'multipart') return undefined
  for (const [name, value] of fieldsOf(body)) {
    if (Object.hasOwn(files, name)) continue
    for (const part of Array.isArray(value) ? value : [value]) {
      if (typeof part === 'object' && part !== null) return NO_STREAM
      if (typeof part !== 'boolean') continue
      if (isRedirected) return 'data should be a string, Buffer or Uint8Array'
      return `The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type boolean (${part})`
    }
  }
  return undefined
}

/** The bytes of a form of several parts, and its content type. */
export async function multipart(context: NodeContext, itemIndex: number, { body, files = {} }: BuiltRequest) {
  const form = new FormData()
  for (const [name, value] of fieldsOf(body)) {
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (!file) for (const part of Array.isArray(value) ? value : [value]) form.append(name, String(part))
    else {
      const bytes = await storedBytes(context, itemIndex, name, file)
      const part = new Blob([new Uint8Array(bytes)], { type: String(file.mimeType ?? '') })
      form.append(name, part, String(file.fileName ?? name))
    }
  }
  const written = new Response(form)
  const type = written.headers.get('content-type') ?? 'multipart/form-data'
  const bytes = new Uint8Array(await written.arrayBuffer())
  // the service ends no form that it did not begin
  return { body: [...form.keys()].length === 0 ? new Uint8Array() : bytes, type }
}

const fieldsOf = (body: unknown): [string, unknown][] => (isRecord(body) ? Object.entries(body) : [])
