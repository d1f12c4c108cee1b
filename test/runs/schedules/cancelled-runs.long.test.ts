import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { type Ask, startServer, statusesAt } from './server.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const fixture = {
  workflows: [
    { id: '1', name: 'Long', active: true, ...inARow(webhook('long'), noOp('Done')) },
    { id: '2', name: 'Later', active: true, ...inARow(webhook('later'), noOp('Done')) },
    { id: '3', name: 'Hourly', ...inARow(cron('0 * * * *'), noOp('Done')) },
  ],
}

const PLACES: Record<string, (use: (ask: Ask) => Promise<void>) => Promise<void>> = {
  async 'in memory'(use) {
    await using instance = await startInstance({ socket: false, simulate: true, fixture })
    await use(async (method, path, body) => (await instance.request(method, path, body)).body as never)
  },
  async 'on disk'(use) {
    await using folder = await temporaryFolder()
    await using server = await startServer(folder.path, fixture)
    await use(server.ask)
  },
}

const CALLS: [string, (ask: Ask) => Promise<unknown>, string[]][] = [
  ['a reset', ask => ask('POST', '/_control/reset'), []],
  ['a restored snapshot', ask => ask('POST', '/_control/snapshots/before/restore'), []],
  ['turning it off', ask => ask('PUT', '/_control/simulation', { on: false }), ['running', 'waiting']],
]

describe.each(Object.keys(PLACES))('%s', place => {
  test.each(CALLS)('%s calls off what runs, what waits and what is scheduled', async (_name, callOff, left) => {
    await PLACES[place]?.(async ask => {
      await ask('PUT', '/_control/snapshots/before')
      await ask('PUT', '/_control/clock', { now: '2026-03-01T12:30:00Z', mode: 'frozen' })
      await ask('POST', '/_control/simulation/rules', { workflow: 'Long', duration: '1h' })
      await ask('POST', '/_control/simulation/rules', { workflow: 'Later', wait: '1h' })
      await ask('GET', '/webhook/long')
      await ask('GET', '/webhook/later')
      await ask('POST', '/api/v1/workflows/3/activate')
      expect(await statusesAt(ask)).toEqual(['running', 'waiting'])

      await callOff(ask)
      await ask('PUT', '/_control/clock', { advance: '3h' })
      expect(await statusesAt(ask)).toEqual(left)
      expect(await ask<{ running: number }>('GET', '/_control/simulation')).toMatchObject({ running: 0 })
    })
  })

  test('without it they end, go on and run', async () => {
    await PLACES[place]?.(async ask => {
      await ask('PUT', '/_control/clock', { now: '2026-03-01T12:30:00Z', mode: 'frozen' })
      await ask('POST', '/_control/simulation/rules', { workflow: 'Long', duration: '1h' })
      await ask('POST', '/_control/simulation/rules', { workflow: 'Later', wait: '1h' })
      await ask('GET', '/webhook/long')
      await ask('GET', '/webhook/later')
      await ask('POST', '/api/v1/workflows/3/activate')
      await ask('PUT', '/_control/clock', { advance: '3h' })
      expect(await statusesAt(ask)).toEqual(['success', 'success', 'success', 'success', 'success'])
    })
  })
})
