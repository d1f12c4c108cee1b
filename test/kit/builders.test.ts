import { expect, test } from 'bun:test'
import { aCredential, aNode, anExecution, aTag, aUser, aWorkflow, startInstance } from '../../src/testing.ts'
import { PROFILES } from '../core/api/world.ts'

test.each(PROFILES)('what they make is a fixture in profile %s, and the API takes it', async profile => {
  const fixture = {
    users: [aUser()],
    tags: [aTag()],
    workflows: [aWorkflow({ id: '1', tags: ['a-tag'] })],
    credentials: [aCredential()],
    executions: [anExecution()],
  }
  await using instance = await startInstance({ fixture, profile, socket: false })
  for (const kind of ['tags', 'workflows', 'executions']) {
    const { body } = await instance.request('GET', `/api/v1/${kind}`)
    expect((body as { data: unknown[] }).data).toHaveLength(1)
  }
  const { name, type, data } = aCredential({ name: 'another' })
  expect((await instance.request('POST', '/api/v1/credentials', { name, type, data })).status).toBe(200)
  expect((await instance.request('POST', '/api/v1/workflows/1/activate')).status).toBe(200)
})

test('what they make is theirs alone', () => {
  const [first, second] = [aWorkflow(), aWorkflow()]
  expect(first).toEqual(second)
  expect(first.nodes).not.toBe(second.nodes as never)
})

test('overrides win', () => {
  expect(aTag({ id: '7', name: 'x' })).toEqual({ id: '7', name: 'x' })
  expect(aUser({ email: 'a@b.cd', role: 'global:admin' })).toMatchObject({ email: 'a@b.cd', role: 'global:admin' })
  expect(anExecution({ status: 'error', workflowId: 'w' })).toEqual({ status: 'error', workflowId: 'w' })
  expect(aCredential({ type: 'githubApi' })).toEqual({ name: 'A credential', type: 'githubApi', data: {} })
  expect(aNode({ name: 'Store', type: 'n8n-nodes-base.postgres' })).toMatchObject({ type: 'n8n-nodes-base.postgres' })
})

test('the nodes of a workflow are connected in a row', () => {
  const { nodes, connections } = aWorkflow({
    nodes: ['Webhook', 'If', { name: 'Mine', type: 'x.y', position: [5, 5] }],
  })
  expect(nodes).toMatchObject([
    { name: 'Webhook', type: 'n8n-nodes-base.webhook', position: [0, 0] },
    { name: 'If', type: 'n8n-nodes-base.if', position: [240, 0] },
    { name: 'Mine', type: 'x.y', position: [5, 5] },
  ])
  expect(connections).toEqual({
    Webhook: { main: [[{ node: 'If', type: 'main', index: 0 }]] },
    If: { main: [[{ node: 'Mine', type: 'main', index: 0 }]] },
  })
})

test('other connections replace those', () => {
  expect(aWorkflow({ nodes: ['Webhook', 'If'], connections: {} }).connections).toEqual({})
})
