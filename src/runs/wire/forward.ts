import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { AnswerHeaders, WireAnswer, WireRequest } from '../nodes/tools/http-mock.ts'
import { type ForwardTarget, isLoopback, withoutBrackets } from './forward-target.ts'
import {
  ANSWER_LIMIT_MS,
  AnswerTooLarge,
  headersIn,
  MAX_ANSWER_BYTES,
  MAX_REQUEST_BYTES,
  withinTime,
} from './limits.ts'

/** Headers of one connection, and those that are set here: what a node names in them never leaves. */
const NOT_FORWARDED =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/

type ResolveName = (host: string) => Promise<{ address: string; family: number }[]>

/**
 * Sends a request to the target of a forward, and nowhere else: redirects are answers, no proxy is used, a name is
 * resolved once, and the connection goes to the address that was checked.
 */
export async function forwardRequest(
  given: WireRequest,
  target: ForwardTarget,
  resolveName: ResolveName = host => lookup(host, { all: true }),
): Promise<WireAnswer> {
  const { base, isNamed } = target
  const { url, headers } = isNamed ? given : given.masked
  const to = targetOf(url, base)
  // secrets in an address are shown nowhere
  const shown = targetOf(given.masked.url, base).href
  try {
    const body = isNamed ? given.body : (given.masked.body ?? given.body)
    if ((body?.byteLength ?? 0) > MAX_REQUEST_BYTES)
      throw new Error(`A request that is forwarded has at most ${MAX_REQUEST_BYTES / 1024 / 1024} MB`)
    const address = await addressOf(withoutBrackets(base.hostname), isNamed, resolveName)
    const sent = {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name.toLowerCase()))),
      host: to.host,
      'x-forwarded-host': new URL(url).host,
      'accept-encoding': 'gzip, deflate, br',
      ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }),
    }
    const answer = await withinTime(ANSWER_LIMIT_MS, `The answer of ${base.origin}`, () =>
      exchange(to, address, { method: given.method, headers: sent, body }),
    )
    return { ...answer, to: shown }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
    return { failure: { message: `forwarded to ${base.origin}: ${message}`, code }, to: shown }
  }
}

/** The same path and query at the target. */
function targetOf(url: string, base: URL): URL {
  const { pathname, search } = new URL(url)
  const to = new URL(base)
  to.pathname = base.pathname.replace(/\/$/, '') + pathname
  to.search = search
  return to
}

/** The one address that is connected to. @throws Error where a name that must be this machine is another one */
async function addressOf(host: string, isNamed: boolean, resolveName: ResolveName): Promise<string> {
  if (isIP(host)) return host
  const found = await resolveName(host)
  const usable = isNamed ? found : found.filter(({ address }) => isLoopback(address))
  // an app listens on the IPv4 address more often
  const [first] = usable.sort((one, other) => one.family - other.family)
  if (!first) throw new Error(`${host} is not an address of this machine`)
  return first.address
}

interface Sent {
  method: string
  headers: Record<string, string>
  body: Uint8Array | undefined
}

/** One request over one connection. */
function exchange(
  { protocol, port, hostname, pathname, search }: URL,
  address: string,
  { method, headers, body }: Sent,
) {
  return new Promise<Received>((resolve, reject) => {
    const isTls = protocol === 'https:'
    const name = withoutBrackets(hostname)
    const options = {
      host: address,
      port: port === '' ? (isTls ? 443 : 80) : Number(port),
      path: pathname + search,
      method,
      headers,
      // an agent of its own: the usual one may have a proxy
      agent: isTls ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(isTls && !isIP(name) ? { servername: name } : {}),
    }
    const request = (isTls ? https : http).request(options, response => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > MAX_ANSWER_BYTES) request.destroy(new AnswerTooLarge())
        else parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () => {
        const pairs = response.rawHeaders.flatMap((name, at, all) =>
          at % 2 === 0 ? [[name, all[at + 1] ?? ''] as const] : [],
        )
        unpacked(Buffer.concat(parts), headersIn(pairs)).then(
          answer => resolve({ status: response.statusCode ?? 0, ...answer }),
          reject,
        )
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

interface Received {
  status: number
  headers: AnswerHeaders
  bytes: Uint8Array
}

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

async function unpacked(packed: Buffer, headers: AnswerHeaders): Promise<Omit<Received, 'status'>> {
  const { 'content-encoding': encoding, 'content-length': _, ...rest } = headers
  const unpack = encoding === undefined ? undefined : UNPACK[encoding.toLowerCase() as keyof typeof UNPACK]
  if (!unpack || packed.byteLength === 0) return { headers, bytes: new Uint8Array(packed) }
  const bytes = await unpack(packed, { maxOutputLength: MAX_ANSWER_BYTES })
  return { headers: rest as AnswerHeaders, bytes: new Uint8Array(bytes) }
}
