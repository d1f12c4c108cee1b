import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gitCommands } from '../../../needs.ts'

export interface GitServer extends AsyncDisposable {
  /** The address of the repository. */
  url: string
  /** What was asked, and how many bytes were answered. */
  exchanges: { method: string; path: string; authorization: string | undefined; bytes: number }[]
  /** The bytes of the next answers to this method after which the connection is cut. */
  cut: { method: string; after: number } | undefined
  /** The bytes that are missing at the end of the answers to POST, without any error. */
  shorten: number
  /** Answers instead of git, when it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  close(): Promise<void>
}

/** Serves a bare repository by `git http-backend` behind a small HTTP server; with a token, behind basic authentication. */
export async function serveGit(path: string, account?: { username: string; token: string }): Promise<GitServer> {
  const wanted = account && `Basic ${btoa(`${account.username}:${account.token}`)}`
  const server = createServer(async (request, response) => {
    if (git.intercept?.(request, response)) return
    const body = await bytesOf(request)
    const { authorization } = request.headers
    const refused = wanted !== undefined && authorization !== wanted
    const answer = refused
      ? { status: 401, headers: {}, bytes: Buffer.alloc(0) }
      : await askBackend(path, request, body)
    git.exchanges.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization,
      bytes: answer.bytes.length,
    })
    if (refused) answer.headers = { 'WWW-Authenticate': 'Basic realm="git"' }
    if (request.method === 'POST' && git.shorten > 0) answer.bytes = answer.bytes.subarray(0, -git.shorten)
    response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.bytes.length) })
    if (git.cut?.method !== request.method) return void response.end(answer.bytes)
    response.write(answer.bytes.subarray(0, git.cut?.after), () => setTimeout(() => response.destroy(), 5))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const git: GitServer = {
    url: `http://127.0.0.1:${port}/repository.git`,
    exchanges: [],
    cut: undefined,
    shorten: 0,
    intercept: undefined,
    close,
    [Symbol.asyncDispose]: close,
  }
  return git
}

/** One request through the Common Gateway Interface. */
async function askBackend(path: string, request: IncomingMessage, body: Buffer) {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const backend = spawn(join(gitCommands ?? '', 'git-http-backend'), {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: path,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname.replace('/repository.git', ''),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      GIT_CONFIG_KEY_1: 'http.receivepack',
      GIT_CONFIG_VALUE_1: 'true',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  backend.stdin.end(body)
  const output = await bytesOf(backend.stdout)
  const split = output.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of output.subarray(0, split).toString('latin1').split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon)] = line.slice(colon + 1).trim()
  }
  const { Status: status = '200', ...rest } = headers
  return { status: Number.parseInt(status, 10), headers: rest, bytes: output.subarray(split + 4) }
}

async function bytesOf(stream: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
