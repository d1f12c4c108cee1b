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
