import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A request, with its path below the service's root. */
export interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface Load {
  url: string
  connections: number
  /** Whole seconds. */
  seconds: number
  /** In turn, over and over. */
  asked: readonly Asked[]
  /** Asked before each of them, and not counted. At one connection only. */
  before?: readonly Asked[]
}

export interface Measured {
  /** Answers per second; with `before`, what it would be without the time that those take. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers with status 400 or above, and failures of the connection. */
  failed: number
  total: number
}

const run = promisify(execFile)
let files = 0

/**
 * Puts a load on a service with wrk: it is in Debian, Alpine and Homebrew, is written in C, and takes a fraction of the
 * processor that the service takes. Generators on Node (autocannon) need more time for a request than Bun's server
 * does, so they would measure themselves.
 *
 * @param folder where the requests are written for wrk; they hold the key
 */
export async function measure({ url, connections, seconds, asked, before }: Load, folder: string): Promise<Measured> {
  const host = new URL(url).host
  const file = join(folder, `load-${++files}.lua`)
  const lists = (before ? [before, asked] : [asked]).map(
    list => `{${list.map(it => quoted(raw(it, host))).join(',\n')}}`,
  )
  await writeFile(file, `return {${lists.join(',\n')}}`, { mode: 0o600 })
  const script = join(import.meta.dirname, 'load.lua')
  const shape = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
  const { stdout } = await run('wrk', [...shape, url, '--', file, ...(before ? ['timed'] : [])])
  await rm(file)
  return JSON.parse(stdout.slice(stdout.indexOf('\n{') + 1)) as Measured
}

/** @throws an Error that tells how to get wrk */
export async function requireWrk() {
  try {
    await run('wrk', ['--version'])
  } catch (error) {
    // it prints its version and ends with 1
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('The load generator wrk is missing: apt-get install wrk, apk add wrk, or brew install wrk')
    }
  }
}

function raw({ method, path, headers = {}, body }: Asked, host: string) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/** A string of Lua. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`
