import { expect, test } from 'bun:test'
import { aWorkflow, startInstance } from 'n8n-understudy/testing/bun'
import { createClient } from './client.ts'

test('reads every page', async () => {
  const names = ['Intake', 'Billing', 'Report', 'Backup', 'Cleanup']
  await using instance = await startInstance({ fixture: { workflows: names.map(name => aWorkflow({ name })) } })

  expect(await createClient(instance).workflowNames()).toEqual(names)

  expect(instance).toHaveReceived({ path: '/workflows', query: { limit: 2 }, times: 3 })
  // fails if a page was not requested
  expect(instance).toHaveNoWarnings()
})
