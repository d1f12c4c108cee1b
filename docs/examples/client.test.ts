import { expect, test } from 'bun:test'
import { startInstance } from 'n8n-understudy/testing/bun'
import { createClient } from './client.ts'

test('makes a tag', async () => {
  await using instance = await startInstance()

  await createClient(instance).createTag('urgent')

  expect(instance).toHaveReceived({ method: 'POST', path: '/tags', body: { name: 'urgent' }, times: 1 })
  expect(instance).toHaveNoWarnings()
  expect(instance.state('tags').tags).toMatchObject([{ name: 'urgent' }])
})

test('says so when there is such a tag', async () => {
  await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })

  const made = createClient(instance).createTag('urgent')

  await expect(made).rejects.toThrow('409 Tag already exists')
})
