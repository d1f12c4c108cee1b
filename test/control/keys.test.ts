import { describe, expect, test } from 'bun:test'
import type { Version } from '../../src/core/http/version.ts'
import { contract } from '../../src/core/versions/v1/contract.ts'
import { newApiKey } from '../../src/core/versions/v2/new-api-key.ts'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'
import { askInstance } from './ask-instance.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const SCOPES = { 'global:owner': ['tag:list', 'tag:read', 'user:list'], 'global:member': ['tag:list', 'tag:read'] }

/** A version whose keys are signed tokens with scopes. */
const version: Version = {
  ...contract,
  name: 'with-scopes',
  keys: { make: newApiKey, scopesOf: role => SCOPES[role as keyof typeof SCOPES] },
}

async function start(profile: Version | 'contract' = version) {
  const instance = await createInstance({
    profile,
    fixtures: [{ source: 'world', value: world }],
    serviceName: 'n8n',
    apiKey: 'owner-key',
    clock: Date.parse(NOW),
    clockMode: 'frozen',
    control: true,
    page: false,
    allowHosts: [],
    report() {},
  })
  return { ask: askInstance(instance), control: instance.control, [Symbol.asyncDispose]: instance.stop }
}

const MIA = 'mia@example.com'

describe('a key of a version with scopes', () => {
  test('is a signed token of its user, and shows its label, scopes and expiry', async () => {
    await using instance = await start()
    const wanted = { user: MIA, label: 'CI', scopes: ['tag:list'], expiresAt: '2026-06-01' }
    const { status, body } = await instance.ask('POST', '/_control/keys', wanted)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        user: MIA,
        label: 'CI',
        scopes: ['tag:list'],
        createdAt: NOW,
        lastUsedAt: null,
        expiresAt: '2026-06-01T00:00:00.000Z',
        apiKey: expect.any(String),
      },
    ])
    const [header, claims] = body.apiKey.split('.', 2).map((part: string) => JSON.parse(atob(part)))
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(claims).toMatchObject({ iss: 'n8n', aud: 'public-api', iat: Date.parse(NOW) / 1000 })
    expect(claims.exp).toBe(Date.parse('2026-06-01') / 1000)
    expect((await instance.ask('GET', '/api/v1/tags', undefined, body.apiKey)).status).toBe(200)
    const { apiKey, ...shown } = body
    const { keys } = (await instance.ask('GET', '/_control/keys')).body
    expect(keys).toContainEqual({ ...shown, lastUsedAt: NOW })
  })

  test('holds all that the role may where no scopes are given, and never expires', async () => {
    await using instance = await start()
    const { body } = await instance.ask('POST', '/_control/keys', { user: MIA })
    expect(body).toMatchObject({ label: 'API key', scopes: SCOPES['global:member'], expiresAt: null })
    const revoked = await instance.ask('DELETE', `/_control/keys/${body.id}`)
    expect(revoked.body).toMatchObject({ label: 'API key', scopes: SCOPES['global:member'] })
    expect((await instance.ask('GET', '/api/v1/tags', undefined, body.apiKey)).status).toBe(401)
  })

  test('is worth nothing once it has expired', async () => {
    await using instance = await start()
    const { body } = await instance.ask('POST', '/_control/keys', { user: MIA, expiresAt: '2026-05-01T01:00:00Z' })
    instance.control?.setClock({ advance: '59m' })
    expect((await instance.ask('GET', '/api/v1/tags', undefined, body.apiKey)).status).toBe(200)
    instance.control?.setClock({ advance: '1m' })
    expect((await instance.ask('GET', '/api/v1/tags', undefined, body.apiKey)).status).toBe(401)
  })

  test.each([
    [
      { scopes: ['user:list'] },
      'scopes/0: a key of the role global:member may not hold "user:list"; it may hold: tag:list',
    ],
    [{ scopes: ['tag:list', 'nope'] }, 'scopes/1: a key of the role global:member may not hold "nope"'],
    [{ scopes: [] }, 'request/body/scopes must'],
    [{ scopes: 'tag:list' }, 'request/body/scopes must be array'],
    [{ expiresAt: NOW }, `expiresAt must be in the future; now is ${NOW}`],
    [{ expiresAt: '2020-01-01' }, 'expiresAt must be in the future'],
    [{ expiresAt: 'soon' }, 'request/body/expiresAt must match format "date"'],
    [{ label: '' }, 'request/body/label must NOT have fewer than 1 characters'],
    [
      { user: 'nobody@example.com' },
      'There is no user "nobody@example.com"; create one with npx n8n-understudy users create EMAIL',
    ],
  ])('cannot be made with %j', async (wrong, message) => {
    await using instance = await start()
    const before = (await instance.ask('GET', '/_control/keys')).body
    const { status, body } = await instance.ask('POST', '/_control/keys', { user: MIA, ...wrong })
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    expect((await instance.ask('GET', '/_control/keys')).body).toEqual(before)
  })
})

test('a key of a user who is gone is listed without the user', async () => {
  const gone = { id: 'k', userId: '99999999-9999-4999-8999-999999999999', label: 'old', hash: 'a'.repeat(64) }
  await using instance = await startInstance({ fixture: { ...world, apiKeys: [gone] }, clock: NOW, socket: false })
  const { body } = await instance.request<{ keys: { id: string }[] }>('GET', '/_control/keys')
  const dates = { createdAt: NOW, lastUsedAt: null, expiresAt: null }
  expect(body.keys.find(({ id }) => id === 'k')).toEqual({
    id: 'k',
    user: null,
    label: 'old',
    scopes: null,
    ...dates,
  } as never)
})

test('a user has no two keys with the same label, another user may have it', async () => {
  await using instance = await start('contract')
  const make = (user: string, label?: string) => instance.ask('POST', '/_control/keys', { user, label })
  expect((await make(MIA, 'CI')).status).toBe(201)
  expect(await make(MIA, 'CI')).toMatchObject({
    status: 409,
    body: { message: 'label: the user has a key with the label "CI"' },
  })
  expect((await make('olga@example.com', 'CI')).status).toBe(201)
  expect([(await make(MIA)).body.label, (await make(MIA)).body.label]).toEqual(['API key', 'API key 2'])
})

test('a version without scopes refuses them, and knows when a key expires', async () => {
  await using instance = await startInstance({ fixture: world, clock: NOW, socket: false })
  const make = (more: object) => instance.request('POST', '/_control/keys', { user: MIA, ...more })
  expect(await make({ scopes: ['tag:list'] })).toMatchObject({
    status: 400,
    body: { message: 'scopes: keys have no scopes in this version' },
  })
  expect(await make({ expiresAt: '2027-01-01' })).toMatchObject({
    status: 201,
    body: { scopes: null, expiresAt: '2027-01-01T00:00:00.000Z' },
  })
})

test.each([
  [{ expiresAt: '2027-01-01' }, { exp: Date.UTC(2027, 0, 1) / 1000 }],
  [{}, {}],
])('a key of 1.123 made with %j says in itself whose it is, and until when', async (more, expiry) => {
  await using instance = await startInstance({ fixture: world, clock: NOW, socket: false, profile: 'n8n-1.123' })
  const { body } = await instance.request<{ apiKey: string }>('POST', '/_control/keys', { user: MIA, ...more })
  const claims = JSON.parse(Buffer.from(body.apiKey.split('.')[1] ?? '', 'base64url').toString())
  const iat = Math.floor(Date.parse(NOW) / 1000)
  expect(claims).toEqual({ sub: expect.any(String), iss: 'n8n', aud: 'public-api', iat, ...expiry })
})

test.each(VERSION_NAMES)('two keys of one moment are two texts in %s: one lives without the other', async profile => {
  await using instance = await startInstance({ profile, fixture: world, clock: NOW, socket: false })
  const make = async () => {
    const { body } = await instance.request<{ id: string; apiKey: string }>('POST', '/_control/keys', { user: MIA })
    return body
  }
  const statusOf = async (key: string) =>
    (await instance.request('GET', '/api/v1/workflows', undefined, { key })).status
  const [first, second] = [await make(), await make()]
  expect(first.apiKey).not.toBe(second.apiKey)
  await instance.snapshot('both')
  expect((await instance.request('DELETE', `/_control/keys/${first.id}`)).status).toBe(200)
  expect([await statusOf(first.apiKey), await statusOf(second.apiKey)]).toEqual([401, 200])
  await instance.restore('both')
  expect([await statusOf(first.apiKey), await statusOf(second.apiKey)]).toEqual([401, 200])
  const third = await make()
  expect([await statusOf(first.apiKey), await statusOf(third.apiKey)]).toEqual([401, 200])
})

test('a fixture gives no text to two keys', async () => {
  const key = 'the-same-text'
  const keys = ['a', 'b'].map(id => ({ id, user: MIA, label: id, key }))
  await expect(startInstance({ fixture: { ...world, apiKeys: keys }, socket: false })).rejects.toThrow(
    '/apiKeys/1/key: the key "a" has the same text',
  )
})
