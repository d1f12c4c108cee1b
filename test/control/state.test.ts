import { describe, expect, test } from 'bun:test'
import { layout } from '../../src/core/model/document.ts'
import { DEFAULT_OTEL_SETTINGS } from '../../src/core/versions/v2/shapes/otel.ts'
import { startInstance } from '../../src/testing.ts'
import { PROFILES, SECRET, world } from '../core/api/world.ts'

const demo = await import('../../data/demo.json', { with: { type: 'json' } }).then(module => module.default)

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    ['the world of the tests', world],
    ['the demo', demo],
    ['nothing', {}],
  ])('the state of an instance with %s makes another one with the same state', async (_name, fixture) => {
    await using first = await startInstance({ fixture, profile, socket: false })
    await first.request('POST', '/api/v1/tags', { name: 'later' })
    const exported = (await first.request('GET', '/_control/state')).body as object
    await using second = await startInstance({ fixture: exported, profile, socket: false })
    expect(second.state()).toEqual(first.state())
    const ids = await Promise.all(
      [first, second].map(async it => (await it.request('POST', '/api/v1/tags', { name: 'next' })).body as object),
    )
    if (profile === 'contract') expect(ids[1]).toMatchObject({ id: (ids[0] as { id: string }).id })
  })
})

test('leaves secrets out', async () => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const { text, body } = await instance.request('GET', '/_control/state')
  for (const secret of [SECRET, 'owner-key', 'admin-key', 'apiKey', 'hash', 'sealCheck'])
    expect(text).not.toContain(secret)
  for (const credential of (body as { credentials: object[] }).credentials)
    expect(credential).not.toHaveProperty('data')
})

describe('settings of telemetry', () => {
  const settings = { ...DEFAULT_OTEL_SETTINGS, enabled: true, exporterHeaders: `authorization=${SECRET}` }
  const start = (fixture: object = world) => startInstance({ fixture, profile: 'n8n-2.41', socket: false })
  const { exporterHeaders: _, ...shown } = settings

  test('are a part of the state, without the headers, and make another instance with the same', async () => {
    await using first = await start()
    expect(first.state()).not.toHaveProperty('otelSettings')
    await first.request('PUT', '/api/v1/settings/otel', settings)
    const exported = await first.request('GET', '/_control/state')
    expect(exported.body).toMatchObject({ otelSettings: shown })
    expect(exported.text).not.toContain(SECRET)
    expect((await first.request('GET', '/_control/state?only=otelSettings')).body).toEqual({
      format: 1,
      otelSettings: shown,
    })
    await using second = await start(exported.body as object)
    expect((await second.request('GET', '/api/v1/settings/otel')).body).toEqual({ ...shown, exporterHeaders: '' })
    expect(second.state()).toEqual(first.state())
  })

  test('come back with a snapshot, whole, and go with a reset', async () => {
    await using instance = await start()
    await instance.request('PUT', '/api/v1/settings/otel', settings)
    instance.snapshot('a')
    expect((await instance.request('GET', '/_control/snapshots/a')).body).toMatchObject({ otelSettings: shown })
    await instance.reset()
    expect((await instance.request('GET', '/api/v1/settings/otel')).body).toEqual(DEFAULT_OTEL_SETTINGS)
    await instance.restore('a')
    expect((await instance.request('GET', '/api/v1/settings/otel')).body).toEqual(settings)
  })
})

test('has every part of the document but the keys', async () => {
  await using instance = await startInstance({ socket: false })
  const parts = [...Object.keys(layout.collections), ...Object.keys(layout.values)]
  const told = parts.filter(part => part !== 'apiKeys' && part !== 'sealCheck')
  const { body } = await instance.request('GET', `/_control/state?only=${told}`)
  expect(Object.keys(body as object)).toEqual(['format', ...told])
})

test('has of an empty instance the parts that every version has', async () => {
  await using instance = await startInstance({ socket: false })
  expect(Object.keys(instance.state()).sort()).toEqual([
    'communityPackages',
    'counters',
    'credentials',
    'executions',
    'format',
    'sourceControl',
    'tags',
    'users',
    'variables',
    'workflows',
  ])
})

test('answers only the parts that are asked for', async () => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const { body } = await instance.request('GET', '/_control/state?only=tags,counters')
  expect(Object.keys(body as object)).toEqual(['format', 'tags', 'counters'])
  expect(Object.keys(instance.state('users'))).toEqual(['format', 'users'])
})

test.each(['nope', 'apiKeys', 'sealCheck', 'tags,', '', '__proto__'])(
  'refuses a part that there is not: %p',
  async part => {
    await using instance = await startInstance({ socket: false })
    const { status, body } = await instance.request('GET', `/_control/state?only=${part}`)
    expect([status, body]).toEqual([
      400,
      { message: expect.stringContaining("Query parameter 'only' has an unknown part") },
    ])
  },
)

test('is a copy: changing it changes nothing', async () => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const state = instance.state()
  for (const tag of state.tags ?? []) tag.name = 'changed'
  state.tags?.pop()
  expect(instance.state().tags?.map(({ name }) => name)).toEqual(['urgent', 'billing', 'unused'])
})
