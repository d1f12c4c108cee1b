import { hash } from 'node:crypto'

/** An answer on its way: its status and its JSON, as text or in UTF-8. */
export interface Answer {
  status: number
  body: string | Uint8Array<ArrayBuffer> | Blob
  /** The cursor of the page after a list's. */
  nextCursor?: string | null
  /** The 27 characters of its ETag; needed where it is not text. */
  tag?: string
  /** Its headers, once they are made: an answer may be sent many times, and a response copies `Headers` soonest. */
  headers?: Headers
}

/** An answer that holds a value. */
export const answer = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) })

/** The page of a list, in its envelope (reference 2.8). */
export const pageAnswer = (data: readonly unknown[], nextCursor: string | null): Answer => ({
  ...answer({ data, nextCursor }),
  nextCursor,
})

const GZIP_FROM_BYTES = 1024
const JSON_TYPE = 'application/json; charset=utf-8'
const VARY = 'Accept-Encoding'

/** The answer as the service sends it: with a weak ETag, 304 where the client has it, gzip where the client takes it. */
export function respond(request: Request, answer: Answer): Response {
  const { status, body } = answer
  answer.headers ??= headersOf(answer)
  const { headers } = answer
  const given = status === 200 ? request.headers.get('if-none-match') : null
  if (given !== null && request.method === 'GET') {
    const etag = headers.get('etag') ?? ''
    if (matches(given, etag)) return new Response(null, { status: 304, headers: { etag, vary: VARY } })
  }
  if (!takesGzip(request) || sizeOf(answer) < GZIP_FROM_BYTES) return new Response(body, { status, headers })
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  const response = new Response(stream, { status, headers })
  response.headers.set('content-encoding', 'gzip')
  return response
}

/** Bytes. */
export function sizeOf({ body }: Answer): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Blob ? body.size : body.length
}

function headersOf(answer: Answer): Headers {
  const { body, tag = digest(String(body)) } = answer
  const etag = `W/"${sizeOf(answer).toString(16)}-${tag}"`
  return new Headers({ 'content-type': JSON_TYPE, etag, vary: VARY })
}

/** 27 characters that stand for a text, as the real service's ETags have them. */
export const digest = (text: string) => hash('sha1', text, 'base64').slice(0, 27)

function matches(given: string, etag: string) {
  const bare = etag.slice(2)
  return given.trim() === '*' || given.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === bare)
}

function takesGzip(request: Request) {
  const accepted = request.headers.get('accept-encoding')
  return accepted !== null && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
}
