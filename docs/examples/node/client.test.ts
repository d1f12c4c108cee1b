import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { assertNoWarnings, assertReceived, startInstance, type TestInstance } from 'n8n-understudy/testing'
import { createClient } from '../client.ts'

let instance: TestInstance
beforeEach(async () => {
  instance = await startInstance({ fixture: { tags: [{ name: 'taken' }] } })
})
afterEach(() => instance.stop())

test('makes a tag', async () => {
  await createClient(instance).createTag('urgent')

  assertReceived(instance, { operation: 'createTag', body: { name: 'urgent' }, times: 1 })
  assertNoWarnings(instance)
  assert.deepEqual(await createClient(instance).tagNames(), ['taken', 'urgent'])
})

test('says so when there is such a tag', async () => {
  await assert.rejects(createClient(instance).createTag('taken'), /409 Tag already exists/)
})
