import { describe, expect, test } from 'bun:test'
import { pick } from '../../../../src/core/http/operation.ts'
import type { Version } from '../../../../src/core/http/version.ts'
import { loadVersion, VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { throwAway } from './throw-away.ts'

const OWNER = '11111111-1111-4111-8111-111111111111'
const fixture = {
  users: [
    { id: OWNER, email: 'olga@example.com', role: 'global:owner' as const, firstName: 'Olga', lastName: 'Owner' },
  ],
  tags: [{ id: 'a', name: 'urgent' }],
  workflows: [{ id: 'w', name: 'Intake' }],
}
const start = (profile: Version | (typeof VERSION_NAMES)[number], more = {}) =>
  startInstance({ fixture, profile, socket: false, ...more })
const get = (instance: TestInstance, path: string, options = {}) =>
  instance.request('GET', `/api/v1${path}`, undefined, options)

describe('a version made of another in one file', () => {
  test('words a refusal in its own way', async () => {
    await using instance = await start(throwAway)
    expect((await get(instance, '/workflows/nope')).body).toEqual({ message: 'There is no such thing' })
  })

  test('answers an operation in its own way, and the others as the other does', async () => {
    await using instance = await start(throwAway)
    await using other = await start('contract')
    expect((await get(instance, '/tags/a')).body).toEqual({ name: 'urgent' })
    expect((await get(instance, '/users')).body).toMatchObject({ data: [{ email: 'olga@example.com' }] })
    expect((await get(other, '/workflows/nope')).body).toEqual({ message: 'Not Found' })
  })

  test('is documented as what it answers', async () => {
    await using instance = await start(throwAway)
    const { body } = await get(instance, '/openapi.json')
    expect(body).toMatchObject({ paths: { '/tags/{id}': { get: { summary: 'Retrieve the name of a tag' } } } })
  })

  test('cannot pick an operation that there is not', () => {
    expect(() => pick(throwAway.operations, 'getTagg')).toThrow('There is no operation getTagg to pick')
  })
})

test('every version has its own operations, each by one name', async () => {
  for (const version of await Promise.all(VERSION_NAMES.map(loadVersion))) {
    const ids = version.operations.map(({ id }) => id)
    expect([version.name, new Set(ids).size]).toEqual([version.name, ids.length])
  }
  expect((await loadVersion('n8n-2.41')).operations.length).toBe(154)
})

test('every version says what it changes, and about what', async () => {
  for (const { name, changes = [] } of await Promise.all(VERSION_NAMES.map(loadVersion))) {
    const texts = changes.flatMap(change => Object.values(change))
    expect([name, texts.length > 2, texts.filter(text => text === '')]).toEqual([name, true, []])
  }
})

test('a name that no version has is refused with those that there are', () => {
  expect(() => loadVersion('n8n-9')).toThrow(`There is no profile "n8n-9"; there are: ${VERSION_NAMES.join(', ')}`)
})

test('two instances of different versions in one process answer in their own words', async () => {
  await using old = await start('n8n-1.41')
  await using current = await start('n8n-2.41')
  const asked: { path: string; options?: object; ofOld: string; ofCurrent: string }[] = [
    { path: '/workflows/nope', ofOld: 'Not Found', ofCurrent: 'Not Found' },
    {
      path: '/tags?limit=abc',
      ofOld: 'request/query/limit must be number',
      ofCurrent: 'request/query/limit Param `limit` must be a valid integer',
    },
    { path: '/tags', options: { key: 'wrong' }, ofOld: 'unauthorized', ofCurrent: 'Unauthorized' },
    { path: '/tags', options: { key: null }, ofOld: "'X-N8N-API-KEY' header required", ofCurrent: 'Unauthorized' },
    {
      path: '/executions/abc',
      ofOld: 'request/params/id must be number',
      ofCurrent: 'request/params/executionId must be a positive integer',
    },
  ]
  for (let round = 0; round < 100; round++) {
    for (const { path, options, ofOld, ofCurrent } of asked) {
      const answers = await Promise.all([get(old, path, options), get(current, path, options)])
      expect(answers.map(({ body }) => body)).toEqual([{ message: ofOld }, { message: ofCurrent }])
    }
  }
})

test('a key with fewer rights is never handed what was kept for another', async () => {
  await using instance = await start('n8n-2.41', {
    fixture: {
      ...fixture,
      apiKeys: [
        { user: 'olga@example.com', label: 'tags', key: 'tags-key', scopes: ['tag:list'] },
        { user: 'olga@example.com', label: 'flows', key: 'flows-key', scopes: ['workflow:list', 'workflow:read'] },
      ],
    },
  })
  const status = async (path: string, key: string) => (await get(instance, path, { key })).status
  for (let round = 0; round < 3; round++) {
    expect([await status('/tags', 'tags-key'), await status('/tags', 'flows-key')]).toEqual([200, 403])
    expect([await status('/workflows', 'flows-key'), await status('/workflows', 'tags-key')]).toEqual([200, 403])
    expect([await status('/workflows/w', 'flows-key'), await status('/workflows/w', 'tags-key')]).toEqual([200, 403])
  }
})
