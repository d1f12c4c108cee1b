import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'

const workflows = [
  aWorkflow({ id: '1', nodes: ['Webhook', 'If', 'Store'] }),
  aWorkflow({ id: '2', nodes: [{ name: 'Off', disabled: true }] }),
]
const start = () => startInstance({ fixture: { workflows }, clock: '2026-05-01T00:00:00.000Z', socket: false })

describe('a retry', () => {
  test('that succeeds is noted in what it retries', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'error' })
    const retry = await instance.executions.add({ workflowId: '1', status: 'success', retryOf: 1 })
    expect(retry).toMatchObject({ id: 2, mode: 'retry', retryOf: 1, retrySuccessId: null })
    expect((await instance.request('GET', '/api/v1/executions/1')).body).toMatchObject({ retrySuccessId: 2 })
  })

  test('that fails is not', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'error' })
    await instance.executions.add({ workflowId: '1', status: 'error', retryOf: '1' })
    expect((await instance.request('GET', '/api/v1/executions/1')).body).toMatchObject({ retrySuccessId: null })
    expect((await instance.request('GET', '/api/v1/executions/2')).body).toMatchObject({ retryOf: 1 })
  })
})

test.each<[unknown, number, string]>([
  [{ workflowId: '9', status: 'success' }, 400, 'request/body/workflowId: there is no workflow 9'],
  [{ status: 'success' }, 400, "request/body must have required property 'workflowId'"],
  [{ workflowId: '1', status: 'done' }, 400, 'request/body/status must be equal to one of the allowed values'],
  [{ workflowId: '1', status: 'success', node: 'If' }, 400, 'request/body/node is not a known property'],
  [
    { workflowId: '1', status: 'success', errorNode: 'If' },
    400,
    'errorNode and error go with the status error or crashed, not with success',
  ],
  [
    { workflowId: '1', status: 'error', errorNode: 'Iff' },
    400,
    'request/body/errorNode: workflow 1 has no node "Iff"; it has: "Webhook", "If"',
  ],
  [{ workflowId: '2', status: 'error', errorNode: 'Off' }, 400, 'errorNode: node "Off" is disabled, so it cannot fail'],
  [{ workflowId: '1', status: 'error', error: 'x', data: {} }, 400, 'have no effect with data'],
  [{ workflowId: '1', status: 'success', retryOf: 9 }, 400, 'request/body/retryOf: workflow 1 has no execution 9'],
  [{ workflowId: '2', status: 'success', retryOf: 1 }, 400, 'request/body/retryOf: workflow 2 has no execution 1'],
  [{ id: 1, workflowId: '1', status: 'success' }, 409, 'request/body/id: there is an execution 1'],
])('refuses %j with %i', async (input, status, message) => {
  await using instance = await start()
  await instance.executions.add({ workflowId: '1', status: 'error' })
  const before = instance.state()
  const answer = await instance.request('POST', '/_control/executions', input)
  expect([answer.status, answer.body]).toEqual([status, { message: expect.stringContaining(message) }])
  expect(instance.state()).toEqual(before)
})

test('never gives an id twice', async () => {
  await using instance = await start()
  const ids = []
  for (const id of [undefined, 10, undefined]) {
    ids.push((await instance.executions.add({ workflowId: '1', status: 'success', ...(id ? { id } : {}) })).id)
  }
  expect((await instance.request('DELETE', '/api/v1/executions/11')).body).toMatchObject({ id: 11 })
  ids.push((await instance.executions.add({ workflowId: '1', status: 'success' })).id)
  expect(ids).toEqual([1, 10, 11, 12])
})

test('appears in lists and filters like any other', async () => {
  await using instance = await start()
  for (const status of ['success', 'error', 'crashed', 'waiting', 'running', 'canceled'] as const) {
    await instance.executions.add({ workflowId: '1', status })
  }
  const idsOf = async (query: string) => {
    const { body } = await instance.request('GET', `/api/v1/executions${query}`)
    return (body as { data: { id: number }[] }).data.map(({ id }) => id)
  }
  expect(await idsOf('')).toEqual([6, 4, 3, 2, 1])
  expect(await idsOf('?status=error')).toEqual([3, 2])
  expect(await idsOf('?status=waiting')).toEqual([4])
})

test.each(VERSION_NAMES)('one that is added to %s is answered as it is shown', async profile => {
  await using instance = await startInstance({ fixture: { workflows }, profile, socket: false })
  const added = await instance.executions.add({ workflowId: '1', status: 'success' })
  const { body } = await instance.request('GET', '/api/v1/executions/1')
  expect(added).toEqual({ ...(body as typeof added), status: 'success' })
})
