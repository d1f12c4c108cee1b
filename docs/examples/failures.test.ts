import { expect, test } from 'bun:test'
import { startInstance } from 'n8n-understudy/testing/bun'
import { createClient } from './client.ts'

test('tries again after a 429', async () => {
  await using instance = await startInstance()
  instance.faults.add({ operation: 'createTag', retryAfter: 0.01, times: 2 })

  await createClient(instance).createTag('urgent')

  expect(instance).toHaveReceived({ operation: 'createTag', times: 3 })
})

test.each([{ status: 503 }, { drop: 'middle' }, { malformed: 'html' }, { malformed: 'truncated' }] as const)(
  'fails when the answer is %j',
  async fault => {
    await using instance = await startInstance()
    instance.faults.add(fault)

    await expect(createClient(instance).createTag('urgent')).rejects.toThrow()
  },
)
