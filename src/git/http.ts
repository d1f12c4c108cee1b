import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { isSoundPack } from './pack.ts'
import { endsWithFlush, isEmptyRepository, packIn, withHead, withThinPack } from './pkt-lines.ts'
import { emptyRepository, RemoteError } from './remote-error.ts'

export interface HttpOptions {
  /** The repository, without a trailing slash. */
  url: string
  username?: string
  token?: string
  signal: AbortSignal
  /** Milliseconds without a byte after which the remote counts as unreachable. */
  patience: number
}

const REFS = '/info/refs?service=git-upload-pack'
const MAX_ANSWER_BYTES = 512 * 1024 * 1024
const MAX_REDIRECTS = 5

/**
 * The HTTP that isomorphic-git speaks through, for one pull. It alone knows the token, and sends it to the configured
 * host only. An answer is read to its end before anything in it is believed: one that breaks off changes nothing. The
 * list of refs is asked for once.
 */
export function createHttpClient(options: HttpOptions): HttpClient {
  const { url } = options
  let base = url
  let refs: Uint8Array | undefined

  return {
    async request({ url: asked, method = 'GET', headers = {}, body }: GitHttpRequest) {
      if (method === 'GET' && refs) return replyOf(asked, 'advertisement', refs)
      const sent = refs && body ? withThinPack(await join(body), refs) : undefined
      const answer = await follow(asked.slice(url.length), { method, headers, body: sent })
      if (answer.status !== 200) throw refusal(answer.status, url)
      const kind = /^application\/x-git-upload-pack-(advertisement|result)/.exec(answer.type)?.[1]
      if (!kind) throw new RemoteError('not-a-repository', `${url} does not speak git's smart HTTP protocol`)
      if (!endsWithFlush(answer.bytes)) throw brokenOff(url)
      if (method !== 'GET') {
        if (await isSoundPack(packIn(answer.bytes))) return replyOf(asked, kind, answer.bytes)
        throw new RemoteError('broken', `${url} did not send the branch, or what it sent was damaged on the way`)
      }
      if (isEmptyRepository(answer.bytes)) throw emptyRepository(url)
      refs = withHead(answer.bytes)
      return replyOf(asked, kind, refs)
    },
  }

  /** Sends the request to where the repository has moved to, if it has. */
  async function follow(path: string, sent: Sent) {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await send(base + path, sent, options)
      if (!answer.location) return answer
      const target = URL.parse(answer.location, base + path)
      const secure = target?.protocol === 'https:' || target?.protocol === new URL(base).protocol
      if (sent.method !== 'GET' || !secure || !target?.href.endsWith(REFS)) break
      base = target.href.slice(0, -REFS.length)
    }
    throw new RemoteError('not-a-repository', `${url} redirects to something that is not a git repository`)
  }
}

interface Sent {
  method: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | undefined
}

async function send(target: string, { method, headers, body }: Sent, options: HttpOptions) {
  const { url, signal, patience } = options
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(), patience)
  let answering = false
  try {
    const response = await fetch(target, {
      method,
      headers: { ...headers, ...authorization(target, options) },
      body: body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([signal, idle.signal]),
    })
    answering = true
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), patience)
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) throw new RemoteError('broken', `${url} sends more than ${MAX_ANSWER_BYTES} bytes`)
    }
    const redirected = response.status >= 300 && response.status < 400
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      location: redirected ? response.headers.get('location') : null,
      bytes: Buffer.concat(chunks),
    }
  } catch (error) {
    if (error instanceof RemoteError) throw error
    signal.throwIfAborted()
    if (idle.signal.aborted) {
      throw new RemoteError('unreachable', `${url} was silent for ${patience / 1000} s; the pull was given up`)
    }
    throw answering ? brokenOff(url) : unreachable(url, error)
  } finally {
    clearTimeout(timer)
  }
}

/** The token goes to the host that it was given for, and never from https to http. */
function authorization(target: string, { url, username, token }: HttpOptions): Record<string, string> {
  if (token === undefined) return {}
  const [given, asked] = [new URL(url), new URL(target)]
  const same = given.host === asked.host && (given.protocol === asked.protocol || asked.protocol === 'https:')
  if (!same) return {}
  const pair = Buffer.from(`${username || 'git'}:${token}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function refusal(status: number, url: string) {
  if (status === 401 || status === 403 || status === 203) {
    const advice = 'check UNDERSTUDY_GIT_USERNAME and UNDERSTUDY_GIT_TOKEN'
    return new RemoteError('authentication', `${url} refused the credentials (status ${status}); ${advice}`)
  }
  if (status === 404 || status === 410) {
    return new RemoteError('not-found', `There is no repository at ${url}, or the token may not read it`)
  }
  return new RemoteError('unreachable', `${url} answered with status ${status}`)
}

function unreachable(url: string, error: unknown) {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const reason = [code, cause?.code].find(word => typeof word === 'string' && /^\w+$/.test(word))
  return new RemoteError('unreachable', `${url} cannot be reached${reason ? ` (${reason})` : ''}`)
}

const brokenOff = (url: string) =>
  new RemoteError('unreachable', `${url} broke off in the middle of its answer; pull again`)

const replyOf = (url: string, kind: string, bytes: Uint8Array): GitHttpResponse => ({
  url,
  statusCode: 200,
  statusMessage: 'OK',
  headers: { 'content-type': `application/x-git-upload-pack-${kind}` },
  body: once(bytes),
})

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function join(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}
