import { createHash } from 'node:crypto'

/** An answer on its way: its status and its JSON text. */
export interface Answer {
  status: number
  text: string
}

/** An answer that holds a value. */
export const answer = (value: unknown, status = 200): Answer => ({ status, text: JSON.stringify(value) })

const GZIP_FROM_BYTES = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** The answer as the service sends it: with a weak ETag, 304 where the client has it, gzip where the client takes it. */
export function respond(request: Request, { status, text }: Answer): Response {
  const etag = etagOf(text)
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD') && matches(request, etag)) {
    return new Response(null, { status: 304, headers: { etag, vary: 'Accept-Encoding' } })
  }
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, etag, vary: 'Accept-Encoding' }
  if (text.length < GZIP_FROM_BYTES || !takesGzip(request)) return new Response(text, { status, headers })
  headers['content-encoding'] = 'gzip'
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream, { status, headers })
}

function etagOf(text: string) {
  const hash = createHash('sha1').update(text).digest('base64').slice(0, 27)
  return `W/"${Buffer.byteLength(text).toString(16)}-${hash}"`
}

function matches(request: Request, etag: string) {
  const given = request.headers.get('if-none-match')
  if (!given) return false
  const bare = etag.slice(2)
  return given.trim() === '*' || given.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === bare)
}

function takesGzip(request: Request) {
  const accepted = request.headers.get('accept-encoding')
  return accepted !== null && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
}
