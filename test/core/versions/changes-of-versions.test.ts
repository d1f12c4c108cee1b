import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { definition as n8n241 } from '../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2, type V2Change } from '../../../src/core/versions/v2/v2.ts'
import type { Fixture } from '../../../src/index.ts'
import { startInstance } from '../../../src/testing.ts'
import { version as n8n242 } from './throw-away/n8n-2.42.ts'

const graph = { nodes: [], connections: {} }
const fixture: Fixture = {
  tags: [{ id: 't', name: 'urgent' }],
  workflows: [{ id: 'w', name: 'w' }],
}
const start = (profile: typeof n8n242) => startInstance({ profile, fixture, socket: false })
const versionWith = (change: Partial<V2Change>) =>
  createV2({
    name: 'n8n-2.43',
    after: n8n241,
    measured: { release: '2.43.0', day: '2026-11-22' },
    changes: [{ subject: 'what', sentence: 'otherwise', ...change }],
  })

test('a version takes, shows and documents its own field and setting of a workflow, beside all others', async () => {
  await using instance = await start(n8n242)
  await using neighbour = await startInstance({ profile: 'n8n-2.41', fixture, socket: false })
  const api = (method: string, path: string, body?: unknown) => instance.request(method, `/api/v1${path}`, body)
  const plain = (await neighbour.request('GET', '/api/v1/workflows/w')).body as object
  const read = (await api('GET', '/workflows/w')).body as object
  expect(read).toMatchObject({ colour: null })
  expect(Object.keys(read).sort()).toEqual([...Object.keys(plain), 'colour'].sort())

  const workflow = { ...graph, name: 'w', colour: 'red', settings: { priority: 2, timezone: 'UTC' } }
  const { status, body } = await api('POST', '/workflows', workflow)
  expect([status, body]).toMatchObject([200, { colour: 'red', settings: { priority: 2, timezone: 'UTC' } }])
  const { id } = body as { id: string }
  const change = async (more: object) => {
    expect((await api('PUT', `/workflows/${id}`, { ...graph, name: 'w', settings: {}, ...more })).status).toBe(200)
    return (await api('GET', `/workflows/${id}`)).body
  }
  expect(await change({})).toMatchObject({ colour: 'red' })
  expect(await change({ colour: null })).toMatchObject({ colour: null })
  expect((await api('POST', '/workflows', { ...workflow, colour: 5 })).status).toBe(400)
  expect((await api('POST', '/workflows', { ...workflow, settings: { priority: -1 } })).status).toBe(400)
  expect((await api('GET', '/insights/summary')).status).toBe(404)
})

test('a version replaces a text, a shape and a presenter; those that it does not name stay', async () => {
  const version = versionWith({
    texts: { notFound: 'There is no such thing' },
    shapes: { Tag: Type.Object({ label: Type.String() }) },
    presenters: { showTag: show => tag => ({ ...show(tag), label: tag.name }) as never },
  })
  await using instance = await start(version)
  const get = async (path: string) => (await instance.request('GET', `/api/v1${path}`)).body
  expect(await get('/workflows/nope')).toEqual({ message: 'There is no such thing' })
  expect(await get('/tags/t')).toMatchObject({ id: 't', name: 'urgent', label: 'urgent' })
  expect(await get('/workflows/w')).toMatchObject({ id: 'w', name: 'w' })
  const { components } = (await get('/openapi.json')) as { components: { schemas: Record<string, object> } }
  expect(components.schemas).toMatchObject({
    tag: { properties: { label: { type: 'string' } } },
    workflow: { properties: { name: { type: 'string' } } },
  })
})

test('a version may replace the texts of every part of the service', () => {
  const texts = {
    notFound: '',
    credentialNotFound: '',
    columnUnknown: '',
    executionSucceeded: '',
    folderNotFound: '',
    insightsHourly: '',
    projectNotFound: '',
    roleNotFound: '',
    pullConflicts: '',
    someTagsNotFound: '',
    userNotFound: '',
    variableNotFound: '',
    workflowVersionNotFound: '',
    featureNotLicensed: '',
    callPasswordWrong: '',
  } as const
  expect(versionWith({ texts }).texts).toEqual(texts)
})

test('a version is compared with the one that it is made of, and says what it replaces', () => {
  const version = versionWith({ before: 'as before' })
  expect([version.neighbour, version.changes]).toEqual([
    'n8n-2.41',
    [{ subject: 'what', before: 'as before', sentence: 'otherwise' }],
  ])
})

test.each<[what: string, Partial<V2Change>, message: string]>([
  ['an operation', { without: ['getTagg'] }, 'The version n8n-2.43 replaces the operation "getTagg", which does not'],
  [
    'a text',
    { texts: { notFoundd: '' } as never },
    'The version n8n-2.43 replaces the refusal "notFoundd", which does',
  ],
  [
    'shapes',
    { shapes: { tagg: Type.Any(), userr: Type.Any() } as never },
    'The version n8n-2.43 replaces the shape "tagg", "userr", which does not exist; there are: ',
  ],
  [
    'a presenter',
    { presenters: { showTagg: (show: unknown) => show } as never },
    'The version n8n-2.43 replaces the presenter "showTagg", which does not exist; there are: ',
  ],
])('a version cannot replace %s that does not exist', (_what, change, message) => {
  expect(() => versionWith(change)).toThrow(message)
})
