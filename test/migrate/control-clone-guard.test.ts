import { describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { KEY as OWN, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
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

test.each(RUNTIMES)(
  'a service is copied over a socket by the command on %s',
  async runtime => {
    await using service = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
    await using copy = await startOn(runtime)
    const request = async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { 'x-n8n-api-key': OWN, 'content-type': 'application/json' }
      const answer = await fetch(copy.url + path, { method, headers, ...sent })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const begun = await request('POST', '/_control/clone', { url: service.url, apiKey: KEY, executions: 6 })
    expect(begun.status).toBe(202)
    let state = begun.body
    for (; state.status === 'running'; state = (await request('GET', '/_control/clone')).body) await sleep(20)
    expect(state).toMatchObject({ status: 'done', counts: sizes, gaps: [] })
    expect((await request('GET', '/api/v1/workflows')).body.data).toHaveLength(sizes.workflows)
    expect(copy.said.out + copy.said.err).not.toContain(KEY)
  },
  60_000,
)
