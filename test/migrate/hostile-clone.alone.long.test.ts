import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SecondClient } from '../limits/asking-meanwhile.ts'
import { leastOf } from '../limits/longest-wait.ts'
import { ALL_RUNTIMES, KEY, rowsInTurn, startOn } from '../runtimes/runtimes.ts'
import { clonedFrom, startClone } from './clone-over-socket.ts'
import { HOSTILE_SERVICES, HUGE_TYPE, serve } from './hostile-services.ts'

const MOST_MS = 250
const headers = { 'X-N8N-API-KEY': KEY }

/** On the other runtimes those that took longest before. */
const isSlow = ([name]: (typeof HOSTILE_SERVICES)[number]) => /50,000|20,000|unknown fields/.test(name)

/** All on Bun; on the other runtimes, in turn, those that took longest before. */
const ROWS = [
  ...HOSTILE_SERVICES.map(row => ['Bun', row] as const),
  ...rowsInTurn(HOSTILE_SERVICES.filter(isSlow), ['Deno', 'Node']),
]

describe.each([...ALL_RUNTIMES])('on %s', runtime => {
  // one for all rows: each start costs more than a clone
  let copy: Awaited<ReturnType<typeof startOn>>
  let second: SecondClient
  beforeAll(async () => {
    copy = await startOn(runtime)
    second = await SecondClient.start(copy.url)
  })
  afterAll(async () => {
    second[Symbol.dispose]()
    await copy[Symbol.asyncDispose]()
  })

  test.each(ROWS.filter(([of]) => of === runtime).map(([, row]) => row))(
    'a clone of %s delays no other client',
    async (_name, answers, outcome) => {
      await using service = serve(answers)
      const longest = await leastOf(2, MOST_MS, async () => {
        expect((await fetch(`${copy.url}/_control/reset`, { method: 'POST', headers })).ok).toBe(true)
        await second.seen()
        expect(await clonedFrom(copy.url, service.url)).toMatchObject(outcome)
        const { longest, statuses } = await second.seen()
        expect(Object.keys(statuses)).toEqual(['200'])
        return longest
      })
      expect(longest).toBeLessThan(MOST_MS)
    },
    120_000,
  )

  test('SIGTERM ends an instance in the middle of such a clone', async () => {
    await using service = serve(HUGE_TYPE)
    const copy = await startOn(runtime)
    await startClone(copy.url, service.url)
    while (!service.hasAnswered('/credentials/schema/hugeApi')) await sleep(2)
    const ended = copy[Symbol.asyncDispose]().then(() => 'ended')
    expect(await Promise.race([ended, sleep(10_000)])).toBe('ended')
  }, 60_000)
})
