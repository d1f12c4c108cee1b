import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { assertNoWarnings, assertReceived, startInstance, type TestInstance } from 'n8n-understudy/testing'

/** Your client. */
async function createTag({ url, apiKey }: { url: string; apiKey: string }, name: string) {
  const response = await fetch(`${url}/api/v1/tags`, {
    method: 'POST',
    headers: { 'X-N8N-API-KEY': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

let instance: TestInstance
beforeEach(async () => {
  instance = await startInstance({ fixture: { tags: [{ name: 'taken' }] } })
})
afterEach(() => instance.stop())

test('makes a tag', async () => {
  await createTag(instance, 'urgent')

  assertReceived(instance, { operation: 'createTag', body: { name: 'urgent' }, times: 1 })
  assertNoWarnings(instance)
  assert.deepEqual(
    instance.state('tags').tags?.map(({ name }) => name),
    ['taken', 'urgent'],
  )
})

test('says so when there is such a tag', async () => {
  await assert.rejects(createTag(instance, 'taken'), /409 .*Tag already exists/)
})
