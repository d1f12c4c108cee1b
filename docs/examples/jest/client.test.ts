import { expect, test } from '@jest/globals'
import { startInstance, versions } from 'n8n-understudy/testing/jest'
import { createClient } from '../client.ts'

test.each([...versions])('makes a tag, in version %s', async profile => {
  await using instance = await startInstance({ profile })

  await createClient(instance).createTag('urgent')

  expect(instance).toHaveReceived({ operation: 'createTag', body: { name: 'urgent' }, times: 1 })
  expect(instance.state('tags').tags).toMatchObject([{ name: 'urgent' }])
})
