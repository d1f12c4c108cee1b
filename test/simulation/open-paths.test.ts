import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { inARow, webhook } from './workflows.ts'

const SIMULATED = { socket: false, simulate: true, clock: '2026-03-01T12:00:00Z' }

test.each([
  ['orders/7', 'one'],
  ['orders/7/lines', 'lines'],
  ['orders/7/new', 'new'],
  ['refunds/7', 'refund'],
])('of several open paths, %s is that of %s', async (path, id) => {
  const open = (id: string, path: string) => ({ id, name: id, active: true, ...inARow(webhook(path)) })
  const workflows = [
    open('part', 'orders/:id/:part'),
    open('one', 'orders/:id'),
    open('lines', 'orders/:id/lines'),
    open('new', 'orders/:id/new'),
    open('refund', 'refunds/:id'),
  ]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  await instance.request('GET', `/webhook/${path}`, undefined, { key: null })
  expect(instance.state('executions').executions.map(({ workflowId }) => workflowId)).toEqual([id])
})

test.each(['{"a":', '={{ code() }}'])('a set node with the JSON %s leaves it out, and says so', async jsonOutput => {
  const set = { name: 'Set', type: 'n8n-nodes-base.set', parameters: { mode: 'raw', jsonOutput } }
  const workflows = [{ id: '1', name: 'Orders', active: true, ...inARow(webhook('x'), set) }]
  await using instance = await startInstance({ ...SIMULATED, fixture: { workflows } })
  await instance.request('GET', '/webhook/x', undefined, { key: null })
  const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(text).toContain('are left out: jsonOutput')
})
