import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { SECRET, world } from '../core/api/world.ts'

const start = () => startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
const tagNames = (instance: TestInstance) => instance.state().tags?.map(({ name }) => name)

test('brings a state back, in its order', async () => {
  await using instance = await start()
  expect(await instance.request('PUT', '/_control/snapshots/before')).toMatchObject({
    status: 201,
    body: { name: 'before', createdAt: '2026-05-01T00:00:00.000Z' },
  })
  const before = instance.state()
  await instance.request('DELETE', '/api/v1/tags/1')
  await instance.request('DELETE', '/api/v1/workflows/1')
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  const restored = await instance.request('POST', '/_control/snapshots/before/restore')
  expect([restored.status, restored.body]).toEqual([200, { name: 'before', createdAt: '2026-05-01T00:00:00.000Z' }])
  expect(instance.state()).toEqual(before)
})

test('goes back and forth between two states', async () => {
  await using instance = await start()
  instance.snapshot('three')
  await instance.request('DELETE', '/api/v1/tags/2')
  instance.snapshot('two')
  await instance.restore('three')
  expect(tagNames(instance)).toEqual(['urgent', 'billing', 'unused'])
  await instance.restore('two')
  expect(tagNames(instance)).toEqual(['urgent', 'unused'])
})

test('answers what a snapshot holds as a fixture, without secrets', async () => {
  await using instance = await start()
  instance.snapshot('a')
  const before = instance.state()
  await instance.request('DELETE', '/api/v1/tags/1')
  const { body, text } = await instance.request('GET', '/_control/snapshots/a')
  expect(body).toEqual(before)
  expect(text).not.toContain(SECRET)
})

describe('differences', () => {
  const compare = async (instance: TestInstance, query = '') =>
    (await instance.request('GET', `/_control/snapshots/a/differences${query}`)).body

  test('there are none where nothing changed', async () => {
    await using instance = await start()
    instance.snapshot('a')
    expect(await compare(instance)).toMatchObject({ left: 'a', right: 'now', isSame: true, notCompared: [] })
  })

  test('go by ids, whatever the names: a record made anew under an old name is another one', async () => {
    await using instance = await start()
    instance.snapshot('a')
    await instance.request('DELETE', '/api/v1/tags/3')
    await instance.request('POST', '/api/v1/tags', { name: 'unused' })
    expect(await compare(instance)).toMatchObject({
      isSame: false,
      kinds: { tags: { onlyLeft: [{ id: '3' }], onlyRight: [{ id: '4' }], different: [] } },
    })
  })

  test('are told of what is new, gone and changed, against now and against another snapshot', async () => {
    await using instance = await start()
    instance.snapshot('a')
    await instance.request('PUT', '/api/v1/tags/1', { name: 'renamed' })
    await instance.request('DELETE', '/api/v1/tags/3')
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    const found = {
      isSame: false,
      kinds: {
        tags: {
          onlyLeft: [{ id: '3', name: 'unused' }],
          onlyRight: [{ id: '4', name: 'new' }],
          different: [{ left: { id: '1' }, differences: [{ what: 'name', left: 'urgent', right: 'renamed' }] }],
          same: 1,
        },
      },
    }
    expect(await compare(instance)).toMatchObject({ right: 'now', ...found })
    instance.snapshot('b')
    await instance.reset()
    expect(await compare(instance)).toMatchObject({ isSame: true })
    expect(await compare(instance, '?with=b')).toMatchObject({ right: 'b', ...found })
  })

  test('name kinds that only one side has', async () => {
    await using instance = await start()
    instance.snapshot('a')
    await instance.seed({ projects: [{ id: 'p', name: 'P' }] })
    const onlyRight = [{ id: 'p', name: 'P' }]
    expect(await compare(instance)).toMatchObject({
      isSame: false,
      kinds: { projects: { onlyRight } },
      notCompared: [],
    })
  })

  test('name the start of an execution', async () => {
    await using instance = await start()
    const execution = { id: 1, workflowId: '1', status: 'success' as const }
    const startedAt = ['2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z']
    const seed = (at: number) =>
      instance.seed({ executions: [{ ...execution, startedAt: startedAt[at], stoppedAt: startedAt[1] } as never] })
    await seed(0)
    instance.snapshot('a')
    await seed(1)
    const differences = [{ what: 'startedAt', left: startedAt[0], right: startedAt[1] }]
    expect(await compare(instance)).toMatchObject({ kinds: { executions: { different: [{ differences }] } } })
  })

  test('do not tell secrets', async () => {
    await using instance = await start()
    instance.snapshot('a')
    const credential = { name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: SECRET } }
    await instance.request('POST', '/api/v1/credentials', credential)
    const compared = await compare(instance)
    expect(compared).toMatchObject({ isSame: false })
    expect(JSON.stringify(compared)).not.toContain(SECRET)
  })
})

test('lists, replaces and deletes', async () => {
  await using instance = await start()
  instance.snapshot('a')
  instance.snapshot('b')
  instance.clock.advance('1h')
  instance.snapshot('a')
  const listed = await instance.request('GET', '/_control/snapshots')
  expect(listed.body).toEqual({
    snapshots: [
      { name: 'a', createdAt: '2026-05-01T01:00:00.000Z' },
      { name: 'b', createdAt: '2026-05-01T00:00:00.000Z' },
    ],
  })
  expect((await instance.request('DELETE', '/_control/snapshots/a')).status).toBe(200)
  expect((await instance.request('DELETE', '/_control/snapshots/a')).status).toBe(404)
  expect((await instance.request('GET', '/_control/snapshots/b')).status).toBe(200)
})

test.each([
  ['GET', '/_control/snapshots/none'],
  ['GET', '/_control/snapshots/none/differences'],
  ['POST', '/_control/snapshots/none/restore'],
  ['DELETE', '/_control/snapshots/none'],
  ['GET', '/_control/snapshots/__proto__'],
])('answers 404 to %s %s', async (method, path) => {
  await using instance = await start()
  const { status, body } = await instance.request(method, path)
  expect([status, body]).toEqual([404, { message: expect.stringContaining('There is no snapshot') }])
})

test.each(['%20', 'a%2Fb', 'x'.repeat(65), '%E2%82%AC', 'a:b'])('refuses the name %s', async name => {
  await using instance = await start()
  const { status, body } = await instance.request('PUT', `/_control/snapshots/${name}`)
  const message = 'A snapshot has a name of 1 to 64 letters, digits, dots, hyphens and underscores'
  expect([status, body]).toEqual([400, { message }])
})

test('keeps a hundred, and no more', async () => {
  await using instance = await start()
  for (let number = 0; number < 100; number++) instance.snapshot(`s${number}`)
  expect((await instance.request('PUT', '/_control/snapshots/more')).status).toBe(409)
  expect((await instance.request('PUT', '/_control/snapshots/s5')).status).toBe(201)
})

test('survives a reset', async () => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  instance.snapshot('with')
  await instance.reset()
  await instance.restore('with')
  expect(tagNames(instance)).toContain('new')
})
