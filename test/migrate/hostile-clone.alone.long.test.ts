import { describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondClient } from '../limits/asking-meanwhile.ts'
import { ALL_RUNTIMES, rowsInTurn, startOn } from '../runtimes/runtimes.ts'
import { clonedFrom, startClone } from './clone-over-socket.ts'
import { HOSTILE_SERVICES, HUGE_TYPE, serve } from './hostile-services.ts'

const MOST_MS = 250

/** On the other runtimes those that took longest before. */
const isSlow = ([name]: (typeof HOSTILE_SERVICES)[number]) => /50,000|20,000|unknown fields/.test(name)

test.each([
  ...HOSTILE_SERVICES.map(([name, ...row]) => ['Bun', name, ...row] as const),
  ...rowsInTurn(HOSTILE_SERVICES.filter(isSlow), ['Deno', 'Node']).map(
    ([runtime, [name, ...row]]) => [runtime, name, ...row] as const,
  ),
])(
  'on %s, a clone of %s delays no other client',
  async (runtime, _name, answers, outcome) => {
    await using service = serve(answers)
    await using copy = await startOn(runtime)
    const report = await secondClient(copy.url)
    const state = await clonedFrom(copy.url, service.url)
    const { longest, statuses } = await report()
    expect(Object.keys(statuses)).toEqual(['200'])
    expect(state).toMatchObject(outcome)
    expect(longest).toBeLessThan(MOST_MS)
  },
  120_000,
)

describe.each([...ALL_RUNTIMES])('on %s', runtime => {
  test('SIGTERM ends an instance in the middle of such a clone', async () => {
    await using service = serve(HUGE_TYPE)
    const copy = await startOn(runtime)
    await startClone(copy.url, service.url)
    while (!service.hasAnswered('/credentials/schema/hugeApi')) await sleep(2)
    const ended = copy[Symbol.asyncDispose]().then(() => 'ended')
    expect(await Promise.race([ended, sleep(10_000)])).toBe('ended')
  }, 60_000)
})
