const { startInstance } = require('n8n-understudy/testing/jest')

let instance
beforeEach(async () => {
  instance = await startInstance({ profile: 'n8n-2.41' })
})
afterEach(() => instance.stop())

test('creates a tag', async () => {
  const response = await fetch(`${instance.url}/api/v1/tags`, {
    method: 'POST',
    headers: { 'X-N8N-API-KEY': instance.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'urgent' }),
  })
  expect(response.status).toBe(201)
  expect(instance).toHaveReceived({ operation: 'createTag', body: { name: 'urgent' } })
})
