import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { TestInstance } from '../../src/testing.ts'
import { slowness } from './slowdown.ts'

/**
 * The longest wait of a client that asks every 5 ms while something else is under way, in milliseconds for which the
 * thread that serves was at work, as on a machine that is not slow: neither what else the machine does is in it, nor what
 * the engine does beside.
 */
export async function longestWaitDuring(instance: TestInstance, other: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  other.then(done, done)
  let longest = 0
  while (!isDone) {
    const before = process.threadCpuUsage()
    await setTimeout(5)
    await instance.request('GET', '/api/v1/users')
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  return longest / slowness()
}

/** The least of the longest waits: what the engine still compiles may make a client wait as well, but hardly three times. */
export async function leastOf(tries: number, limit: number, wait: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries && least >= limit; n++) least = Math.min(least, await wait())
  return least
}
