import { expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { type Execution, outputOf } from './playing.ts'
import { inARow, respond, webhook } from './workflows.ts'

const SIMULATED = { socket: false, simulate: true, clock: '2026-03-01T12:00:00Z' }

test.each([
  ['orders/7', 'one'],
  ['orders/7/lines', 'lines'],
  ['orders/7/new', 'new'],
  ['refunds/7', 'refund'],
  ['orders/7/', 'one'],
  ['orders//lines', 'lines'],
  ['orders/all', 'fixed'],
  ['orders/7/lines//', 'lines'],
])('of several open paths, %s is that of %s', async (path, id) => {
  const open = (id: string, path: string) => ({ id, name: id, active: true, ...inARow(webhook(path)) })
  const workflows = [
    open('part', 'orders/:id/:part'),
    open('one', 'orders/:id'),
    open('lines', 'orders/:id/lines'),
    open('new', 'orders/:id/new'),
    open('refund', 'refunds/:id'),
    open('fixed', 'orders/all'),
  ]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  await instance.request('GET', `/webhook/${path}`, undefined, { key: null })
  expect(instance.state('executions').executions.map(({ workflowId }) => workflowId)).toEqual([id])
})

test.each([
  ['orders', {}, 404],
  ['orders/7/lines/1/more', {}, 404],
  ['orders/7/rows/1', {}, 404],
  ['orders/7/lines/1', { id: '7', line: '1' }, 200],
  ['orders/a%2Fb/lines/1', { id: 'a/b', line: '1' }, 404],
])('the parts of %s are %j: %i', async (path, params, status) => {
  const workflows = [{ id: '1', name: 'w', active: true, ...inARow(webhook('orders/:id/lines/:line')) }]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  expect((await instance.request('GET', `/webhook/${path}`, undefined, { key: null })).status).toBe(status)
  if (status === 404) return
  const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(text).toContain(`"params":${JSON.stringify(params)}`)
})

test.each<[string, string, unknown]>([
  ['{"a":', 'success', { a: null }],
  ['={{ code() }}', 'error', undefined],
])('a set node with the JSON %s ends with %s: it is repaired, or fails', async (jsonOutput, status, json) => {
  const set = { name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput } }
  const workflows = [{ id: '1', name: 'Orders', active: true, ...inARow(webhook('x'), set) }]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  await instance.request('GET', '/webhook/x', undefined, { key: null })
  const [execution] = instance.state('executions').executions as unknown as Execution[]
  expect(execution?.status).toBe(status)
  expect(execution && outputOf(execution, 'Set')).toEqual(json === undefined ? undefined : [[json as never]])
})

test('a path with a colon in the middle of a part is no open one: the id of its webhook is not part of it', async () => {
  const workflows = [{ id: '1', name: 'w', active: true, ...inARow(webhook('orders:all', {}, { webhookId: 'hook' })) }]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  expect((await instance.request('GET', '/webhook/orders:all', undefined, { key: null })).status).toBe(200)
})

test.each([
  ['old', 200],
  ['new', 404],
])('of a workflow that was changed since it was published, the path %s answers %i', async (path, status) => {
  const version = (versionId: string) => ({ versionId, ...inARow(webhook(versionId)) })
  const workflow = { id: '1', name: 'Orders', active: true, activeVersionId: 'old', versionId: 'new' }
  const workflows = [{ ...workflow, ...inARow(webhook('new')), versions: [version('new'), version('old')] }]
  await using instance = await startInstance({ ...SIMULATED, profile: 'n8n-2.41', fixture: { workflows } })
  expect((await instance.request('GET', `/webhook/${path}`, undefined, { key: null })).status).toBe(status)
  const ran = instance.state('executions').executions.map(({ workflowVersionId }) => workflowVersionId)
  expect(ran).toEqual(status === 200 ? ['old'] : [])
})

test('an execution names the version of a workflow that none was published of', async () => {
  const workflows = [
    { id: '1', name: 'Orders', active: true, versionId: 'first', ...inARow(webhook('x', {}, { webhookId: 'x' })) },
  ]
  await using instance = await startInstance({ ...SIMULATED, profile: 'n8n-1.41', fixture: { workflows } })
  expect((await instance.request('GET', '/webhook/x', undefined, { key: null })).status).toBe(200)
  expect(instance.state('executions').executions).toMatchObject([{ workflowVersionId: 'first' }])
})

test.each([['{"b":2}'], [{ b: 2 }]])('a respond node answers the JSON %j', async responseBody => {
  const nodes = [webhook('x', { responseMode: 'responseNode' }), respond({ respondWith: 'json', responseBody })]
  const workflows = [{ id: '1', name: 'Orders', active: true, ...inARow(...nodes) }]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  expect((await instance.request('GET', '/webhook/x', undefined, { key: null })).body).toEqual({ b: 2 })
})
