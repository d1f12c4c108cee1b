import { unsupportedMediaType } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { giveWay } from '../../core/base/run-in-slices.ts'
import { headerFieldsOf } from '../../core/base/sent-headers.ts'
import { BYTES_A_VALUE, MAX_BODY_BYTES, mediaTypeOf, receive, receiveUnpacked } from '../../core/http/body.ts'
import { pathOf } from '../../core/http/path.ts'
import { bufferOf } from '../engine/call/make-reply.ts'
import type { SentCall } from '../engine/call/read-call.ts'
import type { Item } from '../schedules/item.ts'

export interface CallOptions {
  /** Names of headers whose values are not stored. */
  secret: readonly string[]
  /** The address under which the webhook is registered. */
  webhookUrl: string
}

/**
 * A call as it is sent to the worker that runs the workflow: headers and query, and the body as bytes.
 *
 * @throws ApiError 400, 408, 413, 415 where the body does not come
 */
export async function receiveCall(request: Request, { secret, webhookUrl }: CallOptions): Promise<SentCall> {
  const { search } = pathOf(request.url)
  return {
    kind: 'webhook',
    ...(await receiveBody(request)),
    fields: {
      headers: shownHeaders(request, secret),
      params: {},
      query: queryOf(search),
      webhookUrl,
      executionMode: 'production',
    },
  }
}

/** A form as it is sent to the worker. @throws ApiError 400, 408, 413, 415 where it does not come */
export async function receiveForm(request: Request, fields: Item): Promise<SentCall> {
  return { kind: 'form', ...(await receiveBody(request)), fields }
}

/** The headers of a call, without the values of those that are secret. */
export function shownHeaders(request: Request, secret: readonly string[]): Item {
  const hidden = secret.map(name => name.toLowerCase())
  return Object.fromEntries(
    headerFieldsOf(request).map(([name, value]) => [name, hidden.includes(name) ? '(not kept)' : value]),
  )
}

async function receiveBody(request: Request) {
  const { headers } = request
  const mediaType = mediaTypeOf(headers)
  const body = hasBody(request) ? bufferOf(await bytesOf(request, mediaType)) : undefined
  // calls that come together each begin with a look at a workflow of any size
  await giveWay()
  return {
    body,
    contentType: headers.get('content-type') ?? '',
    mediaType,
    maxValues: MAX_BODY_BYTES / BYTES_A_VALUE,
  }
}

/** A length is looked at first: to ask for the body makes a stream of it. */
function hasBody(request: Request): boolean {
  const length = request.headers.get('content-length')
  return length === null ? request.body !== null : length !== '0'
}

/** Of bodies, JSON alone may come packed. */
function bytesOf(request: Request, mediaType: string | undefined): Promise<Uint8Array> {
  if (mediaType === undefined || mediaType === 'application/json') return receiveUnpacked(request, MAX_BODY_BYTES)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  return receive(request, MAX_BODY_BYTES)
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
    if (name === '') continue
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
