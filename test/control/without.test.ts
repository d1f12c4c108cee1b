import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInstance, type Instance } from '../../src/instance/instance.ts'

let instance: Instance
beforeAll(async () => {
  const options = { profile: 'contract', serviceName: 'n8n', apiKey: 'k', allowHosts: [], fixtures: [] } as const
  instance = await createInstance({ ...options, fixtures: [], control: false, page: false, report() {} })
})
afterAll(() => instance.stop())

const ask = (method: string, path: string) => instance.fetch(path, { method, headers: { 'X-N8N-API-KEY': 'k' } })

test.each([
  ['GET', '/_control/state'],
  ['POST', '/_control/reset'],
  ['GET', '/_control/requests'],
  ['GET', '/_control/overview'],
])('an instance without control API answers 404 to %s %s', async (method, path) => {
  expect((await ask(method, path)).status).toBe(404)
})

test('and answers the API as always', async () => {
  expect((await ask('GET', '/api/v1/tags')).status).toBe(200)
  expect((await ask('GET', '/api/v1/nope')).status).toBe(404)
  expect(instance.control).toBeUndefined()
})
