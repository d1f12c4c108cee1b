import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aWorkflow, startInstance, type TestInstance } from '../../src/testing.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-fixtures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tag = (name: string) => ({ id: `id-${name}`, name, createdAt: '2026-01-01T00:00:00.000Z' })

/** A workflow as the real service exports it. */
const exported = (id: string, ...tags: object[]) => ({
  ...aWorkflow({ id, name: `Flow ${id}` }),
  active: false,
  pinData: {},
  meta: { instanceId: 'abc' },
  versionId: 'v1',
  tags,
})

const FILES: Record<string, unknown> = {
  'one.json': exported('w1', tag('urgent')),
  'several.json': [exported('w1', tag('urgent')), exported('w2', tag('urgent'), tag('billing'))],
  'fixture.json': { tags: [{ name: 'mine' }], workflows: [{ id: 'w9', name: 'Flow w9' }] },
  'bom.json': `\uFEFF${JSON.stringify({ tags: [{ name: 'mine' }] })}`,
  'broken.json': '{"tags": [',
  'flows/a.json': exported('w1', tag('urgent')),
  'flows/b.json': exported('w2', { ...tag('urgent'), id: 'of another instance' }, tag('billing')),
  'flows/c.json': { tags: [{ name: 'mine' }] },
  'flows/readme.md': 'not a fixture',
  'empty/readme.md': 'not a fixture',
  'twins/a.json': exported('w1'),
  'twins/b.json': exported('w1'),
  'twins.json': {
    workflows: [{ id: 1, name: 'Flow' }],
    executions: [
      { id: 5, workflowId: 1, status: 'error' },
      { id: '5', workflowId: 1, status: 'success' },
    ],
  },
  'twin.json': [exported('w1'), { ...exported('w1'), name: 'another' }],
  'twin tags/a.json': { tags: [{ id: '1', name: 'first' }] },
  'twin tags/b.json': { tags: [{ name: 'of its own' }, { id: 1, name: 'second' }] },
  'twin roles/a.json': { customRoles: [{ slug: 'team:x', displayName: 'x' }] },
  'twin roles/b.json': { customRoles: [{ slug: 'team:x', displayName: 'y' }] },
  'control/tags.json': { tags: [{ id: 't1', name: 'urgent' }], mappings: [{ workflowId: 'w1', tagId: 't1' }] },
  'control/variable_stubs.json': [{ id: 'v1', key: 'REGION', type: 'string', value: '' }],
  'control/workflows/w1.json': {
    ...aWorkflow({ id: 'w1', name: 'Flow w1' }),
    triggerCount: 1,
    owner: 'ada@example.com',
  },
  'control/credential_stubs/c1.json': { id: 'c1', name: 'Shop', type: 'httpBasicAuth', data: { user: '' } },
  'control/README.md': 'not read',
  'wrong/workflows/w1.json': { id: 'w1', nodes: [] },
}

beforeAll(async () => {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
})

const namesOf = (instance: TestInstance) => ({
  workflows: instance.state().workflows?.map(({ name, tags }) => `${name}: ${tags?.length}`),
  tags: instance.state().tags?.map(({ name }) => name),
})

test.each([
  ['one.json', ['Flow w1: 1'], ['urgent']],
  ['several.json', ['Flow w1: 1', 'Flow w2: 2'], ['urgent', 'billing']],
  ['fixture.json', ['Flow w9: 0'], ['mine']],
  ['bom.json', [], ['mine']],
  ['flows', ['Flow w1: 1', 'Flow w2: 2'], ['urgent', 'billing', 'mine']],
  ['flows/', ['Flow w1: 1', 'Flow w2: 2'], ['urgent', 'billing', 'mine']],
  ['control', ['Flow w1: 1'], ['urgent']],
])('%s is a fixture as it is', async (path, workflows, tags) => {
  await using instance = await startInstance({ fixture: join(folder, path), socket: false })
  expect(namesOf(instance)).toEqual({ workflows, tags })
})

test('a path may be a URL, and stand beside others', async () => {
  const fixture = [pathToFileURL(join(folder, 'one.json')), join(folder, 'fixture.json'), { tags: [{ name: 'here' }] }]
  await using instance = await startInstance({ fixture, socket: false })
  expect(namesOf(instance)).toEqual({ workflows: ['Flow w1: 1', 'Flow w9: 0'], tags: ['urgent', 'mine', 'here'] })
})

test('exported workflows may be given as they are', async () => {
  const fixture = [exported('w1', tag('urgent')), exported('w2', tag('urgent'))]
  await using instance = await startInstance({ fixture, socket: false })
  expect(namesOf(instance)).toEqual({ workflows: ['Flow w1: 1', 'Flow w2: 1'], tags: ['urgent'] })
})

const graph = { nodes: [{ name: 'Start' }], connections: {} }
const template = { id: 1750, name: 'Send a mail', views: 7, workflow: graph, nodes: [{ name: 'of the catalogue' }] }

test.each<[string, object, string[]]>([
  ['a copy out of the editor', graph, ['My workflow: 0']],
  ['a workflow of the gallery', { workflow: template }, ['Send a mail: 0']],
  ['a template of the gallery', template, ['Send a mail: 0']],
  ['a workflow that is wrapped', { workflow: { name: 'Wrapped', ...graph } }, ['Wrapped: 0']],
  ['several of them', [{ workflow: template }, exported('w1', tag('urgent'))], ['Send a mail: 0', 'Flow w1: 1']],
])('%s is a fixture by every door', async (_name, value, workflows) => {
  const file = join(folder, 'export.json')
  await writeFile(file, JSON.stringify(value))
  for (const fixture of [value, file]) {
    await using instance = await startInstance({ fixture, socket: false })
    expect(namesOf(instance).workflows).toEqual(workflows)
    expect(instance.state().workflows?.[0]?.nodes?.length).toBeGreaterThan(0)
  }
  await using instance = await startInstance({ socket: false })
  expect((await instance.request('POST', '/_control/seed', value)).status).toBe(200)
  expect(namesOf(instance).workflows).toEqual(workflows)
})

test('a source-control folder brings credentials and variables along, all of the owner', async () => {
  await using instance = await startInstance({ fixture: join(folder, 'control'), socket: false })
  const { workflows, credentials, variables, users } = instance.state()
  expect(workflows).toMatchObject([{ id: 'w1', active: false, triggerCount: 1, owner: users?.[0]?.id }])
  expect(credentials).toMatchObject([{ id: 'c1', name: 'Shop', type: 'httpBasicAuth', owner: users?.[0]?.id }])
  expect(variables).toEqual([{ id: 'v1', key: 'REGION', type: 'string', value: '' }])
})

test.each<[string, string | RegExp]>([
  ['nowhere.json', 'nowhere.json: there is no such file or folder'],
  ['broken.json', 'broken.json: it is not JSON'],
  ['empty', 'empty: there is no .json file in this folder'],
  ['twins', /twins\/b\.json: \/workflows\/0: .*twins\/a\.json has a record with the same id "w1"/],
  ['twin tags', /twin tags\/b\.json: \/tags\/1: .*twin tags\/a\.json has a record with the same id 1/],
  ['twin roles', /twin roles\/b\.json: \/customRoles\/0: .*a\.json has a record with the same id "team:x"/],
  ['twins.json', 'twins.json: /executions/1/id: another record of the fixture has the same'],
  ['twin.json', 'twin.json: /workflows/1/id: another record of the fixture has the same'],
  ['wrong', 'wrong: workflows/w1.json: name: expected required property'],
])('%s is refused by its name', async (path, message) => {
  await expect(startInstance({ fixture: join(folder, path), socket: false })).rejects.toThrow(message)
})

test('of several fixtures that are given together, a later one replaces what an earlier one has', async () => {
  const tags = (name: string) => ({ tags: [{ id: '1', name }] })
  await using instance = await startInstance({ fixture: [tags('first'), tags('second')], socket: false })
  expect(namesOf(instance).tags).toEqual(['second'])
  expect(await instance.seed(tags('third'))).toMatchObject({ tags: { inserted: 0, replaced: 1 } })
})
