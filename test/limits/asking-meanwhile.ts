import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { contention } from './contention.ts'

/** What a second client saw. */
export interface Seen {
  asked: number
  /** Milliseconds, as on a machine without other work. */
  longest: number
  statuses: Record<string, number>
  isClosed: boolean
}

/**
 * Starts a client in a process of its own that asks every 5 ms.
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
  while (!said.includes('connected')) await Bun.sleep(10)
  return async () => {
    child.stdin.end()
    await ended
    const { longest, ...seen } = JSON.parse(said.split('\n')[1] ?? '')
    return { ...seen, longest: longest / Math.max(before, contention()) }
  }
}
