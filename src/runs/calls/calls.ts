import { ApiError, unsupportedMediaType } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { oneAtATime } from '../../core/base/one-at-a-time.ts'
import { pause, runAtOnce, runInSlices } from '../../core/base/run-in-slices.ts'
import { callHints, callRefusals } from '../../core/features/calls/refusals.ts'
import { MAX_BODY_BYTES, mediaTypeOf, readJson, receive } from '../../core/http/body.ts'
import { pathOf } from '../../core/http/path.ts'
import type { CallFiles } from '../schedules/files.ts'
import type { Item } from '../schedules/item.ts'
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
  if (type === 'text/plain') return { body: await parsed(textSteps(bytes), bytes), ...raw }
  if (type.endsWith('/xml') || type.endsWith('+xml')) {
    return { body: await parsed(xmlBodySteps(bytes), bytes), ...raw }
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
const MAX_NUMBERED = 20
const MAX_PARAMETERS = 1000

/** The query of a call: repeated names and `b[]` are lists, `c[k]` is an object. */
export function queryOf(search: string): Item {
  const query: Item = {}
  let count = 0
  for (const [name, value] of new URLSearchParams(search)) {
    if (++count > MAX_PARAMETERS) break
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
  const isNumber = /^\d+$/.test(next) && Number(next) < MAX_NUMBERED
  if ((next === '' || isNumber) && rest.length === 1 && (known === undefined || Array.isArray(known))) {
    into[key] = [...((known as unknown[] | undefined) ?? []), value]
    return
  }
  const inner = isRecord(known) ? known : {}
  into[key] = inner
  setAt(inner, rest, value)
}

const isForm = (type: string | undefined) => type === MULTIPART || type === URL_ENCODED

/**
 * The fields of a form that was sent.
 *
 * @throws ApiError 400 where it cannot be read, 413 over a limit, 415 where it is no form
 */
export async function readForm(request: Request): Promise<Form> {
  const type = mediaTypeOf(request.headers)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!isForm(type)) throw unsupportedMediaType(type)
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  const bytes = await receive(request, MAX_BODY_BYTES)
  return parsed(formSteps(bytes, request.headers.get('content-type') ?? ''), bytes)
}

function* xmlBodySteps(bytes: Uint8Array) {
  return yield* xmlSteps(yield* textSteps(bytes))
}

/** Bodies that take long to read are read one at a time, with pauses in which others are served. */
const LARGE_BYTES = 64 * 1024
const inTurn = oneAtATime()

/** @throws ApiError where the body cannot be read */
async function parsed<T>(steps: Generator<unknown, T>, { length }: Uint8Array): Promise<T> {
  try {
    if (length < LARGE_BYTES) return runAtOnce(steps)
    return await inTurn(async () => {
      await pause()
      return runInSlices(steps)
    })
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
function filesByName(sent: Form, files: CallFiles, prefix: unknown) {
  const named: [string, unknown][] = []
  const counts = new Map<string, number>()
  const isNamed = typeof prefix === 'string' && prefix !== ''
  const repeats = countsOf(sent.map(([name]) => name))
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
    named.push([isNamed || Number(repeats.get(name)) > 1 ? `${key}${at}` : key, file])
  }
  return Object.fromEntries(named)
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
