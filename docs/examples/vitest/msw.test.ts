import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { startInstance, type TestInstance } from 'n8n-understudy/testing/vitest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../client.ts'

const URL = 'https://n8n.example.com'
const server = setupServer()
let instance: TestInstance

beforeEach(async () => {
  instance = await startInstance({ socket: false })
  // what the instance answers is what the network answers; a dropped connection is a network error
  server.use(http.all(`${URL}/*`, ({ request }) => instance.fetch(request).catch(() => HttpResponse.error())))
  server.listen({ onUnhandledFrame: 'error' })
})

afterEach(async () => {
  server.resetHandlers()
  server.close()
  await instance.stop()
})

test('a client of another host is answered by the instance', async () => {
  const client = createClient({ url: URL, apiKey: instance.apiKey })

  await client.createTag('urgent')

  expect(await client.tagNames()).toEqual(['urgent'])
  expect(instance).toHaveReceivedInOrder([{ operation: 'createTag' }, { operation: 'getTags' }])
})

test('a dropped connection is a network error', async () => {
  instance.faults.add({ operation: 'getTags', drop: 'before' })

  const asked = createClient({ url: URL, apiKey: instance.apiKey }).tagNames()

  await expect(asked).rejects.toThrow(TypeError)
})
