import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { CONTROL_OPERATIONS } from '../../src/control/operations.ts'
import { startInstance } from '../../src/testing.ts'
import { SECRET, sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
const KEY = 'key-of-the-other-service'

describe('POST /_control/clone', () => {
  test('copies a service into an empty instance, whose owner has what was the owner’s there', async () => {
    await using source = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
    await using copy = await startInstance()
    const [owner] = copy.state('users').users ?? []
    const body = { url: source.url, apiKey: KEY, executions: 6 }
    const { status, body: said, text } = await copy.request('POST', '/_control/clone', body)
    expect([status, said]).toMatchObject([200, { version: 'contract', counts: sizes, gaps: [] }])
    const { responses } = CONTROL_OPERATIONS.find(({ id }) => id === 'clone') ?? {}
    expect(responses?.[200] && [...Value.Errors(responses[200].schema, said)]).toEqual([])
    const state = copy.state()
    expect(state.users).toEqual([owner as never])
    expect(new Set(state.workflows?.map(({ owner }) => owner))).toEqual(new Set([owner?.id]))
    expect(state.credentials?.every(({ isStandIn }) => isStandIn)).toBe(true)
    const log = (await copy.request('GET', '/_control/requests')).text
    for (const secret of [KEY, SECRET]) expect(text + log + JSON.stringify(state)).not.toContain(secret)
  })

  test.each([
    ['an instance that holds something', { tags: [{ name: 'a' }] }, {}, 409, 'The instance is not empty'],
    ['a wrong key', {}, { apiKey: 'wrong' }, 502, 'the key is not accepted'],
    ['another address', {}, { url: 'http://127.0.0.1:1' }, 502, 'nothing answers there'],
    ['plain http', {}, { url: 'http://n8n.example.com' }, 502, 'is not encrypted'],
    ['no key', {}, { apiKey: '' }, 400, 'request/body/apiKey must NOT have fewer than 1 characters'],
    ['a key that nobody knows', {}, { nope: 1 }, 400, 'request/body/nope is not a known property'],
  ])(
    '%s: nothing changes',
    async (_what, fixture, given, status, message) => {
      await using source = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
      await using copy = await startInstance({ fixture })
      const before = copy.state()
      const answer = await copy.request('POST', '/_control/clone', { url: source.url, apiKey: KEY, ...given })
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)])
      expect(answer.text).not.toContain(KEY)
      expect(copy.state()).toEqual(before)
    },
    30_000,
  )

  test('is for the owner alone', async () => {
    await using copy = await startInstance({ fixture: { users: [{ email: 'mia@example.com', apiKey: 'mia-key' }] } })
    const body = { url: 'https://n8n.example.com', apiKey: KEY }
    expect((await copy.request('POST', '/_control/clone', body, { key: 'mia-key' })).status).toBe(403)
  })
})

describe('GET /_control/snapshots/{name}/differences', () => {
  test('says what differs between two snapshots, and between one and now', async () => {
    await using instance = await startInstance({ fixture: sampleFixture(sizes) })
    instance.snapshot('before')
    const { body } = await instance.request('GET', '/api/v1/workflows/1')
    const { name, nodes, connections } = body as Record<string, unknown>
    await instance.request('PUT', '/api/v1/workflows/1', { name: `${name} again`, nodes, connections, settings: {} })
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    instance.snapshot('after')
    const compared = async (left: string, query = '') =>
      (await instance.request('GET', `/_control/snapshots/${left}/differences${query}`)).body
    const differs = {
      isSame: false,
      kinds: {
        tags: { onlyRight: [{ name: 'new' }], same: 3 },
        workflows: {
          same: 11,
          different: [
            {
              left: { id: '1' },
              differences: [{ what: 'name', left: 'Workflow 1' }, { what: 'settings.executionOrder' }],
            },
          ],
        },
      },
    }
    expect(await compared('before', '?with=after')).toMatchObject(differs)
    expect(await compared('before')).toMatchObject({ ...differs, right: 'now' })
    expect(await compared('after')).toMatchObject({ isSame: true })
  })
})
