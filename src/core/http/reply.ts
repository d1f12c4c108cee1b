import { digest } from '../base/digest.ts'
import { jsonOf } from '../base/raw-json.ts'
import { giveWay } from '../base/run-in-slices.ts'
import { headerIn, type SendableHeaders, sendableHeaders, wholeResponse } from '../runtime/whole-body.ts'

/** A reply on its way: its status and its JSON, as text or in UTF-8. */
export interface Reply {
  status: number
  body: string | Uint8Array<ArrayBuffer> | Blob
  /** What its blob was put together from. The parts are shared with other replies, so a cache of them takes less memory. */
  parts?: Uint8Array<ArrayBuffer>[]
  /** Its media type; JSON where left out. */
  type?: string
  /** The cursor of the page after a list's. */
  nextCursor?: string | null
  /** The 27 characters of its ETag; needed where it is not text. */
  etag?: string
  /** After this number of seconds it may be another one. */
  retryAfter?: number | undefined
  /** Its headers, once they are made: a reply may be sent many times. */
  headers?: SendableHeaders
  /** Whether its body is packed already, and is sent as it is. */
  isPacked?: boolean
  /** How many bytes its body has, once they are counted. */
  bytes?: number
}

/** A reply that holds a value. */
export const reply = (value: unknown, status = 200): Reply => ({ status, body: jsonOf(value) })

/** A response without a body. */
export const noContent = (status = 204): Reply => ({ status, body: '' })

/** Changes a reply before it is sent. */
export type Rewrite = (reply: Reply, request: Request) => Promise<Reply>

/** Sends a reply, changed where that is wanted, and notes what was sent. */
export function sendReply(
  request: Request,
  made: Reply,
  record: { reply?: Reply } | undefined,
  rewrite: Rewrite | undefined,
): Response | Promise<Response> {
  const send = (reply: Reply) => {
    if (record) record.reply = reply
    return respond(request, reply)
  }
  return rewrite ? rewrite(made, request).then(send) : send(made)
}

const GZIP_FROM_BYTES = 1024
const JSON_TYPE = 'application/json; charset=utf-8'
const VARY = 'Accept-Encoding'

/** The reply as the service sends it: with a weak ETag, 304 where the client has it, gzip where the client takes it. */
export function respond(request: Request, reply: Reply): Response {
  const { status, body } = reply
  if (body === '') return new Response(null, { status })
  reply.headers ??= headersOf(reply)
  const { headers } = reply
  const given = status === 200 ? request.headers.get('if-none-match') : null
  if (given !== null && request.method === 'GET') {
    const etag = headerIn(headers, 'etag') ?? ''
    if (matches(given, etag)) return new Response(null, { status: 304, headers: { etag } })
  }
  if (reply.isPacked || sizeOf(reply) < GZIP_FROM_BYTES || !takesGzip(request)) {
    return body instanceof Blob ? new Response(body, { status, headers }) : wholeResponse(body, { status, headers })
  }
  const stream = bytesFor(reply).pipeThrough(new CompressionStream('gzip'))
  const response = new Response(stream, { status, headers })
  response.headers.set('content-encoding', 'gzip')
  return response
}

/** Packing more than this would keep others waiting. */
const PACED_FROM_BYTES = 1024 * 1024

/** What is to be packed; of a large body with pauses in which others are served. */
function bytesFor(reply: Reply): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new Blob([reply.body]).stream()
  if (sizeOf(reply) < PACED_FROM_BYTES) return bytes
  return bytes.pipeThrough(
    new TransformStream({
      async transform(piece, controller) {
        await giveWay()
        controller.enqueue(piece)
      },
    }),
  )
}

/** Bytes. */
export function sizeOf(reply: Reply): number {
  reply.bytes ??= bytesOf(reply.body)
  return reply.bytes
}

function bytesOf(body: Reply['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Blob ? body.size : body.length
}

function headersOf(reply: Reply): SendableHeaders {
  const { body, type = JSON_TYPE, etag: tag = digest(String(body)), retryAfter } = reply
  const etag = `W/"${sizeOf(reply).toString(16)}-${tag}"`
  return sendableHeaders({
    'content-type': type,
    etag,
    vary: VARY,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  })
}

/** Whether an `If-None-Match` names this ETag, weak or not. */
export function matches(given: string, etag: string) {
  const bare = etag.replace(/^W\//, '')
  return given.trim() === '*' || given.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === bare)
}

export function takesGzip(request: Request) {
  const accepted = request.headers.get('accept-encoding')
  return accepted !== null && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
}
