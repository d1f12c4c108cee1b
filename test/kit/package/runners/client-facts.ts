// The client suite that every runner runs in a project of its own: see runners.test.ts.
import { equal, rejects } from 'node:assert/strict'
import { assertNoWarnings, assertReceived, type startInstance, type TestInstance } from 'n8n-understudy/testing'
import { createClient } from './client.ts'

// Jest has arrays of its own, which are not deeply equal to those of Node: the names are compared as text
type Start = typeof startInstance

export const facts: Record<string, (start: Start) => Promise<void>> = {
  'over a socket': async start => {
    await using instance = await start({ fixture: { tags: [{ name: 'old' }] } })
    const client = createClient(instance)
    await client.createTag('urgent')
    equal(String(await client.tagNames()), 'old,urgent')
    assertReceived(instance, { operation: 'createTag', body: { name: 'urgent' }, times: 1 })
    assertNoWarnings(instance)
  },
  'without a socket': async start => {
    await using instance = await start({ socket: false, fixture: { tags: [{ name: 'old' }] } })
    await instance.request<{ id: string }>('POST', '/api/v1/tags', { name: 'urgent' })
    equal(String(await namesOf(instance)), 'old,urgent')
    equal(String(instance.state('tags').tags.map(({ name }) => name)), 'old,urgent')
  },
  'a connection that is dropped': async start => {
    await using instance = await start()
    instance.faults.add({ operation: 'getTags', drop: 'before', times: 1 })
    const client = createClient(instance)
    await rejects(client.tagNames())
    equal(String(await client.tagNames()), '')
  },
  'nothing once it has stopped': async start => {
    const instance = await start()
    await instance.stop()
    await rejects(createClient(instance).tagNames())
    await rejects(instance.request('GET', '/api/v1/tags'), { name: 'TypeError' })
  },
}

async function namesOf(instance: TestInstance) {
  const { body } = await instance.request<{ data: { name: string }[] }>('GET', '/api/v1/tags')
  return body.data.map(({ name }) => name)
}
