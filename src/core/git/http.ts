import type { Limits } from './limits.ts'
import { printable, RemoteError } from './remote-error.ts'

export interface HttpOptions {
  /** The repository, without a trailing slash. */
  url: string
  username?: string | undefined
  token?: string | undefined
  /** Milliseconds without a byte after which the remote counts as unreachable. */
  idleTimeout: number
  /** Hosts that a redirect may lead to, beside the repository's own. */
  followRedirects: readonly string[]
}

export type Service = 'git-upload-pack' | 'git-receive-pack'

/** Git's smart HTTP, for one pull or push. */
export interface Transport {
  /** Asks for the list of refs, and follows it to where the repository has moved to. @throws RemoteError */
  listRefs(service: Service): Promise<Buffer>
  /** Sends a request and hands on the answer, piece by piece. @throws RemoteError */
  ask(service: Service, body: Uint8Array<ArrayBuffer>, take: (piece: Uint8Array) => unknown): Promise<void>
}

const MAX_REFS_BYTES = 16 * 1024 * 1024
const MAX_REDIRECTS = 5

/** Sends requests to a repository over HTTP. Only this knows the token, and sends it to the configured host only. */
export function createTransport(options: HttpOptions, limits: Limits): Transport {
  const { url, followRedirects } = options
  let base = url

  return {
    async listRefs(service) {
      const path = `/info/refs?service=${service}`
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const pieces: Uint8Array[] = []
        let size = 0
        const location = await send(base + path, { accept: '*/*' }, undefined, `${service}-advertisement`, piece => {
          pieces.push(piece)
          size += piece.length
          if (size > MAX_REFS_BYTES) throw new RemoteError('too-large', `${url} lists more than 16 MB of branches`)
        })
        if (location === undefined) return Buffer.concat(pieces)
        base = follow(location, path)
      }
      throw nowhere(url)
    },
    async ask(service, body, take) {
      const headers = { 'content-type': `application/x-${service}-request`, accept: `application/x-${service}-result` }
      const location = await send(`${base}/${service}`, headers, body, `${service}-result`, take)
      if (location !== undefined) throw nowhere(url)
    },
  }

  /** The base of the repository that a redirect leads to. */
  function follow(location: string, path: string) {
    const target = URL.parse(location, base + path)
    const isSafe = target?.protocol === 'https:' || target?.protocol === new URL(base).protocol
    if (!target || !isSafe || !target.href.endsWith(path)) throw nowhere(url)
    const { host, hostname } = target
    if (host !== new URL(url).host && !followRedirects.some(allowed => allowed === host || allowed === hostname)) {
      const advice = `--git-follow-redirects ${host} allows that`
      throw new RemoteError('not-a-repository', `${url} redirects to another host, ${host}; ${advice}`)
    }
    return target.href.slice(0, -path.length)
  }

  /** Returns where the answer redirects to; undefined when all of it was handed on. */
  async function send(
    target: string,
    headers: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | undefined,
    type: string,
    take: (piece: Uint8Array) => unknown,
  ) {
    const { signal } = limits
    const idle = new AbortController()
    const wait = () => setTimeout(() => idle.abort(), options.idleTimeout)
    let timer = wait()
    let isAnswering = false
    try {
      const response = await fetch(target, {
        ...(body ? { method: 'POST', body } : {}),
        headers: { ...headers, 'accept-encoding': 'identity', ...authorization(target, options) },
        redirect: 'manual',
        signal: AbortSignal.any([signal, idle.signal]),
        ...AS_SENT,
      })
      isAnswering = true
      const location = redirectOf(response)
      if (location !== undefined || response.status !== 200) {
        await response.body?.cancel()
        if (location === undefined) throw refusal(response.status, url)
        return location
      }
      if (response.headers.get('content-type')?.split(';')[0] !== `application/x-${type}`) {
        await response.body?.cancel()
        throw new RemoteError('not-a-repository', `${url} does not speak git's smart HTTP protocol`)
      }
      const packed = response.headers.get('content-encoding') ?? 'identity'
      if (packed.trim().toLowerCase() !== 'identity') {
        await response.body?.cancel()
        const what = `with content-encoding: ${printable(packed)}, which was not asked for`
        throw new RemoteError('broken', `${url} answers ${what}`)
      }
      for await (const piece of response.body ?? []) {
        clearTimeout(timer)
        await take(piece)
        await limits.pause()
        timer = wait()
      }
      return undefined
    } catch (error) {
      if (error instanceof RemoteError) throw error
      signal.throwIfAborted()
      if (idle.signal.aborted) {
        throw new RemoteError('unreachable', `${url} sent nothing for ${options.idleTimeout / 1000} s`)
      }
      throw isAnswering ? brokenOff(url) : unreachable(url, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Where a runtime would unpack an answer by itself, it goes on when the answer is cancelled: to a gigabyte of a gzip bomb.
 * The others have no such option.
 */
const AS_SENT: object = { decompress: false }

export const brokenOff = (url: string) =>
  new RemoteError('unreachable', `${url} closed the connection in the middle of its answer; pull again`)

/** The token goes to the host that it was given for, and never from https to http. */
export function authorization(
  target: string,
  { url, username, token }: Pick<HttpOptions, 'url' | 'username' | 'token'>,
): Record<string, string> {
  if (token === undefined) return {}
  const [given, asked] = [new URL(url), new URL(target)]
  const same = given.host === asked.host && (given.protocol === asked.protocol || asked.protocol === 'https:')
  if (!same) return {}
  const pair = Buffer.from(`${username || 'git'}:${token}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function redirectOf({ status, headers }: Response) {
  return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined
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

const nowhere = (url: string) =>
  new RemoteError('not-a-repository', `${url} redirects to something that is not a git repository`)
