import { describe, expect, test } from 'bun:test'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { KEY as OWN } from '../runtimes/runtimes.ts'

const KEY = 'key-of-the-other-service'
const METHODS = ['POST', 'GET', 'DELETE'] as const

const ask = (method: string, headers: Record<string, string>) => ({
  method,
  headers: { 'x-n8n-api-key': OWN, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
  ...(method === 'POST' ? { body: JSON.stringify({ url: 'https://n8n.example.com', apiKey: KEY }) } : {}),
})

describe.each(METHODS)('%s /_control/clone', method => {
  test.each([
    ['a member', { 'x-n8n-api-key': 'mia-key' }, 403],
    ['somebody without a key', { 'x-n8n-api-key': '' }, 401],
    ['a page of another origin', { origin: 'https://evil.example.com' }, 403],
    ['another host name', { host: 'evil.example.com' }, 403],
  ])('is not for %s', async (_who, headers, status) => {
    const users = [{ email: 'mia@example.com', apiKey: 'mia-key' }]
    await using copy = await startInstance({ apiKey: OWN, fixture: { users }, socket: false })
    const before = copy.state()
    const answer = await copy.fetch('/_control/clone', ask(method, headers))
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(KEY)
    expect(copy.state()).toEqual(before)
  })

  test('is not there without the control API', async () => {
    const options = { profile: 'contract', serviceName: 'n8n', apiKey: OWN, allowHosts: [], fixtures: [] } as const
    const instance = await createInstance({ ...options, fixtures: [], control: false, page: true, report() {} })
    const answer = await instance.fetch('/_control/clone', ask(method, {}))
    await instance.stop()
    expect(answer.status).toBe(404)
  })
})
