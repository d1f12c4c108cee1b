import { expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { startServer } from './server.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const SECONDS = Number(process.env.SIMULATION_SECONDS ?? 2)
const CALLS_A_SECOND = 500
/** Calls for each request to the API. */
const CALLS_A_REQUEST = 10

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

test('a thousand scheduled runs of a day are played in a moment, as quick as adding them one by one', async () => {
  const workflows = ['*/5 * * * *', '*/10 * * * *', '*/3 * * * *', '0 * * * *', '0 9 * * *'].map((pattern, at) => ({
    id: String(at + 1),
    name: `Every ${at}`,
    active: true,
    settings: { timezone: 'Europe/Berlin' },
    ...inARow(cron(pattern), noOp('Done')),
  }))
  const start = () =>
    startInstance({ socket: false, simulate: true, clock: '2026-03-02T00:00:00Z', fixture: { workflows } })
  await using instance = await start()
  await instance.clock.advance('1d')
  const runs = instance.state('executions').executions.length
  // other tests on this machine slow down one day, but hardly three
  let took = Number.POSITIVE_INFINITY
  for (let day = 0; day < 3; day++) {
    const begin = performance.now()
    await instance.clock.advance('1d')
    took = Math.min(took, performance.now() - begin)
  }
  console.info(`${runs} runs of a day: ${Math.round(took)} ms`)
  await using other = await start()
  const beginOther = performance.now()
  for (let at = 0; at < 937; at++) await other.executions.add({ workflowId: '1', status: 'success' })
  const tookOther = performance.now() - beginOther
  expect(took).toBeLessThan(Math.max(4 * tookOther, 1000))
}, 60_000)
