import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { contention } from './contention.ts'

/** What a second client saw. */
export interface Seen {
  asked: number
  /** Milliseconds, as on a machine with nothing else to do: measured, and divided by how much slower this one is now. */
  longest: number
  statuses: Record<string, number>
  isClosed: boolean
}

/** The longest that this client waits on a machine with nothing else to do while nobody else asks, in milliseconds. */
const QUIET_MS = 10

/**
 * Starts a client in a process of its own that asks every 5 ms, and lets it first measure how long it waits without the
 * load that is to come. Each wait is measured by it, so that 250 ms mean the same on a quiet machine and on a busy one.
 *
 * @returns ends it, and returns what it saw
 */
export async function secondClient(url: string, path = '/api/v1/tags'): Promise<() => Promise<Seen>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'second-client.ts'), url, path])
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  const before = contention()
  while (!/^quiet .*\n/.test(said)) {
    if (child.exitCode !== null) throw new Error(`the client of ${url} ended before it was answered`)
    await Bun.sleep(10)
  }
  const quiet = Number(said.slice('quiet '.length, said.indexOf('\n')))
  return async () => {
    child.stdin.end()
    await ended
    const { longest, ...seen } = JSON.parse(said.split('\n')[1] ?? '')
    return { ...seen, longest: longest / Math.max(1, quiet / QUIET_MS, before, contention()) }
  }
}
