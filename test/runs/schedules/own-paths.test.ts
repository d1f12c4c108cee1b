import { describe, expect, test } from 'bun:test'
import { type Node, startInstance, type TestInstance } from '../../../src/testing.ts'
import { inARow, noOp, webhook } from './workflows.ts'

/** Measured at 1.123.81 and read in 1.41: a webhook whose node has no `webhookId` is below its workflow and its node. */

const start = (
  profile: 'contract' | 'n8n-1.41' | 'n8n-1.123' | 'n8n-2.41',
  ...workflows: [id: string, first: Node][]
) =>
  startInstance({
    profile,
    socket: false,
    simulate: true,
    fixture: {
      workflows: workflows.map(([id, first]) => ({ id, name: id, active: true, ...inARow(first, noOp('Done')) })),
    },
  })

interface Addresses {
  addresses: { path: string }[]
}

const statusOf = async (instance: TestInstance, path: string, method = 'GET') =>
  (await instance.request(method, path, undefined, { key: null })).status

const hook = (name: string, path: string, more: Node = {}) => webhook(path, {}, { name, ...more })
const form: Node = { name: 'Form', type: 'n8n-nodes-base.formTrigger', typeVersion: 2, parameters: { path: 'ask' } }
const chat: Node = {
  name: 'My Chat',
  type: '@n8n/n8n-nodes-langchain.chatTrigger',
  typeVersion: 1.1,
  parameters: { public: true },
}

describe.each(['n8n-1.41', 'n8n-1.123'] as const)('in %s', profile => {
  test.each<[Node, path: string, number]>([
    [hook('Hook', 'orders'), '/webhook/w1/hook/orders', 200],
    [hook('Hook', 'orders'), '/webhook/orders', 404],
    [hook('Hook', 'orders'), '/webhook/w1/Hook/orders', 404],
    [hook('Hook', 'orders'), '/webhook/w1/orders', 404],
    [hook('Hook', '/a/b/'), '/webhook/w1/hook/a/b', 200],
    [hook('My Hook', 'orders'), '/webhook/w1/my%2520hook/orders', 200],
    [hook('My Hook', 'orders'), '/webhook/w1/my%20hook/orders', 404],
    [hook('Ünï & Co', 'k'), `/webhook/w1/${encodeURIComponent(encodeURIComponent('ünï & co'))}/k`, 200],
    [hook('Hook', 'orders/:id'), '/webhook/w1/hook/orders/7', 404],
    [hook('Hook', 'orders/:id'), '/webhook/orders/7', 404],
    [hook('Hook', 'orders', { webhookId: 'of-the-node' }), '/webhook/orders', 200],
    [hook('Hook', 'orders', { webhookId: 'of-the-node' }), '/webhook/w1/hook/orders', 404],
    [hook('Hook', 'orders', { webhookId: '' }), '/webhook/orders', 200],
    [hook('Hook', 'orders/:id', { webhookId: 'of-the-node' }), '/webhook/of-the-node/orders/7', 200],
    [form, '/form/w1/form/ask', 200],
    [form, '/form/ask', 404],
    [chat, '/webhook/w1/my%2520chat/chat', 200],
    [chat, '/webhook/w1/chat', 404],
    [{ ...chat, webhookId: 'of-the-node' }, '/webhook/of-the-node/chat', 200],
    [{ ...chat, webhookId: 'of-the-node' }, '/webhook/w1/my%2520chat/chat', 404],
  ])('%j is called at %s: %i', async (first, path, status) => {
    await using instance = await start(profile, ['w1', first])
    expect(await statusOf(instance, path)).toBe(status)
  })

  test('a workflow that is created and activated by the API is called there too', async () => {
    await using instance = await start(profile)
    const sent = { name: 'Made', settings: {}, ...inARow(hook('Hook', 'made'), noOp('Done')) }
    const { body } = await instance.request<{ id: string }>('POST', '/api/v1/workflows', sent)
    await instance.request('POST', `/api/v1/workflows/${body.id}/activate`)
    expect(await statusOf(instance, `/webhook/${body.id}/hook/made`)).toBe(200)
    expect(await statusOf(instance, '/webhook/made')).toBe(404)
  })

  test.each<[first: Node, second: Node, number]>([
    [hook('Hook', 'orders'), hook('Hook', 'orders'), 200],
    [hook('Hook', 'orders', { webhookId: 'a' }), hook('Hook', 'orders'), 200],
    [hook('Hook', 'orders'), hook('Hook', 'orders', { webhookId: 'b' }), 200],
    [hook('Hook', 'orders', { webhookId: 'a' }), hook('Hook', 'orders', { webhookId: 'b' }), 400],
  ])('where %j is active, %j can be: %i', async (first, second, status) => {
    await using instance = await start(profile, ['w1', first])
    const sent = { name: 'Second', settings: {}, ...inARow(second, noOp('Done')) }
    const { body } = await instance.request<{ id: string }>('POST', '/api/v1/workflows', sent)
    expect((await instance.request('POST', `/api/v1/workflows/${body.id}/activate`)).status).toBe(status)
  })

  test('the control API lists the address that answers', async () => {
    await using instance = await start(profile, ['w1', hook('My Hook', 'orders')])
    const { body } = await instance.request<Addresses>('GET', '/_control/simulation/triggers')
    expect(body.addresses.map(({ path }) => path)).toEqual(['/webhook/w1/my%2520hook/orders'])
  })
})

test.each(['contract', 'n8n-2.41'] as const)('in %s it is at its path', async profile => {
  await using instance = await start(profile, ['w1', hook('Hook', 'orders')])
  expect(await statusOf(instance, '/webhook/orders')).toBe(200)
  expect(await statusOf(instance, '/webhook/w1/hook/orders')).toBe(404)
})

test.each(['n8n-1.123', 'n8n-2.41'] as const)('in %s a chat is called where it is public', async profile => {
  const at = (id: string, parameters: Node['parameters']): [string, Node] => [
    id,
    { ...chat, webhookId: id, parameters },
  ]
  await using instance = await start(
    profile,
    at('open', { public: true }),
    at('closed', { public: false }),
    at('unsaid', {}),
  )
  for (const [id, status] of Object.entries({ open: 200, closed: 404, unsaid: 404 })) {
    const { body, ...answer } = await instance.request(
      'POST',
      `/webhook/${id}/chat`,
      { chatInput: 'Hi' },
      { key: null },
    )
    expect([id, answer.status]).toEqual([id, status])
    if (status === 404) expect(body ?? '').toBe('')
  }
  const { body } = await instance.request<{ data: { workflowId: string }[] }>('GET', '/api/v1/executions')
  expect(body.data.map(({ workflowId }) => workflowId)).toEqual(['open'])
})
