import { expect, setDefaultTimeout, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { contention } from '../../../limits/contention.ts'
import { type Runtime, rowsInTurn } from '../../../runtimes/runtimes.ts'
import { HOSTILE_REMOTES, type HostileRemote, serveHostile } from './hostile-remotes.ts'
import { watchInstance } from './watch-instance.ts'

/** Megabytes of the whole process. */
const MOST_MEMORY = 700
/** Milliseconds. */
const LONGEST_WAIT = 250
setDefaultTimeout(120_000)

/** On the other runtimes those that take longest: what they meet is the same code. */
const isSlow = (name: string) => /6\.3 GB|million entries|five million values|byte by byte/.test(name)

const REMOTES = Object.entries(HOSTILE_REMOTES)
const ROWS = [
  ...REMOTES.map(([name, remote]) => ['Bun', name, remote] as const),
  ...rowsInTurn(
    REMOTES.filter(([name]) => isSlow(name)),
    ['Deno', 'Node'],
  ).map(([runtime, [name, remote]]) => [runtime, name, remote] as const),
]

test.each(ROWS)(
  'on %s, an instance that pulls from %s refuses it, stays small, and delays no other client',
  async (runtime, _, remote) => {
    await using server = await serveHostile(remote)
    let wait = Number.POSITIVE_INFINITY
    // other programs may delay a client as well, but hardly three times
    for (let tries = 0; tries < 3 && wait > LONGEST_WAIT; tries++) {
      wait = Math.min(wait, await attack(runtime, remote, server))
    }
    expect(wait).toBeLessThanOrEqual(LONGEST_WAIT)
  },
)

/** Gives how long a client waited at most, beyond what one of an idle instance waits, had the machine been ours alone. */
async function attack(runtime: Runtime, { says }: HostileRemote, { url }: { url: string }) {
  await using instance = await watchInstance(runtime, '--git-remote', url, '--log', 'off')
  // it keeps this process, and so the client, busy
  const before = contention()
  await sleep(50)
  instance.longestWait()
  await sleep(150)
  const idle = instance.longestWait()
  const { status, body } = await instance.pull()
  expect(status).toBe(400)
  expect(body.message).toMatch(says)
  expect((await instance.mostMemory()) ?? 0).toBeLessThan(MOST_MEMORY)
  const waited = instance.longestWait() - idle
  return waited / Math.max(before, contention())
}
