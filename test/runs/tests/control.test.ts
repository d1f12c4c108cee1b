import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { LARGE, newerOrders, orders } from './workflows.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({
    profile: 'n8n-2.41',
    fixture: { workflows: [{ id: 'w1', ...orders() }] } as never,
  })
})
afterAll(() => instance.stop())

async function post(body: unknown) {
  const response = await fetch(`${instance.url}/_control/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [instance.apiKeyHeader]: instance.apiKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { message: string } }
}

test.each<[string, unknown]>([
  ['by its id', 'w1'],
  ['by its name', 'Orders'],
  ['as it is given', orders()],
])('POST /_control/runs runs a workflow %s, while simulation is off', async (_way, workflow) => {
  const { status, body } = await post({ workflow, ...LARGE })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'success',
    path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'],
    nodes: { 'Notify Slack': [{ parameters: [{ text: 'Order of 1200 by Ann (gold)' }] }], Ignore: [] },
    response: { status: 200, body: { ok: true } },
    notReached: { Ignore: 'at "Is large", item 0 was sent by output 0: 1200 gt 1000 is true' },
  })
})

describe('is refused', () => {
  test.each<[string, unknown, number, string]>([
    ['an unknown workflow', { workflow: 'nope' }, 404, 'no workflow with the id or name "nope"'],
    ['a mock of no node', { workflow: 'w1', mocks: { Notify: [] } }, 400, 'the workflow has no node "Notify"'],
    ['an unknown field', { workflow: 'w1', moks: {} }, 400, 'moks'],
    ['no workflow', {}, 400, 'workflow'],
    ['broken JSON', '{', 400, ''],
    ['an input that the webhook does not take', { workflow: 'w1', input: { a: 1 } }, 400, 'run/input/a'],
    ['mocks that are a list', { workflow: 'w1', mocks: [] }, 400, 'mocks'],
    ['a wrong status', { workflow: 'w1', http: [{ url: '*', status: 9 }] }, 400, 'run/http/0/status'],
    ['a workflow of a newer version', { workflow: newerOrders() }, 400, '"Is large" is of typeVersion 99'],
    ['items that are texts', { workflow: 'w1', mocks: { Ignore: ['a'] } }, 400, 'run/mocks/Ignore/0 must be object'],
  ])('%s', async (_what, body, status, message) => {
    const answer = await post(body)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
  })
})

test('nothing is stored', async () => {
  const before = JSON.stringify(instance.state())
  await post({ workflow: 'w1', ...LARGE })
  expect(JSON.stringify(instance.state())).toBe(before)
})

test('a mock of a node that did not run is said', async () => {
  const { body } = await post({ workflow: 'w1', ...LARGE, input: { body: { total: 1 } } })
  expect(body).toMatchObject({ status: 'success', unusedMocks: ['Notify Slack'] })
})

test('a node of a newer version may run as its mock says', async () => {
  const mocks = { ...LARGE.mocks, 'Is large': [[], [{ small: true }]] }
  const { status, body } = await post({ workflow: newerOrders(), ...LARGE, mocks })
  expect([status, body.path]).toEqual([200, ['Webhook', 'Is large', 'Ignore']])
})
