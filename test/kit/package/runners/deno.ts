import { throws } from 'node:assert/strict'
import { assertReceived, startInstance } from 'n8n-understudy/testing'
import { facts } from './client-facts.ts'

for (const [name, fact] of Object.entries(facts)) Deno.test(name, () => fact(startInstance))

Deno.test('the assertions have their types', async () => {
  await using instance = await startInstance({ socket: false })
  await instance.request('POST', '/api/v1/tags', { name: 'urgent' })
  assertReceived(instance, { operation: 'createTag', times: 1 })
  // @ts-expect-error there is no such operation
  throws(() => assertReceived(instance, { operation: 'createTagg' }), /createTagg/)
})
