import { expect, test } from './understudy'

test('creates a tag', async ({ instance, request }) => {
  const response = await request.post(`${instance.url}/api/v1/tags`, {
    headers: { 'X-N8N-API-KEY': instance.apiKey },
    data: { name: 'urgent' },
  })
  expect(response.status()).toBe(201)
  expect(instance.state('tags').tags).toMatchObject([{ name: 'urgent' }])
  expect(instance.requests.matching({ operation: 'createTag' })).toHaveLength(1)
})
