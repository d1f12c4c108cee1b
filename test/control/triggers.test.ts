import { expect, test } from 'bun:test'
import { type Node, startInstance } from '../../src/testing.ts'
import { inARow, noOp, webhook } from '../runs/schedules/workflows.ts'

const schedule = (name: string, rule: unknown) => ({
  name,
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1,
  parameters: { rule },
})
const every = (name: string, type: string, parameters: Record<string, unknown>) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  parameters,
})
const triggersOf = async (workflows: object[]) => {
  await using instance = await startInstance({
    fixture: { workflows } as never,
    socket: false,
    clock: '2026-03-01T09:00:00Z',
    timezone: 'UTC',
  })
  return (await instance.request('GET', '/_control/simulation/triggers')).body
}
const active = { active: true, settings: {} }

interface Row {
  is: string
  nodes: Node[]
  settings?: object
  active?: boolean
  addresses?: object[]
  schedules?: object[]
}

const ROWS: Row[] = [
  {
    is: 'a webhook with open parts is below its id',
    nodes: [{ ...webhook('orders/:id', { httpMethod: 'POST' }), webhookId: 'a1' }],
    addresses: [{ node: 'Hook', kind: 'webhook', methods: ['POST'], path: '/webhook/a1/orders/:id' }],
  },
  {
    is: 'a form is shown and sent at one address',
    nodes: [{ ...every('Form', 'formTrigger', { path: 'order' }), typeVersion: 2 }],
    addresses: [{ node: 'Form', kind: 'form', methods: ['GET', 'POST'], path: '/form/order' }],
  },
  {
    is: 'a form of the first version is called below /webhook/',
    nodes: [{ ...every('Form', 'formTrigger', { path: 'order' }), typeVersion: 1 }],
    addresses: [{ node: 'Form', kind: 'form', methods: ['GET', 'POST'], path: '/webhook/order/n8n-form' }],
  },
  {
    is: 'of a schedule with several times the first counts',
    nodes: [schedule('Daily', { interval: [{ triggerAtHour: 12 }, { triggerAtHour: 10 }] })],
    schedules: [{ node: 'Daily', next: '2026-03-01T10:00:00.000Z' }],
  },
  {
    is: 'each schedule of a workflow is listed',
    nodes: [
      schedule('Cron', { interval: [{ field: 'cronExpression', expression: '0 30 9 * * *' }] }),
      every('Often', 'interval', { interval: 15, unit: 'minutes' }),
    ],
    schedules: [
      { node: 'Cron', next: '2026-03-01T09:30:00.000Z' },
      { node: 'Often', next: '2026-03-01T09:15:00.000Z' },
    ],
  },
  {
    is: 'one that is never due says so',
    nodes: [schedule('Never', { interval: [{ field: 'cronExpression', expression: '0 0 0 30 2 *' }] })],
    schedules: [{ node: 'Never', next: null }],
  },
  {
    is: 'one further away than dates go is never due',
    nodes: [every('Rare', 'interval', { interval: 2_500_000_000, unit: 'hours' })],
    schedules: [{ node: 'Rare', next: null }],
  },
  {
    is: 'a zone that is unknown is named',
    nodes: [schedule('Daily', { interval: [{}] })],
    settings: { timezone: 'Mars/Base' },
    schedules: [{ node: '', next: null, problem: 'there is no time zone "Mars/Base"' }],
  },
  { is: 'an inactive workflow has none', nodes: [webhook('orders')], active: false },
]

test.each(ROWS)('$is', async ({ nodes, addresses = [], schedules = [], settings = {}, active = true }) => {
  const names = { workflowId: '1', workflowName: 'Orders' }
  const workflow = { id: '1', name: 'Orders', ...inARow(...nodes, noOp('Done')), active, settings }
  expect(await triggersOf([workflow])).toEqual({
    addresses: addresses.map(address => ({ ...names, ...address })),
    schedules: schedules.map(run => ({ ...names, ...run })),
    more: 0,
  })
})

test('lists no more than 500, and says how many workflows were left out', async () => {
  const workflows = Array.from({ length: 503 }, (_, at) => ({
    id: `${at}`,
    name: `W${at}`,
    ...active,
    ...inARow(webhook(`path-${at}`)),
  }))
  const { addresses, more } = (await triggersOf(workflows)) as { addresses: unknown[]; more: number }
  expect([addresses.length, more]).toEqual([500, 3])
})
