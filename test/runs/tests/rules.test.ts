import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { CUSTOMER, orders } from './workflows.ts'

let instance: TestInstance
const start = (unmocked?: 'pass' | 'fail') =>
  startInstance({
    simulate: true,
    profile: 'n8n-2.41',
    ...(unmocked ? { unmocked } : {}),
    fixture: { workflows: [{ id: 'w1', active: true, ...orders() }] } as never,
  })
beforeEach(async () => {
  instance = await start()
})
afterEach(() => instance.stop())

const call = async (total = 1200, of = instance) => {
  const answer = await of.request('POST', '/webhook/orders', { total, customer: 7 }, { key: null })
  return [answer.status, answer.body]
}

describe('mocks of an instance are rules', () => {
  beforeEach(() => {
    instance.simulation.add({ workflow: 'Orders', http: CUSTOMER })
  })

  test('an output stands for a node, and an answer for a service', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ sent: true }] })
    expect(await call()).toEqual([200, { sent: true }])
    expect(instance.simulation.rules.map(({ hits }) => hits)).toEqual([1, 1])
  })

  test('as often as they say, then the next', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 1 }], times: 1 })
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: { error: 'busy' } })
    expect([await call(), await call()]).toEqual([
      [200, { n: 1 }],
      [500, { message: 'Error in workflow' }],
    ])
  })

  test('and never, where the probability is 0', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 1 }], probability: 0 })
    expect(await call()).toEqual([200, { text: 'Order of 1200 by Ann (gold)' }])
  })

  test('they force no branch', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 1 }] })
    expect(await call(12)).toEqual([200, expect.objectContaining({ body: { total: 12, customer: 7 } })])
  })

  test('beside a rule of how a run ends', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 1 }] })
    instance.simulation.add({ workflow: 'w1', node: 'Write text', error: 'broken' })
    expect(await call()).toEqual([500, { message: 'Error in workflow' }])
  })
})

describe('a rule counts when it is used', () => {
  const hits = () => instance.simulation.rules.map(({ hits }) => hits)

  test('not by a run that took another branch', async () => {
    instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: { error: 'busy' }, times: 1 })
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 2 }] })
    expect([await call(12), await call(), await call()]).toEqual([
      [200, expect.objectContaining({ body: { total: 12, customer: 7 } })],
      [500, { message: 'Error in workflow' }],
      [200, { n: 2 }],
    ])
    expect(hits()).toEqual([2, 1, 1])
  })

  test('not by a request to another address', async () => {
    instance.simulation.add({ workflow: 'w1', http: { url: 'https://other.example.com/*', status: 500 }, times: 1 })
    instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
    expect((await call())[0]).toBe(200)
    expect(hits()).toEqual([0, 1])
    expect(instance.simulation.rules[0]?.left).toBe(1)
  })

  test('the failure of a node, where the run gets there; one of another node is used meanwhile', async () => {
    instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
    instance.simulation.add({ workflow: 'w1', node: 'Write text', error: 'broken', times: 1 })
    instance.simulation.add({ workflow: 'w1', node: 'Ignore', error: 'ignored', times: 1 })
    const answers = [await call(12), await call(12), await call(), await call()]
    expect(answers.map(([status]) => status)).toEqual([500, 200, 500, 200])
    expect(hits()).toEqual([2, 1, 1])
  })

  test('how a whole run ends, unless a node fails before', async () => {
    instance.simulation.add({ workflow: 'w1', http: { url: '*', status: 500 }, times: 1 })
    instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
    instance.simulation.add({ workflow: 'w1', error: 'in the end', times: 1 })
    expect([(await call())[0], hits()]).toEqual([500, [1, 0, 0]])
    expect([(await call())[0], hits()]).toEqual([500, [1, 1, 1]])
    expect((await call())[0]).toBe(200)
  })

  test('once for each request that it answers: a node that tries again fails once, then works', async () => {
    const workflow = orders()
    const nodes = workflow.nodes.map(node => (node.name === 'Get customer' ? { ...node, retryOnFail: true } : node))
    await using again = await startInstance({
      simulate: true,
      profile: 'n8n-2.41',
      fixture: { workflows: [{ ...workflow, id: 'w1', active: true, nodes }] } as never,
    })
    again.simulation.add({ workflow: 'w1', http: { url: '*', status: 503 }, times: 1 })
    again.simulation.add({ workflow: 'w1', http: CUSTOMER })
    expect((await call(1200, again))[0]).toBe(200)
    expect(again.simulation.rules.map(({ hits }) => hits)).toEqual([1, 1])
  })

  test('in runs that are computed at the same time, as often as it says', async () => {
    instance.simulation.add({ workflow: 'w1', http: { url: '*', status: 503 }, times: 3 })
    instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
    const answers = await Promise.all(Array.from({ length: 8 }, () => call()))
    expect(answers.filter(([status]) => status === 500)).toHaveLength(3)
    expect(hits()).toEqual([3, 5])
    expect(instance.simulation.rules[0]?.left).toBe(0)
  })

  test('that the control API takes, too', async () => {
    for (const rule of [{ node: 'Notify Slack', output: { error: 'busy' }, times: 1 }, { http: CUSTOMER }])
      await instance.request('POST', '/_control/simulation/rules', { workflow: 'w1', ...rule })
    expect([(await call(12))[0], (await call())[0], (await call())[0]]).toEqual([200, 500, 200])
    const { body } = await instance.request('GET', '/_control/simulation/rules')
    expect(body).toMatchObject({
      rules: [
        { hits: 1, left: 0 },
        { hits: 2, left: null },
      ],
    })
  })

  test('of a workflow that another calls', async () => {
    const sub = { name: 'Sub', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1, position: [0, 0] }
    const slack = { name: 'Slack', type: 'n8n-nodes-base.slack', typeVersion: 2.3, position: [0, 0] }
    const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] })
    const execute = {
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      position: [0, 0],
      parameters: { workflowId: { __rl: true, mode: 'id', value: 's' }, options: {} },
    }
    const webhook = {
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'c',
      parameters: { path: 'c', httpMethod: 'POST', responseMode: 'lastNode', options: {} },
    }
    const workflows = [
      { id: 's', name: 'Called', active: true, nodes: [sub, slack], connections: { Sub: to('Slack') } },
      { id: 'c', name: 'Caller', active: true, nodes: [webhook, execute], connections: { Webhook: to('Call') } },
    ].map(workflow => ({ settings: { executionOrder: 'v1' }, ...workflow }))
    await using nested = await startInstance({
      simulate: true,
      profile: 'n8n-2.41',
      fixture: { workflows } as never,
    })
    nested.simulation.add({ workflow: 's', node: 'Slack', output: [{ n: 1 }], times: 1 })
    nested.simulation.add({ workflow: 's', node: 'Slack', output: [{ n: 2 }] })
    const ask = async () => (await nested.request('POST', '/webhook/c', {}, { key: null })).body
    expect([await ask(), await ask()]).toEqual([{ n: 1 }, { n: 2 }])
    expect(nested.simulation.rules.map(({ hits }) => hits)).toEqual([1, 1])
  })
})

describe('a rule is refused', () => {
  test.each<[string, object, string]>([
    ['an output without a node', { output: [] }, 'rule has output, so it needs a node'],
    ['both', { node: 'Ignore', output: [], http: { url: '*' } }, 'rule has output and http: make two rules'],
    ['an output with an error', { node: 'Ignore', output: [], error: 'x' }, 'rule has output together with error'],
    ['an answer of a node', { node: 'Ignore', http: { url: '*' } }, 'rule has http, which is for all nodes'],
    ['an output that is none', { node: 'Ignore', output: 7 }, 'rule/output must be items'],
    ['an answer that is none', { http: { json: {} } }, 'rule/http/url must be an address'],
    ['a misspelt field of an answer', { http: { url: '*', jsn: {} } }, 'rule/http/jsn is unknown: is it json?'],
    ['nothing', {}, 'rule needs error, wait, duration, output or http'],
  ])('%s', (_what, rule, message) => {
    expect(() => instance.simulation.add({ workflow: 'w1', ...rule })).toThrow(message)
    expect(instance.simulation.rules).toEqual([])
  })
})

test('nodes without a mock pass their items on, or fail where that is set', async () => {
  expect((await call())[0]).toBe(200)
  await using strict = await start('fail')
  expect(await call(1200, strict)).toEqual([500, { message: 'Error in workflow' }])
})

test('what failed by a rule passed nothing on', async () => {
  instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
  instance.simulation.add({ workflow: 'w1', error: 'broken', times: 1 })
  expect(await call()).toEqual([500, { message: 'Error in workflow' }])
  expect(instance.simulation.notes).toEqual([])
  await call()
  expect(instance.simulation.notes).toEqual([expect.stringContaining('its items were passed on: "Notify Slack"')])
})

describe('an execution shows the rules that its run used', () => {
  const shownOf = async (query: string) => {
    const { body } = await instance.request('GET', `/_control/overview/executions?${query}`)
    const { data } = body as { data: { id: string; rules?: { id: number; uses: number; rule: object }[] }[] }
    return data.map(({ id, rules }) => [id, rules])
  }

  test('as they were, how often, and none of another one', async () => {
    const answer = { workflow: 'w1', http: CUSTOMER }
    const failure = { workflow: 'w1', node: 'Notify Slack', error: 'busy', times: 1 }
    instance.simulation.add(answer)
    const { id } = instance.simulation.add(failure)
    await call()
    instance.simulation.remove(id)
    await call(12)
    expect(await shownOf('id=1')).toEqual([
      [
        '1',
        [
          { id: 2, uses: 1, rule: failure },
          { id: 1, uses: 1, rule: expect.objectContaining({ workflow: 'w1' }) },
        ],
      ],
    ])
    expect(await shownOf('id=2')).toEqual([['2', undefined]])
  })

  test('and none after a reset', async () => {
    instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ n: 1 }] })
    await call()
    await instance.reset()
    await call()
    expect(await shownOf('limit=10')).toEqual([[expect.any(String), undefined]])
  })
})
