import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { SecondClient } from '../../../limits/asking-meanwhile.ts'
import { leastOf } from '../../../limits/longest-wait.ts'
import { ALL_RUNTIMES, KEY, rowsInTurn, startOn } from '../../../runtimes/runtimes.ts'
import { readMostRss } from '../../../tools/soak/process-figures.ts'
import { HOSTILE_REMOTES, serveHostile } from './hostile-remotes.ts'

/** Of the whole process, over all pulls. */
const MOST_BYTES = 700 * 1024 * 1024
const LONGEST_WAIT_MS = 250
setDefaultTimeout(120_000)

/** On the other runtimes those that take longest: what they meet is the same code. */
const isSlow = (name: string) => /6\.3 GB|900,000|five million values|byte by byte|instructions/.test(name)

const REMOTES = Object.entries(HOSTILE_REMOTES)
const ROWS = [
  ...REMOTES.map(remote => ['Bun', remote] as const),
  ...rowsInTurn(
    REMOTES.filter(([name]) => isSlow(name)),
    ['Deno', 'Node'],
  ),
]

describe.each([...ALL_RUNTIMES])('on %s', runtime => {
  // one for all rows: each start costs more than most pulls
  let server: Awaited<ReturnType<typeof serveHostile>>
  let instance: Awaited<ReturnType<typeof startOn>>
  let second: SecondClient
  const start = async () => {
    instance = await startOn(runtime, ['--git-remote', server.url])
    second = await SecondClient.start(instance.url)
  }
  const stop = async () => {
    second[Symbol.dispose]()
    await instance[Symbol.asyncDispose]()
  }
  beforeAll(async () => {
    server = await serveHostile({ pack: () => ({ head: '0'.repeat(40), pack: Buffer.alloc(0) }) })
    await start()
  })
  afterAll(async () => {
    await stop()
    await server[Symbol.asyncDispose]()
  })

  test.each(ROWS.filter(([of]) => of === runtime).map(([, row]) => row))(
    'an instance that pulls from a remote with %s refuses it, stays small, and delays no other client',
    async (_name, remote) => {
      server.serve(remote)
      const longest = await leastOf(3, LONGEST_WAIT_MS, async () => {
        await second.seen()
        const headers = { 'X-N8N-API-KEY': KEY, 'content-type': 'application/json' }
        const answer = await fetch(`${instance.url}/api/v1/source-control/pull`, {
          method: 'POST',
          headers,
          body: '{}',
        })
        expect([answer.status, (await answer.json()).message]).toEqual([400, expect.stringMatching(remote.says)])
        expect(readMostRss(instance.pid) ?? 0).toBeLessThan(MOST_BYTES)
        const { longest, statuses } = await second.seen()
        expect(Object.keys(statuses)).toEqual(['200'])
        if (longest < LONGEST_WAIT_MS) return longest
        // the same one does not fetch again what it has
        await stop()
        await start()
        return longest
      })
      expect(longest).toBeLessThan(LONGEST_WAIT_MS)
    },
  )
})
