import { ApiError, unsupportedMediaType } from '../base/errors.ts'
import { isRecord } from '../base/is-record.ts'
import { MAX_BODY_BYTES, mediaTypeOf, readJson, receive } from '../http/body.ts'
import { pathOf } from '../http/request.ts'
import type { CallFiles } from './files.ts'
import type { Item } from './item.ts'
import { callHints, callRefusals } from './refusals.ts'
import { readXml } from './xml.ts'

/** What a call says: its fields, and its files by the names that the item gives them. */
export interface Call {
  json: Item
  binary?: Record<string, unknown>
}

export interface CallOptions {
  /** Names of headers whose values are not stored. */
  secret: readonly string[]
  /** The address under which the webhook is registered. */
  webhookUrl: string
  /** The options of the webhook node. */
  options: Record<string, unknown>
  files: CallFiles
}

const MULTIPART = 'multipart/form-data'
const URL_ENCODED = 'application/x-www-form-urlencoded'
/** A form of more parts is sent to cost time. */
const MOST_PARTS = 1000

/**
 * What a webhook's trigger puts out for a call, but for the parts of its path: headers, query, body, files.
 *
 * @throws ApiError 400, 413, 415 where the body cannot be read, 422 where it is no JSON
 */
export async function readCall(request: Request, { secret, webhookUrl, options, files }: CallOptions): Promise<Call> {
  const { search } = pathOf(request.url)
  const { body, binary } = await readBody(request, options, files)
  const json = {
    headers: headersOf(
      request,
      secret.map(name => name.toLowerCase()),
    ),
    params: {},
    query: queryOf(search),
    body,
    webhookUrl,
    executionMode: 'production',
  }
  return { json, ...(binary && Object.keys(binary).length > 0 ? { binary } : {}) }
}

const headersOf = ({ headers }: Request, secret: readonly string[]) =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [name, secret.includes(name) ? '(not kept)' : value]))

interface Body {
  body: unknown
  binary?: Record<string, unknown>
}

async function readBody(request: Request, options: Record<string, unknown>, files: CallFiles): Promise<Body> {
  const type = mediaTypeOf(request.headers)
  if (request.body === null || request.headers.get('content-length') === '0') return { body: {} }
  const isRaw = options.rawBody === true
  if (type === MULTIPART) {
    const sent = await readForm(request)
    return { body: fieldsByName(sent), binary: filesByName(sent, files, options.binaryPropertyName) }
  }
  if (type === undefined || type === 'application/json') {
    const json = await readJsonBody(request)
    const raw = isRaw && json ? { binary: { data: rawFile(new TextEncoder().encode(json.text), type) } } : {}
    return { body: json?.value ?? {}, ...raw }
  }
  if (type === URL_ENCODED) return { body: fieldsByName(await readForm(request)) }
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  const bytes = await receive(request, MAX_BODY_BYTES)
  const raw = isRaw ? { binary: { data: rawFile(bytes, type) } } : {}
  if (type === 'text/plain') return { body: new TextDecoder().decode(bytes), ...raw }
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) {
    return { body: readXml(new TextDecoder().decode(bytes)) ?? {}, ...raw }
  }
  if (isRaw) return { body: {}, ...raw }
  const name = nameOr(options.binaryPropertyName, 'data')
  return { body: {}, binary: { [name]: files.add({ bytes, type, name: undefined }) } }
}

const nameOr = (given: unknown, other: string) => (typeof given === 'string' && given !== '' ? given : other)

const rawFile = (bytes: Uint8Array, type = 'application/json') => ({
  data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  mimeType: type,
})

async function readJsonBody(request: Request) {
  try {
    return await readJson(request)
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

/** How deep the names of a query may nest, and how many values a list may have that is given by numbers. */
const DEEPEST = 5
const MOST_NUMBERED = 20
const MOST_PARAMETERS = 1000

/** The query of a call: repeated names and `b[]` are lists, `c[k]` is an object. */
export function queryOf(search: string): Item {
  const query: Item = {}
  let count = 0
  for (const [name, value] of new URLSearchParams(search)) {
    if (++count > MOST_PARAMETERS) break
    const open = name.indexOf('[')
    const keys = open <= 0 ? [name] : keysOf(name, open)
    if (!keys.some(key => key === '__proto__' || Object.hasOwn(Object.prototype, key))) setAt(query, keys, value)
  }
  return query
}

function keysOf(name: string, open: number): string[] {
  const rest = name.slice(open)
  const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)
  if (keys.length === 0) return [name]
  const kept = keys.slice(0, DEEPEST)
  return [name.slice(0, open), ...kept]
}

function setAt(into: Item, [key = '', ...rest]: string[], value: unknown): void {
  const known = Object.hasOwn(into, key) ? into[key] : undefined
  const [next] = rest
  if (next === undefined) {
    into[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
    return
  }
  const isNumber = /^\d+$/.test(next) && Number(next) < MOST_NUMBERED
  if ((next === '' || isNumber) && rest.length === 1 && (known === undefined || Array.isArray(known))) {
    into[key] = [...((known as unknown[] | undefined) ?? []), value]
    return
  }
  const inner = isRecord(known) ? known : {}
  into[key] = inner
  setAt(inner, rest, value)
}

/** A value that was sent in a form: text, or a file. */
export type Sent = string | { filename: string; mimetype: string; size: number; bytes: Uint8Array }

const isForm = (type: string | undefined) => type === MULTIPART || type === URL_ENCODED

/**
 * The fields of a form that was sent.
 *
 * @throws ApiError 400 where it cannot be read, 413 over a limit, 415 where it is no form
 */
export async function readForm(request: Request): Promise<[name: string, value: Sent][]> {
  const type = mediaTypeOf(request.headers)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!isForm(type)) throw unsupportedMediaType(type)
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  const bytes = await receive(request, MAX_BODY_BYTES)
  if (type === URL_ENCODED) {
    refuseMany(bytes, '&', MOST_PARTS - 1)
    return Array.from(new URLSearchParams(new TextDecoder().decode(bytes)))
  }
  const given = request.headers.get('content-type') ?? ''
  // one more closes the last part
  refuseMany(bytes, `--${boundaryOf(given)}`, MOST_PARTS + 1)
  const sent: [string, Sent][] = []
  for (const [name, value] of await formDataOf(bytes, given)) {
    if (typeof value === 'string') sent.push([name, value])
    else {
      const type = value.type.split(';', 1)[0] ?? ''
      sent.push([name, { filename: value.name, mimetype: type, size: value.size, bytes: await value.bytes() }])
    }
  }
  return sent
}

/** The fields by their names; those that come several times as a list. Files are left out. */
function fieldsByName(sent: [name: string, value: Sent][]): Record<string, unknown> {
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
function filesByName(sent: [name: string, value: Sent][], files: CallFiles, prefix: unknown) {
  const named: [string, unknown][] = []
  const counts = new Map<string, number>()
  const isNamed = typeof prefix === 'string' && prefix !== ''
  const several = new Set<string>()
  for (const [name, value] of sent)
    if (typeof value !== 'string' && sent.some(other => other[0] === name && other[1] !== value)) several.add(name)
  for (const [name, value] of sent) {
    if (typeof value === 'string') continue
    const key = isNamed ? prefix : name
    const at = counts.get(key) ?? 0
    counts.set(key, at + 1)
    const file = files.add({
      bytes: value.bytes,
      type: value.mimetype || 'application/octet-stream',
      name: value.filename,
    })
    named.push([isNamed || several.has(name) ? `${key}${at}` : key, file])
  }
  return Object.fromEntries(named)
}

function boundaryOf(type: string): string {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)?.slice(1).find(Boolean)
  if (boundary === undefined) throw callRefusals.callFormBoundaryMissing()
  return boundary
}

/** @param most the most separators, so that there is at most one part more */
function refuseMany(bytes: Uint8Array, separator: string, most: number) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(separator); at >= 0; at = buffer.indexOf(separator, at + 1)) {
    if (++count > most) throw callRefusals.callFormPartsTooMany(MOST_PARTS)
  }
}

async function formDataOf(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw callRefusals.callFormInvalid().with({ cause })
  }
}
