import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { aWorkflow, startInstance, type TestInstance } from 'n8n-understudy/testing'
import { createClient } from './client.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ fixture: { workflows: [aWorkflow({ name: 'Intake' })] } })
})
beforeEach(() => instance.reset())
afterAll(() => instance.stop())

test('one test adds a workflow', async () => {
  await instance.seed({ workflows: [aWorkflow({ name: 'Billing' })] })
  expect(await createClient(instance).workflowNames()).toEqual(['Intake', 'Billing'])
})

test('the next one does not see it', async () => {
  expect(await createClient(instance).workflowNames()).toEqual(['Intake'])
})
