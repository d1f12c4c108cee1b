import { beforeAll, describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createInstance, type InstanceOptions } from '../../../src/instance/instance.ts'
import type { Node } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { world } from '../../core/api/world.ts'
import { executionsAt, startServer, statusesAt } from './server.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const NOON = Date.parse('2026-05-01T12:00:00Z')

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

/** An instance of a document in a folder, at a time that stands still. */
const open = (folder: string, options: Partial<InstanceOptions> = {}) =>
  createInstance({
    fixtures: [],
    file: join(folder, 'instance.json'),
    simulate: true,
    serviceName: 'n8n',
    clock: NOON,
    clockMode: 'frozen',
    control: true,
    page: false,
    allowHosts: [],
    report() {},
    ...options,
  })

test('of what a document holds, only what runs is crashed by a start that simulates', async () => {
  await using folder = await temporaryFolder()
  async function executionsAfter(simulate: boolean) {
    const instance = await open(folder.path, { fixtures: [{ source: 'world', value: world }], simulate })
    const { executions = [] } = instance.control?.state() ?? {}
    await instance.stop()
    return executions
  }
  const before = await executionsAfter(false)
  expect(before.map(({ status }) => status)).toContain('running')
  const crashed = { status: 'crashed', stoppedAt: '2026-05-01T12:00:00.000Z' }
  expect(await executionsAfter(true)).toEqual(
    before.map(execution => (execution.status === 'running' ? { ...execution, ...crashed } : execution) as never),
  )
})

test('a scheduled run is named by its node where a document has no id of it', async () => {
  await using folder = await temporaryFolder()
  const hourly = { id: '1', name: 'Hourly', active: true, ...inARow(cron('0 * * * *'), noOp('Done')) }
  const first = await open(folder.path, { fixtures: [{ source: 'hourly', value: { workflows: [hourly] } }] })
  await first.stop()
  const file = join(folder.path, 'instance.json')
  const document = JSON.parse(await readFile(file, 'utf8'))
  for (const { nodes } of document.workflows) for (const node of nodes) delete node.id
  await writeFile(file, JSON.stringify(document))
  const second = await open(folder.path)
  second.control?.setClock({ advance: 3_600_000 })
  await second.control?.settled()
  const { executions = [] } = second.control?.state() ?? {}
  await second.stop()
  expect(executions).toMatchObject([{ deduplicationKey: '1:Schedule:2026-05-01T13:00:00.000Z' }])
})

test.each(['n8n-1.123', 'n8n-2.41'] as const)(
  'in version %s a crashed execution says which nodes had run, and which was running',
  async profile => {
    await using folder = await temporaryFolder()
    const nodes = [
      webhook('orders', {}, { webhookId: 'orders' }),
      noOp('Check'),
      { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 50, unit: 'seconds' } },
      noOp('After'),
    ]
    const flags = ['--simulate', '--profile', profile]
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
    expect(JSON.stringify(crashed).includes('"cause":')).toBe(profile === 'n8n-2.41')
  },
  60_000,
)

describe('in version n8n-2.41, ten seconds after a call', () => {
  const wait = (name: string, amount: number, unit = 'seconds') => ({
    name,
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    parameters: { amount, unit },
  })
  const CALLED: Record<string, Node[]> = {
    runs: [noOp('Check'), wait('Wait', 50), noOp('After')],
    next: [wait('Wait', 10), wait('Next', 50), noOp('After')],
    over: [wait('Wait', 2), wait('Next', 3), noOp('After')],
    quick: [noOp('Check')],
    again: [wait('Wait', 5, 'minutes'), wait('Next', 50), noOp('After')],
  }
  let crashed: Record<string, Crashed>
  let before: Record<string, Crashed>

  beforeAll(async () => {
    await using folder = await temporaryFolder()
    const workflows = Object.entries(CALLED).map(([id, nodes]) => ({
      id,
      name: id,
      active: true,
      ...inARow(webhook(id), ...nodes),
    }))
    const fixtures = [{ source: 'calls', value: { workflows } }]
    const first = await open(folder.path, { fixtures, profile: 'n8n-2.41', clock: NOON - 5 * 60_000 })
    first.control?.simulation.add({ workflow: 'quick', duration: '1h' })
    await first.fetch('/webhook/again')
    first.control?.setClock({ advance: 5 * 60_000 })
    await first.control?.settled()
    for (const path of ['runs', 'next', 'over', 'quick']) await first.fetch(`/webhook/${path}`)
    before = byWorkflow(first)
    await first.stop()
    const second = await open(folder.path, { clock: NOON + 10_000 })
    crashed = byWorkflow(second)
    await second.stop()
  })

  interface Crashed {
    workflowId: string
    status: string
    stoppedAt: string
    data: { resultData: { runData: Record<string, Ran[]>; lastNodeExecuted?: string } }
  }
  interface Ran {
    startTime: number
    executionTime: number
    executionStatus: string
  }
  const byWorkflow = ({ control }: Awaited<ReturnType<typeof open>>) =>
    Object.fromEntries((control?.state().executions ?? []).map(it => [it.workflowId, it as unknown as Crashed]))

  test.each<{ name: string; id: string; runs: unknown[][]; stoppedAt: string }>([
    {
      name: 'the node that was running has crashed',
      id: 'runs',
      runs: [
        ['Hook', 0, 0, 'success'],
        ['Check', 0, 0, 'success'],
        ['Wait', 0, 0, 'crashed'],
      ],
      stoppedAt: '2026-05-01T12:00:00.000Z',
    },
    {
      name: 'not one that has just ended',
      id: 'next',
      runs: [
        ['Hook', 0, 0, 'success'],
        ['Wait', 0, 10_000, 'success'],
        ['Next', 10, 0, 'crashed'],
      ],
      stoppedAt: '2026-05-01T12:00:10.000Z',
    },
    {
      name: 'where all had ended, the last that took time',
      id: 'over',
      runs: [
        ['Hook', 0, 0, 'success'],
        ['Wait', 0, 2000, 'success'],
        ['Next', 2, 0, 'crashed'],
      ],
      stoppedAt: '2026-05-01T12:00:02.000Z',
    },
    {
      name: 'where none took time, the last',
      id: 'quick',
      runs: [
        ['Hook', 0, 0, 'success'],
        ['Check', 0, 0, 'crashed'],
      ],
      stoppedAt: '2026-05-01T12:00:00.000Z',
    },
    {
      name: 'after a wait, what ran before is as it was',
      id: 'again',
      runs: [
        ['Hook', -300_000 + NOON - NOON / 1000, 0, 'success'],
        ['Wait', -300_000 + NOON - NOON / 1000, 0, 'waiting'],
        ['Next', -300, 0, 'crashed'],
      ],
      stoppedAt: '2026-05-01T11:55:00.000Z',
    },
  ])('$name', ({ id, runs, stoppedAt }) => {
    const { data, ...execution } = crashed[id] as Crashed
    expect([execution.status, execution.stoppedAt]).toEqual(['crashed', stoppedAt])
    const seen = Object.entries(data.resultData.runData).map(([name, [run]]) => [
      name,
      (run?.startTime ?? 0) - NOON / 1000,
      run?.executionTime,
      run?.executionStatus,
    ])
    expect<unknown>(seen).toEqual(runs)
    expect(data.resultData.lastNodeExecuted).toBe(runs.at(-1)?.[0] as string)
  })

  test('the data says so in the form of the service', () => {
    const { data } = crashed.runs as Crashed
    const timestamp = NOON + 10_000
    const run = { startTime: NOON / 1000, executionIndex: 0, executionTime: 0, source: [null] }
    const main = [[{ json: { isArtificialRecoveredEventItem: true } }]]
    const error = {
      message: 'Workflow did not finish, possible out-of-memory issue',
      timestamp,
      name: 'WorkflowCrashedError',
      context: {},
    }
    const nodeError = {
      message: 'Execution stopped at this node',
      timestamp,
      name: 'NodeCrashedError',
      description:
        "n8n may have run out of memory while running this execution. More context and tips on how to avoid this <a href='https://docs.n8n.io/hosting/scaling/memory-errors/' target='_blank'>in the docs</a>",
      context: {},
      cause: { name: 'Error', message: 'Node crashed, possible out-of-memory issue' },
    }
    expect<unknown>(data).toEqual({
      ...before.runs?.data,
      resultData: {
        runData: {
          Hook: [{ ...run, executionStatus: 'success', data: { main } }],
          Check: [{ ...run, executionStatus: 'success', data: { main } }],
          Wait: [{ ...run, executionStatus: 'crashed', error: nodeError }],
        },
        lastNodeExecuted: 'Wait',
        error,
      },
    })
  })
})
