import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const SECONDS = Number(process.env.SIMULATION_SECONDS ?? 2)
const CALLS_A_SECOND = 500

test(`${CALLS_A_SECOND} webhook calls a second for ${SECONDS} s beside API traffic each have their execution, once`, async () => {
  const workflow = {
    id: '1',
    name: 'Orders',
    active: true,
    ...inARow(webhook('orders', { httpMethod: 'POST' }), noOp('Done')),
  }
  await using instance = await startInstance({ simulate: true, fixture: { workflows: [workflow] } })
  const calls = SECONDS * CALLS_A_SECOND
  const headers = { 'content-type': 'application/json' }
  const begin = performance.now()
  const answers: Promise<number>[] = []
  for (let at = 0; at < calls; at++) {
    const early = begin + (at * 1000) / CALLS_A_SECOND - performance.now()
    if (early > 1) await Bun.sleep(early)
    const body = JSON.stringify({ call: at })
    answers.push(
      fetch(`${instance.url}/webhook/orders`, { method: 'POST', headers, body }).then(({ status }) => status),
    )
    if (at % 10 === 0) answers.push(instance.request('GET', '/api/v1/executions?limit=5').then(({ status }) => status))
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  const { executions } = instance.state('executions')
  const called = executions.map(({ data }) => Number(/"call":(\d+)/.exec(JSON.stringify(data))?.[1]))
  expect(called.toSorted((a, b) => a - b)).toEqual(Array.from({ length: calls }, (_, at) => at))
}, 60_000)

test('a thousand scheduled runs of a day are played in a moment, as quick as adding them one by one', async () => {
  const workflows = ['*/5 * * * *', '*/10 * * * *', '*/3 * * * *', '0 * * * *', '0 9 * * *'].map((pattern, at) => ({
    ...{ id: String(at + 1), name: `Every ${at}`, active: true, settings: { timezone: 'Europe/Berlin' } },
    ...inARow(cron(pattern), noOp('Done')),
  }))
  const start = () =>
    startInstance({ socket: false, simulate: true, clock: '2026-03-02T00:00:00Z', fixture: { workflows } })
  await using instance = await start()
  await instance.clock.advance('1d')
  const begin = performance.now()
  await instance.clock.advance('1d')
  const took = performance.now() - begin
  console.info(`${instance.state('executions').executions.length / 2} runs of a day: ${Math.round(took)} ms`)
  await using other = await start()
  const beginOther = performance.now()
  for (let at = 0; at < 937; at++) await other.executions.add({ workflowId: '1', status: 'success' })
  const tookOther = performance.now() - beginOther
  expect(took).toBeLessThan(Math.max(4 * tookOther, 1000))
}, 60_000)
