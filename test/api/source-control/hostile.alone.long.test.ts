import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { contention } from '../../limits/contention.ts'
import { ALL_RUNTIMES } from '../../runtimes/runtimes.ts'
import { HOSTILE_REMOTES, type HostileRemote, serveHostile } from './hostile-remotes.ts'
import { watchInstance } from './watch-instance.ts'

/** Megabytes of the whole process. */
const MOST_MEMORY = 700
/** Milliseconds. */
const LONGEST_WAIT = 250
setDefaultTimeout(120_000)

/** On the other runtimes those that take longest: what they meet is the same code. */
const isSlow = (name: string) => /6\.3 GB|million entries|five million values|byte by byte/.test(name)

describe.each([...ALL_RUNTIMES])('on %s, an instance that pulls from', runtime => {
  test.each(Object.entries(HOSTILE_REMOTES).filter(([name]) => runtime === 'Bun' || isSlow(name)))(
    '%s refuses it, stays small, and keeps nobody waiting',
    async (_, remote) => {
      await using server = await serveHostile(remote)
      let wait = Number.POSITIVE_INFINITY
      // whoever else uses the machine may make a client wait as well, but hardly three times
      for (let tries = 0; tries < 3 && wait > LONGEST_WAIT; tries++) wait = Math.min(wait, await attack(remote, server))
      expect(wait).toBeLessThanOrEqual(LONGEST_WAIT)
    },
  )

  /** Gives how long a client waited at most, beyond what one of an idle instance waits, had the machine been ours alone. */
  async function attack({ says }: HostileRemote, { url }: { url: string }) {
    await using instance = await watchInstance(runtime, '--git-remote', url, '--log', 'off')
    // it keeps this process, and so the client, busy
    const before = contention()
    await sleep(50)
    instance.longestWait()
    await sleep(500)
    const idle = instance.longestWait()
    const { status, body } = await instance.pull()
    expect(status).toBe(400)
    expect(body.message).toMatch(says)
    expect((await instance.mostMemory()) ?? 0).toBeLessThan(MOST_MEMORY)
    const waited = instance.longestWait() - idle
    return waited / Math.max(before, contention())
  }
})
