import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { once } from '../base/once.ts'
import { matches, takesGzip } from './reply.ts'

/** A text that is sent as it is: what it says, its type, and the headers that go with it. */
export interface Served {
  text: string
  type: string
  headers?: Record<string, string>
}

export const HTML = 'text/html; charset=utf-8'
export const SCRIPT = 'text/javascript; charset=utf-8'
export const STYLESHEET = 'text/css; charset=utf-8'

/** Answers with a text that is made at the first request and cached: packed once, 304 where the client has it. */
export function servedText(make: () => Served | Promise<Served>): (request: Request) => Promise<Response> {
  const prepared = once(() => prepare(make))
  return async request => respondWith(await prepared(), request)
}

interface Prepared {
  plain: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
}

async function prepare(make: () => Served | Promise<Served>): Promise<Prepared> {
  const { text, type, headers } = await make()
  const plain = new TextEncoder().encode(text)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const always = { 'cache-control': 'no-cache', ...headers, etag, vary: 'Accept-Encoding', 'content-type': type }
  return {
    plain,
    packed: new Uint8Array(await promisify(gzip)(plain)),
    etag,
    headers: { ...always, 'x-content-type-options': 'nosniff' },
  }
}

function respondWith({ plain, packed, etag, headers }: Prepared, request: Request): Response {
  const given = request.headers.get('if-none-match')
  if (given !== null && matches(given, etag)) return new Response(null, { status: 304, headers })
  return takesGzip(request)
    ? new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(plain, { headers })
}
