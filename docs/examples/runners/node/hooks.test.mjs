import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertReceived, startInstance } from 'n8n-understudy/testing'

let instance
before(async () => {
  instance = await startInstance({ profile: 'n8n-2.41' })
})
beforeEach(() => instance.reset())
after(() => instance.stop())

test('creates a tag', async () => {
  const response = await fetch(`${instance.url}/api/v1/tags`, {
    method: 'POST',
    headers: { 'X-N8N-API-KEY': instance.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'urgent' }),
  })
  assert.equal(response.status, 201)
  assertReceived(instance, { operation: 'createTag', body: { name: 'urgent' } })
})

test('begins with no tags again', () => {
  assert.deepEqual(instance.state('tags').tags, [])
})
