import { test } from 'bun:test'
import {
  chainOf,
  expectOthersServed,
  HOOK,
  hookedChain,
  listOf,
  node,
  type Row,
  to,
  workflow,
} from './large-requests.ts'

const simulated = { simulate: true } as const
const START = '2026-05-01T00:00:00.000Z'
const HOUR_MS = 3_600_000
const timed = { simulate: true, clock: START } as const
/** Active workflows, each with a number of schedules. */
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

/** A workflow that is called, with a node that calls a workflow for each of its items. */
const calling = (id: string, called: string, trigger: object) => ({
  id,
  active: true,
  ...workflow(
    [
      node(0, trigger),
      node(1, { type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.items' } }),
      node(2, { type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: called, mode: 'each' } }),
    ],
    chainOf(3),
  ),
})
/** A workflow that fails, and names the next one of ten as its error workflow. */
const failing = (at: number) => ({
  id: `e${at}`,
  active: true,
  ...workflow(
    [
      node(0, at === 0 ? HOOK : { type: 'n8n-nodes-base.errorTrigger' }),
      node(1, { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'x'.repeat(10_000) } }),
    ],
    chainOf(2),
  ),
  settings: { errorWorkflow: `e${(at % 10) + 1}` },
})
const STARTED = { type: 'n8n-nodes-base.executeWorkflowTrigger', parameters: { inputSource: 'passthrough' } }
const text = 'x'.repeat(1_000_000)

const ROWS: Record<string, Row> = {
  'a workflow that calls itself for each of a thousand items': {
    given: { workflows: [calling('1', '2', HOOK), calling('2', '2', STARTED)] },
    options: simulated,
    ask: ['POST', '/webhook/x', { items: listOf(1000, at => ({ at, body: { items: listOf(20, n => n) } })) }],
    status: 200,
  },
  'a chain of error workflows that has no end': {
    given: { workflows: listOf(11, failing) },
    options: simulated,
    ask: ['POST', '/webhook/x', { text }],
    status: 200,
  },
  'ten years of a schedule that is due every second': {
    given: scheduled(1, 1, () => '* * * * * *'),
    options: timed,
    ask: ['PUT', '/_control/clock', { advance: '3653d' }],
    status: 200,
  },
  'ten years in which 5,000 executions wait for a year and begin to wait again': {
    given: {
      workflows: [
        {
          id: '0',
          active: true,
          ...workflow(
            [
              node(0, HOOK),
              node(1, { type: 'n8n-nodes-base.wait', parameters: { amount: 365, unit: 'days' } }),
              node(2, { type: 'n8n-nodes-base.wait', parameters: { amount: 365, unit: 'days' } }),
            ],
            chainOf(3),
          ),
        },
      ],
      executions: listOf(5000, at => ({
        workflowId: '0',
        status: 'waiting',
        waitTill: new Date(Date.parse(START) + 365 * 24 * HOUR_MS + at).toISOString(),
      })),
    },
    options: timed,
    ask: ['PUT', '/_control/clock', { advance: '3653d' }],
    status: 200,
  },
  'a large call of a webhook that hands it on to 100 nodes': {
    given: { workflows: [hookedChain(100)] },
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
    given: { workflows: [hookedChain(10_000)] },
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

test.each(Object.entries(ROWS))('%s delays no other client', (_name, row) => expectOthersServed(row))
