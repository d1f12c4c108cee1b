import { startInstance } from 'n8n-understudy/testing/vitest'
import nock from 'nock'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../client.ts'

// nock keeps every request off the network but those to this machine, where the instance listens
beforeEach(() => {
  nock.disableNetConnect()
  nock.enableNetConnect('127.0.0.1')
})

afterEach(() => {
  nock.cleanAll()
  nock.enableNetConnect()
})

afterAll(() => nock.restore())

test('the instance answers beside what nock does', async () => {
  await using instance = await startInstance()
  const hook = nock('https://hooks.example.com').post('/tag-made').reply(204)

  const { name } = await createClient(instance).createTag('urgent')
  await fetch('https://hooks.example.com/tag-made', { method: 'POST', body: name })

  expect(hook.isDone()).toBe(true)
  expect(instance).toHaveReceived({ operation: 'createTag', times: 1 })
  await expect(fetch('https://n8n.example.com/api/v1/tags')).rejects.toThrow()
})
