import { test } from 'bun:test'
import { chainOf, expectNobodyWaits, listOf, node, type Row, to, workflow } from './large-requests.ts'

const HOOK = { type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }
/** A workflow whose webhook leads to many nodes, one after the other. */
const hooked = (length: number) => ({
  workflows: [
    { id: '1', active: true, ...workflow([node(0, HOOK), ...listOf(length - 1, at => node(at + 1))], chainOf(length)) },
  ],
})
const simulated = { simulate: true } as const
const START = '2026-05-01T00:00:00.000Z'
const HOUR_MS = 3_600_000
const timed = { simulate: true, clock: START } as const
/** Active workflows, each with so many schedules. */
const scheduled = (workflows: number, intervals: number, expression: (at: number) => string) => ({
  workflows: listOf(workflows, id => ({
    id: `${id}`,
    name: 'x',
    active: true,
    settings: { timezone: 'Europe/Berlin' },
    connections: {},
    nodes: [
      {
        name: 'Schedule',
        type: 'n8n-nodes-base.scheduleTrigger',
        parameters: {
          rule: { interval: listOf(intervals, at => ({ field: 'cronExpression', expression: expression(at) })) },
        },
      },
    ],
  })),
})

const ROWS: Record<string, Row> = {
  'a large call of a webhook that hands it on to 100 nodes': {
    given: hooked(100),
    options: simulated,
    ask: ['POST', '/webhook/x', { text: 'x'.repeat(10_000_000) }],
    status: 200,
  },
  'a run of 1,000 items over 5,000 nodes': {
    given: {
      workflows: [
        {
          id: '1',
          ...workflow(
            listOf(5000, at => node(at)),
            chainOf(5000),
          ),
          pinData: { n0: listOf(1000, at => ({ json: { at } })) },
        },
      ],
      executions: [{ id: '1', workflowId: '1', status: 'success' }],
    },
    ask: ['GET', '/api/v1/executions/1?includeData=true'],
    status: 200,
  },
  'a failure at a node that 30,000 others lead to': {
    given: {
      workflows: [
        {
          id: '1',
          ...workflow(
            listOf(30_001, at => node(at)),
            Object.fromEntries(listOf(30_000, at => [`n${at}`, to('n30000')])),
          ),
        },
      ],
    },
    ask: ['POST', '/_control/executions', { workflowId: '1', status: 'error', errorNode: 'n30000' }],
    status: 201,
  },
  'a run that 1,000 rules look for in a graph of 10,000 nodes': {
    given: {
      workflows: [
        { id: '1', active: true, ...workflow([node(0, HOOK), ...listOf(9999, at => node(at + 1))], chainOf(10_000)) },
      ],
    },
    options: simulated,
    before: instance =>
      instance.request('PUT', '/_control/simulation/rules', {
        rules: listOf(1000, at => ({ workflow: '1', node: `n${at + 1}`, error: 'x', probability: 0 })),
      }),
    ask: ['POST', '/webhook/x', {}],
    status: 200,
  },
  'three hours in which 15,000 executions go on that waited': {
    given: {
      ...scheduled(1, 1, () => '0 * * * *'),
      executions: listOf(15_000, at => ({
        workflowId: '0',
        status: 'waiting',
        waitTill: new Date(Date.parse(START) + 2 * HOUR_MS + at).toISOString(),
      })),
    },
    options: timed,
    ask: ['PUT', '/_control/clock', { advance: '3h' }],
    status: 200,
  },
  'three hours of 2,000 schedules that never come': {
    given: scheduled(2, 1000, () => '0 0 30 2 *'),
    options: timed,
    ask: ['PUT', '/_control/clock', { advance: '3h' }],
    status: 200,
  },
  'three hours of 10,000 schedules that hardly ever come': {
    given: scheduled(20, 500, at => `${at % 60} 0 29 2 *`),
    options: timed,
    ask: ['PUT', '/_control/clock', { advance: '3h' }],
    status: 200,
  },
}

test.each(Object.entries(ROWS))('%s keeps nobody waiting', (_name, row) => expectNobodyWaits(row))
