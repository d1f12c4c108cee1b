import { expect, test } from '@jest/globals'
import { startInstance } from 'n8n-understudy/testing/jest'
import { facts } from './client-facts.ts'

for (const [name, fact] of Object.entries(facts)) test(name, () => fact(startInstance))

test('the matchers are in expect, with their types', async () => {
  await using instance = await startInstance({ socket: false, clock: new Date(0) })
  await instance.request('POST', '/api/v1/tags', { name: 'urgent' })
  expect(instance).toHaveReceived({ operation: 'createTag', body: { name: expect.any(String) }, times: 1 })
  expect(instance).toHaveReceived({ path: /tags$/, body: { name: /^urg/ } })
  expect(instance).not.toHaveReceived({ operation: 'deleteTag' })
  expect(instance).toHaveNoWarnings()
  // @ts-expect-error there is no such operation
  expect(() => expect(instance).not.toHaveReceived({ operation: 'createTagg' })).toThrow('createTagg')
})
