import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReceived, startInstance } from 'n8n-understudy/testing'

// your client
async function createTag({ url, apiKey }, name) {
  const headers = { 'X-N8N-API-KEY': apiKey, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: JSON.stringify({ name }) })
  const body = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${body.message}`)
  return body
}

test('makes a tag, and says when there is one already', async () => {
  const instance = await startInstance()
  try {
    const tag = await createTag(instance, 'urgent')
    assert.equal(tag.name, 'urgent')

    await assert.rejects(createTag(instance, 'urgent'), /409 Tag already exists/)
    assertReceived(instance, { operation: 'createTag', times: 2 })
  } finally {
    await instance.stop()
  }
})
