import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { slowdown } from './slowdown.ts'

/** What a second client saw. */
export interface Seen {
  asked: number
  /** Milliseconds, as on a quiet machine: measured, and divided by how much slower this one is now. */
  longest: number
  statuses: Record<string, number>
  isClosed: boolean
}

/** The longest that this client waits on a machine with nothing else to do while nobody else asks, in milliseconds. */
const QUIET_MS = 10

/** A client in a process of its own that asks every 5 ms, while something else is asked for. */
export class SecondClient implements Disposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>
  /** How long it waits without load. */
  #quiet = 0
  /** How much slower this machine was when it last said what it saw. */
  #slowdown = 1

  private constructor(url: string, path: string) {
    const args = [join(import.meta.dirname, 'second-client.ts'), url, path]
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    // one that has ended has no line, which is what is reported
    this.#child.stdin.on('error', () => {})
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Starts it, and lets it first measure how long it waits without the load that is to come. */
  static async start(url: string, path = '/api/v1/tags'): Promise<SecondClient> {
    const client = new SecondClient(url, path)
    client.#slowdown = slowdown()
    client.#quiet = Number((await client.#line()).slice('quiet '.length))
    return client
  }

  /**
   * What it saw since it last said so. Each wait is measured by how long it waits without load, so that 250 ms mean the
   * same on a quiet machine and on a busy one.
   */
  async seen(): Promise<Seen> {
    this.#child.stdin.write('\n')
    const { longest, ...seen } = JSON.parse(await this.#line())
    const before = this.#slowdown
    this.#slowdown = slowdown()
    return { ...seen, longest: longest / Math.max(1, this.#quiet / QUIET_MS, before, this.#slowdown) }
  }

  async #line() {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('The second client has ended before it said what it saw')
    return value
  }

  [Symbol.dispose]() {
    this.#child.kill()
  }
}

/**
 * Starts a client that asks while one thing is under way.
 *
 * @returns ends it, and returns what it saw
 */
export async function secondClient(url: string, path?: string): Promise<() => Promise<Seen>> {
  const client = await SecondClient.start(url, path)
  return async () => {
    using _ = client
    return await client.seen()
  }
}
