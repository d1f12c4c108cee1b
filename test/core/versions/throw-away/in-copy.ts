// Run in a copy of the repository that has the throw-away versions: see throw-away-played.long.test.ts.
import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { cloneService, compareInstances, type Fixture, type ProfileName, promote } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'

const OLD = 'n8n-1.42' as ProfileName
const NEW = 'n8n-2.42' as ProfileName
const graph = { nodes: [], connections: {} }

test('1.42 answers, and documents, its text and its operation; the rest as 1.41', async () => {
  await using instance = await startInstance({ profile: OLD, fixture: { tags: [{ id: 't', name: 'urgent' }] } })
  const get = async (path: string) => (await instance.request('GET', `/api/v1${path}`)).body
  expect(await get('/tags/t')).toEqual({ name: 'urgent' })
  expect(await get('/workflows/nope')).toEqual({ message: 'There is no such thing' })
  expect(await get('/tags')).toMatchObject({ data: [{ name: 'urgent' }] })
  expect(await get('/openapi.json')).toMatchObject({
    paths: { '/tags/{id}': { get: { summary: 'Retrieve the name of a tag, or count them all' } } },
  })
})

test('2.42 takes, shows and documents its field and its setting, and lacks its operation', async () => {
  await using instance = await startInstance({ profile: NEW })
  const api = (method: string, path: string, body?: unknown) => instance.request(method, `/api/v1${path}`, body)
  const workflow = { ...graph, name: 'w', colour: 'red', settings: { priority: 2 } }
  const { body } = await api('POST', '/workflows', workflow)
  expect(body).toMatchObject({ colour: 'red', settings: { priority: 2 } })
  const { id } = body as { id: string }
  await api('PUT', `/workflows/${id}`, { ...graph, name: 'w', settings: {} })
  expect((await api('GET', `/workflows/${id}`)).body).toMatchObject({ colour: 'red' })
  expect((await api('GET', '/workflows')).body).toMatchObject({ data: [{ colour: 'red' }] })
  await api('PUT', `/workflows/${id}`, { ...graph, name: 'w', settings: {}, colour: null })
  expect((await api('GET', `/workflows/${id}`)).body).toMatchObject({ colour: null })
  expect((await api('POST', '/workflows', { ...workflow, colour: 5 })).status).toBe(400)
  expect((await api('POST', '/workflows', { ...workflow, settings: { priority: -1 } })).status).toBe(400)
  expect((await api('GET', '/insights/summary')).status).toBe(404)
  const { schemas } = ((await api('GET', '/openapi.json')).body as { components: { schemas: object } }).components
  expect(schemas).toMatchObject({
    workflow: { properties: { colour: { nullable: true } } },
    newWorkflow: { properties: { colour: {} } },
    workflowSettings: { properties: { priority: {} } },
  })
})

test('a workflow of 2.42 opens under the other versions with nothing lost', async () => {
  const fixture: Fixture = { workflows: [{ id: 'w', name: 'w', more: { colour: 'red' } }] }
  for (const profile of VERSION_NAMES.filter(name => name !== NEW)) {
    await using instance = await startInstance({ profile, fixture, socket: false })
    expect((await instance.request('GET', '/api/v1/workflows/w')).text).not.toContain('colour')
    expect(instance.state().workflows).toMatchObject([{ more: { colour: 'red' } }])
  }
})

test.each(VERSION_NAMES)('a clone of %s is that version', async profile => {
  await using service = await startInstance({ profile, fixture: { workflows: [{ id: 'w', name: 'w' }] } })
  const { url, apiKey } = service
  expect(await cloneService({ url, apiKey })).toMatchObject({ version: profile, alike: [] })
  await using empty = await startInstance({ profile })
  const cloned = await cloneService({ url: empty.url, apiKey: empty.apiKey })
  expect(cloned).toMatchObject({ version: profile, fixture: { profile } })
})

test('a clone holds the own field; compared with the service it is the same, with another colour it is not', async () => {
  const fixture: Fixture = { workflows: [{ id: 'w', name: 'w', settings: { priority: 1 }, more: { colour: 'red' } }] }
  await using service = await startInstance({ profile: NEW, fixture })
  const { url, apiKey } = service
  const { fixture: copy } = await cloneService({ url, apiKey })
  expect(copy.workflows).toMatchObject([{ more: { colour: 'red' }, settings: { priority: 1 } }])
  expect((await compareInstances(copy, { url, apiKey }, { only: ['workflows'] })).isSame).toBe(true)
  const [workflow] = copy.workflows ?? []
  const blue = { ...copy, workflows: [{ ...workflow, more: { colour: 'blue' } }] } as Fixture
  const { kinds } = await compareInstances(blue, { url, apiKey }, { only: ['workflows'] })
  expect(kinds.workflows?.different).toMatchObject([{ differences: [{ what: 'colour', left: 'blue', right: 'red' }] }])
})

test.each([
  [NEW, [], { more: { colour: 'red' }, settings: { priority: 1 } }],
  ['n8n-2.41' as const, ['settings.priority', 'colour'], { settings: {} }],
  [OLD, ['settings.priority', 'colour'], { settings: {} }],
])('a workflow of 2.42 is promoted to %s by its limits, which leave out %j', async (profile, leftOut, there) => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-throw-away-'))
  try {
    const file = join(folder, 'instance.json')
    const fixture: Fixture = { workflows: [{ id: 'w', name: 'w', settings: { priority: 1 }, more: { colour: 'red' } }] }
    await using source = await startInstance({ profile: NEW, fixture })
    await writeFile(file, JSON.stringify((await cloneService({ url: source.url, apiKey: source.apiKey })).fixture))
    await using target = await startInstance({ profile })
    const { plan } = await promote({ file, url: target.url, apiKey: target.apiKey, confirm: () => true })
    for (const field of leftOut) expect(JSON.stringify(plan)).toContain(field)
    expect(target.state().workflows).toMatchObject([{ name: 'w', ...there }])
    const again = await promote({ file, url: target.url, apiKey: target.apiKey, confirm: () => true })
    expect(again.plan.hasChanges).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
