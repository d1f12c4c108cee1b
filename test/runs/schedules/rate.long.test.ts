import { expect, test } from 'bun:test'
import process from 'node:process'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { leastOf } from '../../limits/longest-wait.ts'
import { startServer } from './server.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const SECONDS = Number(process.env.SIMULATION_SECONDS ?? 2)
const CALLS_A_SECOND = 500
/** Calls for each request to the API. */
const CALLS_A_REQUEST = 10
/** What a run that is played may cost, in executions that are added as they are: it costs 4 to 7 of them. */
const MOST_TIMES = 12

const orders = {
  id: '1',
  name: 'Orders',
  active: true,
  ...inARow(webhook('orders', { httpMethod: 'POST' }), noOp('Done')),
}

test(
  `${CALLS_A_SECOND} webhook calls a second for ${SECONDS} s beside API traffic each have their execution, once`,
  async () => {
    await using folder = await temporaryFolder()
    await using server = await startServer(folder.path, { workflows: [orders] })
    const times: number[] = []
    const timed = async (asked: Promise<unknown>) => {
      const began = performance.now()
      await asked
      times.push(performance.now() - began)
    }
    const calls = SECONDS * CALLS_A_SECOND
    const answers: Promise<unknown>[] = []
    const requests: Promise<unknown>[] = []
    const begin = performance.now()
    for (let call = 0; call < calls; call++) {
      // at its time, whether those before are answered or not
      const early = begin + (call * 1000) / CALLS_A_SECOND - performance.now()
      if (early > 1) await Bun.sleep(early)
      answers.push(timed(server.ask('POST', '/webhook/orders', { call })))
      if (call % CALLS_A_REQUEST > 0) continue
      requests.push(server.ask('GET', '/api/v1/executions?limit=5'))
      requests.push(server.ask('POST', '/api/v1/tags', { name: `tag ${call}` }))
    }
    // an answer that is no 2xx rejects
    await Promise.all([...answers, ...requests])
    const took = performance.now() - begin
    const { executions } = await server.ask<{ executions: { id: string; data: unknown }[] }>(
      'GET',
      '/_control/state?only=executions',
    )
    const called = executions.map(({ data }) => Number(/"call":(\d+)/.exec(JSON.stringify(data))?.[1]))
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(0)
    console.info(
      `${calls} calls and ${requests.length} API requests in ${(took / 1000).toFixed(1)} s: ` +
        `${executions.length} executions; an answer took ${at(0.5)} ms, 99 % at most ${at(0.99)} ms`,
    )
    expect(called.toSorted((a, b) => a - b)).toEqual(Array.from({ length: calls }, (_, call) => call))
    expect(new Set(executions.map(({ id }) => id)).size).toBe(calls)
  },
  60_000 + SECONDS * 10_000,
)

test('a thousand scheduled runs of a day cost no more than a few times what adding them one by one costs', async () => {
  const workflows = ['*/5 * * * *', '*/10 * * * *', '*/3 * * * *', '0 * * * *', '0 9 * * *'].map((pattern, at) => ({
    id: String(at + 1),
    name: `Every ${at}`,
    active: true,
    settings: { timezone: 'Europe/Berlin' },
    ...inARow(cron(pattern), noOp('Done')),
  }))
  const start = () =>
    startInstance({ socket: false, simulate: true, clock: '2026-03-02T00:00:00Z', fixture: { workflows } })
  const times = await leastOf(3, MOST_TIMES, async () => {
    await using instance = await start()
    await instance.clock.advance('1d')
    const runs = instance.state('executions').executions.length
    const took = await processorTime(() => instance.clock.advance('1d'))
    await using other = await start()
    const tookOther = await processorTime(async () => {
      for (let at = 0; at < runs; at++) await other.executions.add({ workflowId: '1', status: 'success' })
    })
    console.info(`${runs} runs of a day: ${Math.round(took)} ms; as many that are added: ${Math.round(tookOther)} ms`)
    return took / tookOther
  })
  expect(times).toBeLessThan(MOST_TIMES)
}, 60_000)

/** The least milliseconds of processor time of three tries, of all threads: the runs are computed in a worker. */
async function processorTime(work: () => Promise<unknown>) {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3; n++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
