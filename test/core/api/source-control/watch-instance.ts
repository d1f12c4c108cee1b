import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAMS, type Runtime } from '../../../runtimes/runtimes.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const headers = { 'X-N8N-API-KEY': 'key', 'content-type': 'application/json' }

/** An instance in a process of its own, and a client that asks it every 5 ms. */
export interface WatchedInstance extends AsyncDisposable {
  pull(): Promise<{ status: number; body: { message?: string; code?: string } }>
  /** The longest that the client has waited since this was last asked, in milliseconds. */
  longestWait(): number
  /** The most memory that the process has had, in megabytes; undefined where the system does not say. */
  mostMemory(): Promise<number | undefined>
  log(): string
}

export async function watchInstance(runtime: Runtime, ...args: string[]): Promise<WatchedInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-hostile-'))
  const ready = join(folder, 'ready.json')
  const [command, ...before]: [string, ...string[]] = PROGRAMS[runtime]()
  const child = spawn(
    command,
    [...before, 'src/cli.ts', 'serve', '--memory', '--api-key', 'key', '--port', '0', '--ready-file', ready, ...args],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.stderr.on('data', chunk => {
    log += chunk
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const { url, pid } = await readReady(ready)
  let longest = 0
  let isWatching = true
  const watching = watch()

  return {
    async pull() {
      const response = await fetch(`${url}/api/v1/source-control/pull`, { method: 'POST', headers, body: '{}' })
      return { status: response.status, body: (await response.json()) as { message?: string } }
    },
    longestWait() {
      const wait = longest
      longest = 0
      return wait
    },
    async mostMemory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1]
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
    },
    log: () => log,
    async [Symbol.asyncDispose]() {
      isWatching = false
      await watching.catch(() => {})
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function watch() {
    while (isWatching) {
      const start = performance.now()
      const response = await fetch(`${url}/api/v1/tags`, { headers })
      await response.text()
      longest = Math.max(longest, performance.now() - start)
      await sleep(5)
    }
  }
}

async function readReady(file: string): Promise<{ url: string; pid: number }> {
  for (let tries = 0; tries < 1_000; tries++) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text)
    await sleep(20)
  }
  throw new Error('The instance did not start')
}
