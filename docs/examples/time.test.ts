import { expect, test } from 'bun:test'
import { aWorkflow, startInstance } from 'n8n-understudy/testing'
import { createClient } from './client.ts'

test('finds the failures of the last hour', async () => {
  await using instance = await startInstance({
    clock: '2026-01-01T12:00:00Z',
    fixture: { workflows: [aWorkflow({ id: '1', nodes: ['Webhook', 'HTTP Request'] })] },
  })
  await instance.executions.add({ workflowId: '1', status: 'error' })
  instance.clock.advance('2h')
  await instance.executions.add({ workflowId: '1', status: 'success' })
  await instance.executions.add({ workflowId: '1', status: 'error', errorNode: 'HTTP Request', error: 'Timed out' })

  const since = new Date('2026-01-01T13:00:00Z')

  expect(await createClient(instance).failuresSince(since)).toEqual([3])
})
