import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createInstance } from '../../src/instance/instance.ts'
import { world } from '../api/world.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { executionsAt, startServer, statusesAt } from './server.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const orders = { id: '1', name: 'Orders', active: true, ...inARow(webhook('orders'), noOp('Done')) }
const fixture = { workflows: [orders] }
const SLOW_MS = 60_000

test(
  'an execution that a process left running is crashed once a process simulates runs again, and never ends',
  async () => {
    await using folder = await temporaryFolder()
    {
      await using server = await startServer(folder.path, fixture)
      await server.ask('POST', '/_control/simulation/rules', { workflow: '1', duration: '1h' })
      await server.ask('GET', '/webhook/orders')
      expect(await statusesAt(server.ask)).toEqual(['running'])
    }
    {
      await using server = await startServer(folder.path, fixture, [])
      expect(await statusesAt(server.ask)).toEqual(['running'])
      expect(await server.end()).toBe(0)
    }
    await using server = await startServer(folder.path, fixture)
    const [left] = await executionsAt(server.ask)
    expect(left).toMatchObject({ status: 'crashed', stoppedAt: expect.stringMatching(/^\d{4}-/) })
    await server.ask('PUT', '/_control/clock', { advance: '2h' })
    expect(await executionsAt(server.ask)).toEqual([left as never])
  },
  SLOW_MS,
)

test(
  'one that waits goes on at its time after a restart',
  async () => {
    await using folder = await temporaryFolder()
    {
      await using server = await startServer(folder.path, fixture)
      await server.ask('POST', '/_control/simulation/rules', { workflow: '1', wait: '1h' })
      await server.ask('GET', '/webhook/orders')
      expect(await server.end()).toBe(0)
    }
    await using server = await startServer(folder.path, fixture)
    const [waiting] = await executionsAt(server.ask)
    expect(waiting).toMatchObject({ status: 'waiting', waitTill: expect.stringMatching(/^\d{4}-/) })
    await server.ask('PUT', '/_control/clock', { advance: '2h' })
    expect(await executionsAt(server.ask)).toMatchObject([
      { status: 'success', stoppedAt: waiting?.waitTill as string, waitTill: null },
    ])
  },
  SLOW_MS,
)

test(
  'one whose time came while no process was there goes on at the next start',
  async () => {
    await using folder = await temporaryFolder()
    {
      await using server = await startServer(folder.path, fixture)
      // well after the process has ended
      const wait = new Date(Date.now() + 60_000).toISOString()
      await server.ask('POST', '/_control/simulation/rules', { workflow: '1', wait })
      await server.ask('GET', '/webhook/orders')
      expect(await statusesAt(server.ask)).toEqual(['waiting'])
      await server.ask('POST', '/_control/seed', { executions: [{ ...WAITING, waitTill: new Date(0).toISOString() }] })
      await server.end('SIGKILL')
    }
    await using server = await startServer(folder.path, fixture)
    const deadline = Date.now() + 20_000
    while ((await statusesAt(server.ask))[1] === 'waiting' && Date.now() < deadline) await setTimeout(100)
    expect(await statusesAt(server.ask)).toEqual(['waiting', 'success'])
  },
  SLOW_MS,
)

const WAITING = { id: '2', workflowId: '1', status: 'waiting' } as const

test(
  'a stop in the middle of a long jump ends at once, and leaves whole executions',
  async () => {
    await using folder = await temporaryFolder()
    const often = { id: '2', name: 'Often', active: true, ...inARow(cron('* * * * *'), noOp('Done')) }
    {
      await using server = await startServer(folder.path, { workflows: [often] })
      const advanced = server.ask('PUT', '/_control/clock', { advance: '3650d' }).catch(error => error)
      await setTimeout(50)
      expect(await server.end()).toBe(0)
      await advanced
    }
    await using server = await startServer(folder.path, fixture)
    const statuses = await statusesAt(server.ask)
    expect(statuses.length).toBeLessThanOrEqual(1001)
    expect(statuses.filter(status => status !== 'success')).toEqual([])
    const state = await server.ask<{ running: number; on: boolean }>('GET', '/_control/simulation')
    expect(state).toMatchObject({ on: true, running: 0 })
  },
  SLOW_MS,
)

test('of what a document holds, only what runs is crashed by a start that simulates', async () => {
  await using folder = await temporaryFolder()
  const now = Date.parse('2026-05-01T00:00:00Z')
  async function executionsAfter(simulate: boolean) {
    const instance = await createInstance({
      file: join(folder.path, 'instance.json'),
      fixtures: [{ source: 'world', value: world }],
      simulate,
      serviceName: 'n8n',
      clock: now,
      clockMode: 'frozen',
      control: true,
      page: false,
      allowHosts: [],
      report() {},
    })
    const { executions = [] } = instance.control?.state() ?? {}
    await instance.stop()
    return executions
  }
  const before = await executionsAfter(false)
  expect(before.map(({ status }) => status)).toContain('running')
  const crashed = { status: 'crashed', stoppedAt: '2026-05-01T00:00:00.000Z' }
  expect(await executionsAfter(true)).toEqual(
    before.map(execution => (execution.status === 'running' ? { ...execution, ...crashed } : execution) as never),
  )
})

test('in version n8n-2.41 a crashed execution says which nodes had run, and which was running', async () => {
  await using folder = await temporaryFolder()
  const nodes = [
    webhook('orders'),
    noOp('Check'),
    { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 50, unit: 'seconds' } },
    noOp('After'),
  ]
  const flags = ['--simulate', '--profile', 'n8n-2.41']
  {
    await using server = await startServer(folder.path, { workflows: [{ ...orders, ...inARow(...nodes) }] }, flags)
    await server.ask('GET', '/webhook/orders')
    expect(await statusesAt(server.ask)).toEqual(['running'])
    await server.end('SIGKILL')
  }
  await using server = await startServer(folder.path, fixture, flags)
  const ran = { executionStatus: 'success', data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } }
  const [crashed] = await executionsAt(server.ask)
  expect<object | undefined>(crashed).toMatchObject({
    status: 'crashed',
    stoppedAt: expect.any(String),
    data: {
      version: 1,
      resultData: {
        runData: {
          Hook: [{ executionIndex: 0, source: [null], ...ran }],
          Check: [ran],
          Wait: [{ executionStatus: 'crashed', error: { name: 'NodeCrashedError' } }],
        },
        lastNodeExecuted: 'Wait',
        error: { name: 'WorkflowCrashedError' },
      },
    },
  })
  expect(JSON.stringify(crashed)).not.toContain('"After":[')
}, 60_000)
