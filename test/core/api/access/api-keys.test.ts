import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstance } from '../../../../src/testing.ts'
import { temporaryFolder } from '../../../commands/run-cli.ts'
import { openFile } from '../../../tools/fuzz/open-file.ts'
import { field, MEMBER, PEOPLE, world } from '../world.ts'

const CLOCK = '2026-05-01T12:00:00.000Z'
const start = () => startInstance({ fixture: world, clock: CLOCK, socket: false })
type Keys = { keys: { id: string; user: string; label: string; lastUsedAt: string | null }[] }

const listed = async (instance: Awaited<ReturnType<typeof start>>) =>
  (await instance.request('GET', '/_control/keys')).body as Keys

describe('an API key', () => {
  test('that is made works at once, beside the one that its user had', async () => {
    await using instance = await start()
    const made = await instance.request('POST', '/_control/keys', { user: 'MIA@example.com', label: 'CI' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        user: 'mia@example.com',
        label: 'CI',
        scopes: null,
        expiresAt: null,
        createdAt: CLOCK,
        lastUsedAt: null,
        apiKey: expect.stringMatching(/^n8n_api_[0-9a-f]{80}$/),
      },
    ])
    for (const key of [String(field(made, 'apiKey')), MEMBER.key]) {
      expect((await instance.request('GET', '/api/v1/tags', undefined, { key })).status).toBe(200)
    }
  })

  test('is told once: neither list nor state nor request log nor document has it', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const lines: string[] = []
    const instance = await openFile(file, {
      apiKey: 'owner-key',
      page: true,
      report: line => lines.push(line),
      onResponse: served => lines.push(JSON.stringify(served)),
    })
    const headers = { 'x-n8n-api-key': 'owner-key', 'content-type': 'application/json' }
    const body = JSON.stringify({ user: 'owner@example.com' })
    const made = await (await instance.fetch('/_control/keys', { method: 'POST', headers, body })).json()
    const shown: string[] = []
    for (const path of ['keys', 'state', 'requests?bodies', 'overview']) {
      shown.push(await (await instance.fetch(`/_control/${path}`, { headers })).text())
    }
    await instance.stop()
    shown.push(await readFile(file, 'utf8'), ...lines)
    for (const text of shown) {
      expect(text).not.toContain(made.apiKey.slice(8))
      expect(text).not.toContain('owner-key')
    }
  })

  test('that is revoked is worth nothing from that moment, and others stay', async () => {
    await using instance = await start()
    const made = await instance.request('POST', '/_control/keys', { user: 'mia@example.com' })
    const key = String(field(made, 'apiKey'))
    expect((await instance.request('GET', '/api/v1/tags', undefined, { key })).status).toBe(200)
    const gone = await instance.request('DELETE', `/_control/keys/${field(made, 'id')}`)
    expect([gone.status, field(gone, 'id')]).toEqual([200, field(made, 'id')])
    expect((await instance.request('GET', '/api/v1/tags', undefined, { key })).status).toBe(401)
    expect((await instance.request('GET', '/api/v1/tags', undefined, MEMBER)).status).toBe(200)
    expect((await instance.request('DELETE', `/_control/keys/${field(made, 'id')}`)).status).toBe(404)
  })

  test.each(['reset', 'snapshots/before/restore'])('that is revoked stays so after %s', async way => {
    await using instance = await start()
    instance.snapshot('before')
    const status = async () => (await instance.request('GET', '/api/v1/tags', undefined, MEMBER)).status
    const { id = '' } = (await listed(instance)).keys.find(({ user }) => user === 'mia@example.com') ?? {}
    await instance.request('DELETE', `/_control/keys/${id}`)
    expect((await instance.request('POST', `/_control/${way}`)).status).toBe(200)
    expect(await status()).toBe(401)
    await instance.request('POST', '/_control/seed', {
      users: [{ email: 'mia@example.com', id: PEOPLE.member, apiKey: MEMBER.key }],
    })
    expect(await status()).toBe(200)
    await instance.request('POST', `/_control/${way}`)
    expect(await status()).toBe(200)
  })

  test('that was made stays where the owner would have none after a reset', async () => {
    await using instance = await start()
    const own = (await listed(instance)).keys.find(({ user }) => user === 'olga@example.com')
    const made = await instance.request('POST', '/_control/keys', { user: 'olga@example.com' })
    const key = String(field(made, 'apiKey'))
    await instance.request('DELETE', `/_control/keys/${own?.id}`, undefined, { key })
    expect((await instance.request('POST', '/_control/reset', undefined, { key })).status).toBe(200)
    expect((await instance.request('GET', '/api/v1/tags', undefined, { key })).status).toBe(200)
    expect((await instance.request('GET', '/api/v1/tags')).status).toBe(401)
  })

  test('is listed with its label and its last use', async () => {
    await using instance = await start()
    await instance.request('GET', '/api/v1/tags', undefined, MEMBER)
    instance.clock.advance('1h')
    const { keys } = await listed(instance)
    expect(keys.map(({ user, label, lastUsedAt }) => [user, label, lastUsedAt])).toEqual([
      ['adam@example.com', 'fixture', null],
      ['mia@example.com', 'fixture', CLOCK],
      ['olga@example.com', 'owner', '2026-05-01T13:00:00.000Z'],
    ])
  })

  test.each([
    [
      'nobody',
      { user: 'nobody@example.com' },
      400,
      'There is no user "nobody@example.com"; create one with npx n8n-understudy users create EMAIL',
    ],
    ['no user', {}, 400, "request/body must have required property 'user'"],
    ['an unknown field', { user: 'mia@example.com', key: 'x' }, 400, 'request/body/key is not a known property'],
    [
      'an empty label',
      { user: 'mia@example.com', label: '' },
      400,
      'request/body/label must NOT have fewer than 1 characters',
    ],
  ])('is not made for %s', async (_name, body, status, message) => {
    await using instance = await start()
    const before = await listed(instance)
    const answer = await instance.request('POST', '/_control/keys', body)
    expect([answer.status, answer.body]).toEqual([status, { message }])
    expect(await listed(instance)).toEqual(before)
  })

  test('of the owner is not revoked where it is the last: nobody could get in', async () => {
    await using instance = await start()
    const own = (await listed(instance)).keys.find(({ user }) => user === 'olga@example.com')
    const refused = await instance.request('DELETE', `/_control/keys/${own?.id}`)
    expect([refused.status, field(refused, 'message')]).toEqual([409, expect.stringContaining("the owner's last key")])
    const made = await instance.request('POST', '/_control/keys', { user: 'olga@example.com' })
    expect((await instance.request('DELETE', `/_control/keys/${own?.id}`)).status).toBe(200)
    const key = String(field(made, 'apiKey'))
    expect((await instance.request('GET', '/_control/keys', undefined, { key })).status).toBe(200)
  })
})

test('the last use of a key is in the document after a stop, and costs no write before', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const use = async (now: string) => {
    const instance = await openFile(file, { apiKey: 'owner-key', clock: Date.parse(now), clockMode: 'frozen' })
    const before = await sizes(file)
    for (let n = 0; n < 20; n++) {
      await (await instance.fetch('/api/v1/tags', { headers: { 'x-n8n-api-key': 'owner-key' } })).text()
    }
    expect(await sizes(file)).toEqual(before)
    await instance.stop()
    return JSON.parse(await readFile(file, 'utf8')).apiKeys[0].lastUsedAt
  }
  expect(await use('2026-05-01T12:00:00Z')).toBe('2026-05-01T12:00:00.000Z')
  expect(await use('2026-05-01T12:04:59Z')).toBe('2026-05-01T12:00:00.000Z')
  expect(await use('2026-05-01T12:05:00Z')).toBe('2026-05-01T12:05:00.000Z')
  expect(await use('2026-04-01T00:00:00Z')).toBe('2026-04-01T00:00:00.000Z')
})

const sizes = (file: string) =>
  Promise.all([file, `${file}.journal`].map(path => readFile(path, 'utf8').catch(() => 'none')))
