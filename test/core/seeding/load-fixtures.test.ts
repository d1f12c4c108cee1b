import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInstance } from '../../../src/instance/instance.ts'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'

/** Starts an instance with fixtures, in a document or in memory; what it reports is in `said`. */
async function start(fixtures: unknown[], file?: string, more: { apiKey?: string; licence?: 'all' } = {}) {
  const said: string[] = []
  const instance = await createInstance({
    file,
    fixtures: fixtures.map((value, at) => ({ source: `fixture${at}`, value })),
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    report: text => said.push(text),
    ...more,
  })
  const { control, stop } = instance
  if (!control) throw new Error('It has a control API')
  const statusOf = async (key = '') =>
    (await instance.fetch('/api/v1/tags', { headers: { 'x-n8n-api-key': key } })).status
  return { instance, control, statusOf, said, [Symbol.asyncDispose]: stop }
}

const OWNER = { email: 'me@example.com', role: 'global:owner' }
const NOT_EMPTY = 'The document is not empty, so no fixture was loaded into it'
const NO_LONGER_VALID = 'The owner now has the API key of the fixture: the key of an earlier start is no longer valid'

test.each<{ what: string; first: object; second?: object; tags: number; said?: string[] }>([
  { what: 'an owner', first: { users: [OWNER] }, second: { tags: [{ name: 'a' }] }, tags: 1 },
  {
    what: 'two users',
    first: { users: [OWNER, { email: 'b@example.com' }] },
    second: { tags: [{ name: 'a' }] },
    tags: 0,
    said: [NOT_EMPTY],
  },
  { what: 'a tag', first: { tags: [{ name: 'a' }] }, second: { tags: [{ name: 'b' }] }, tags: 1, said: [NOT_EMPTY] },
  {
    what: 'a variable',
    first: { variables: [{ key: 'a', value: 'b' }] },
    second: { tags: [{ name: 'b' }] },
    tags: 0,
    said: [NOT_EMPTY],
  },
  { what: 'a tag, and no fixture is given', first: { tags: [{ name: 'a' }] }, tags: 1 },
])(
  'a document that holds $what takes the fixtures of a later start, or this is said',
  async ({ first, second, tags, said = [] }) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    await (await start([first], file)).instance.stop()
    await using again = await start(second ? [second] : [], file)
    expect([again.control.state().tags?.length, again.said]).toEqual([tags, said])
  },
)

test.each<[what: string, fixture: (key: string) => object, keys: number, said: string[]]>([
  ['has no owner', () => ({ tags: [{ name: 'a' }] }), 1, []],
  ['has an owner without a key', () => ({ users: [OWNER] }), 1, []],
  ['gives the owner the same key', key => ({ users: [{ ...OWNER, apiKey: key }] }), 1, []],
  [
    'gives the owner a key of another label',
    () => ({ users: [OWNER], apiKeys: [{ user: OWNER.email, label: 'CI', key: 'k' }] }),
    2,
    [],
  ],
  ['gives the owner another key', () => ({ users: [{ ...OWNER, apiKey: 'k' }] }), 1, [NO_LONGER_VALID]],
  [
    'gives the owner a key of the same label',
    () => ({ users: [OWNER], apiKeys: [{ user: OWNER.email, label: 'owner', key: 'k' }] }),
    1,
    [NO_LONGER_VALID],
  ],
  [
    'gives another user a key of the same label',
    () => ({
      users: [OWNER, { email: 'b@example.com' }],
      apiKeys: [{ user: 'b@example.com', label: 'owner', key: 'k' }],
    }),
    2,
    [],
  ],
])(
  'the key of the first start counts after a fixture that %s, or this is said',
  async (_what, fixture, count, said) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const first = await start([], file)
    const key = first.instance.apiKey ?? ''
    expect(await first.statusOf(key)).toBe(200)
    await first.instance.stop()
    await using again = await start([fixture(key)], file)
    expect(again.said).toEqual(said)
    expect(await again.statusOf(key)).toBe(said.length ? 401 : 200)
    expect(await again.control.apiKeys.list()).toHaveLength(count)
    expect(again.control.state().users?.filter(({ role }) => role === 'global:owner')).toHaveLength(1)
  },
)

test('a key that was made for the owner is valid beside the one of a fixture', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const first = await start([], file)
  const { apiKey } = await first.control.apiKeys.create({ user: 'owner@example.com', label: 'CI' })
  await first.instance.stop()
  await using again = await start([{ users: [{ ...OWNER, apiKey: 'k' }] }], file)
  expect([await again.statusOf(apiKey), await again.statusOf('k')]).toEqual([200, 200])
  expect(again.said).toEqual([NO_LONGER_VALID])
})

test.each<[profiles: unknown[], profile: string]>([
  [[undefined], 'contract'],
  [[null, undefined], 'contract'],
  [[undefined, 'n8n-2.41', 'n8n-1.41'], 'n8n-2.41'],
])('of fixtures with the profiles %j the first names the version: %s', async (profiles, profile) => {
  await using started = await start(profiles.map(profile => ({ profile })))
  expect(started.instance.profile).toBe(profile)
  expect(started.control.state().profile).toBe(profile === 'contract' ? undefined : profile)
})

test('an instance starts again with other fixtures, but not of another version', async () => {
  await using started = await start([{ tags: [{ name: 'a' }] }], undefined, { apiKey: 'k' })
  const { instance, control, statusOf } = started
  await instance.startAgain([{ source: 'x', value: { tags: [{ name: 'b' }, { name: 'c' }] } }])
  expect(control.state().tags?.map(({ name }) => name)).toEqual(['b', 'c'])
  await instance.startAgain([{ source: 'x', value: { profile: 'contract', tags: [] } }])
  expect([control.state().tags, await statusOf('k')]).toEqual([[], 200])
  await expect(instance.startAgain([{ source: 'x', value: { profile: 'n8n-1.41' } }])).rejects.toThrow(
    'A fixture names the profile n8n-1.41, but this instance runs contract: restart it',
  )
})

test('a fixture that is nothing is refused, and not taken for one that names a profile', async () => {
  await expect(start([null])).rejects.toThrow('fixture0 must be object')
})

test('the licence of a start replaces that of the document, and the document has it at the next', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const licences: unknown[] = []
  for (const more of [{}, { licence: 'all' as const }, { licence: 'all' as const }, {}]) {
    const { instance, control } = await start([], file, more)
    licences.push(control.state().licence)
    await instance.stop()
  }
  expect(licences).toEqual([undefined, 'all', 'all', 'all'])
})

const graph = { nodes: [{ id: 'n', name: 'N' }], connections: {} }
const held = { settings: { timezone: 'UTC' }, pinData: { N: [] }, meta: { a: 1 } }

test.each<[what: string, value: unknown, workflows: object[], tags: string[]]>([
  ['a workflow', { name: 'W', ...graph, ...held }, [{ name: 'W', ...held }], []],
  ['a workflow without a name', { ...graph, ...held }, [{ name: 'My workflow', ...held }], []],
  [
    'workflows with tags',
    [
      {
        name: 'W',
        ...graph,
        tags: [
          { id: 1, name: 'a' },
          { id: 2, name: 'b' },
        ],
      },
      { name: 'V', ...graph, tags: [{ id: 1, name: 'a' }] },
      { name: 'U', ...graph, tags: null },
    ],
    [
      { name: 'W', tags: ['1', '2'] },
      { name: 'V', tags: ['1'] },
      { name: 'U', tags: [] },
    ],
    ['a', 'b'],
  ],
  [
    'a template with a name of its own, settings, pins and meta',
    { name: 'Outer', workflow: { name: 'Inner', ...graph, ...held, id: 'not of an instance' } },
    [{ id: '1', name: 'Inner', ...held }],
    [],
  ],
  ['a template with the name outside', { name: 'Outer', workflow: graph }, [{ name: 'Outer' }], []],
  ['a template without a name', { workflow: graph }, [{ name: 'My workflow' }], []],
  [
    'a template that is wrapped twice',
    { name: 'Outer', workflow: { name: 'Middle', workflow: { name: 'Inner', ...graph } } },
    [{ name: 'Inner' }],
    [],
  ],
  [
    'a template that is wrapped twice, with the name in the middle',
    { name: 'Outer', workflow: { name: 'Middle', workflow: graph } },
    [{ name: 'Middle' }],
    [],
  ],
  ['an empty list', [], [], []],
])('%s is a fixture', async (_what, value, workflows, tags) => {
  await using instance = await startInstance({ socket: false })
  expect(await instance.request('POST', '/_control/seed', value)).toMatchObject({ status: 200 })
  const state = instance.state()
  expect<unknown>(state.workflows).toMatchObject(workflows.map(workflow => ({ ...graph, ...workflow })))
  expect(state.workflows).toHaveLength(workflows.length)
  expect(state.tags?.map(({ name }) => name)).toEqual(tags)
})

test.each<[what: string, value: unknown, message: string]>([
  ['nodes alone', { name: 'W', nodes: [] }, 'request/body/name is not a known property'],
  ['connections alone', { name: 'W', connections: {} }, 'request/body/name is not a known property'],
  ['a template without nodes', { workflow: { connections: {} } }, 'request/body/workflow is not a known property'],
  ['a template without connections', { workflow: { nodes: [] } }, 'request/body/workflow is not a known property'],
  ['a template that is a list', { workflow: [] }, 'request/body/workflow is not a known property'],
  ['a workflow beside what is none', [{ name: 'W', ...graph }, { tag: [] }], 'request/body/1/tag is not a known'],
  ['a workflow beside nothing', [{ name: 'W', ...graph }, null], 'request/body/1 must be object'],
])('%s is no exported workflow', async (_what, value, message) => {
  await using instance = await startInstance({ socket: false })
  const { status, body } = await instance.request('POST', '/_control/seed', value)
  expect([status, (body as { message: string }).message]).toEqual([400, expect.stringContaining(message)])
})

const flow = (id: string, more: object = {}) => ({ id, name: id, ...graph, ...more })

/** The files of a folder, and what an instance has that starts with it, or why it does not. */
test.each<[what: string, files: Record<string, unknown>, outcome: object | string]>([
  [
    'files in the order of their names, a tag of several once',
    {
      'b.json': flow('b', {
        tags: [
          { id: '2', name: 'both' },
          { id: '3', name: 'mine' },
        ],
      }),
      'a.json': flow('a', { tags: [{ id: '1', name: 'both' }] }),
      'c.JSON': 'not read',
      'd.json.bak': 'not read',
    },
    {
      tags: [
        { id: '1', name: 'both' },
        { id: '3', name: 'mine' },
      ],
      workflows: [
        { id: 'a', tags: ['1'] },
        { id: 'b', tags: ['1', '3'] },
      ],
    },
  ],
  [
    'records without ids in two files',
    { 'a.json': { tags: [{ name: 'a' }] }, 'b.json': { tags: [{ name: 'b' }] } },
    {
      tags: [{ name: 'a' }, { name: 'b' }],
    },
  ],
  ['a file that is nothing', { 'a.json': 'null', 'b.json': {} }, 'FOLDER/a.json: must be object'],
  ['a list with nothing in it', { 'a.json': { tags: [null] } }, 'FOLDER/a.json: /tags/0 must be object'],
  ['an empty file', { 'a.json': ' \n' }, 'FOLDER/a.json: it is empty'],
  ['broken JSON', { 'a.json': '{\n"tags": [}' }, 'FOLDER/a.json: it is not JSON (line 2, column 10)'],
  [
    'JSON that nests too deep',
    { 'a.json': '['.repeat(5000) + ']'.repeat(5000) },
    'FOLDER/a.json: it has more than 1000 levels of objects and lists',
  ],
  ['a folder that is named as a file', { 'a.json/b': '' }, 'FOLDER/a.json: it cannot be read: it is a folder'],
  ['no file', { 'a.txt': '' }, 'FOLDER: there is no .json file in this folder'],
  [
    'one id in two files',
    { 'a.json': { tags: [{ name: 'x' }, { id: 1, name: 'y' }] }, 'b.json': { tags: [{ id: '1', name: 'z' }] } },
    'FOLDER/b.json: /tags/0: FOLDER/a.json has a record with the same id "1"',
  ],
  [
    'one id in one file',
    {
      'a.json': {
        tags: [
          { id: 1, name: 'y' },
          { id: 1, name: 'z' },
        ],
      },
    },
    'FOLDER/a.json: /tags/1/id: another record of the fixture has the same',
  ],
  [
    'one id of different kinds',
    { 'a.json': { tags: [{ id: '1', name: 'y' }] }, 'b.json': { variables: [{ id: '1', key: 'K', value: 'v' }] } },
    { tags: [{ id: '1' }], variables: [{ id: '1' }] },
  ],
  [
    'a folder of source control',
    {
      'README.md': 'not read',
      'tags.json': {
        tags: [
          { id: '1', name: 'a' },
          { id: '2', name: 'b' },
        ],
        mappings: [
          { workflowId: 'w', tagId: '2' },
          { workflowId: 'w', tagId: 'unknown' },
        ],
      },
      'workflows/w.json': flow('w', { versionId: 'v7', owner: 'ada@example.com' }),
      'workflows/v.json': flow('v'),
      'workflows/v.txt': 'not read',
    },
    {
      tags: [
        { id: '1', name: 'a' },
        { id: '2', name: 'b' },
      ],
      workflows: [
        { id: 'v', tags: [] },
        { id: 'w', tags: ['2'], versionId: 'v7' },
      ],
    },
  ],
  [
    'a folder of source control with an invalid workflow',
    { 'workflows/w.json': { id: 'w', nodes: [] } },
    'FOLDER: workflows/w.json: name: expected required property',
  ],
])('a folder with %s is a fixture, or refused with the file', async (_what, files, outcome) => {
  await using folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true })
    await writeFile(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const started = startInstance({ fixture: folder.path, socket: false })
  if (typeof outcome === 'string') {
    const error = await started.catch(error => error)
    expect(error.message).toBe(outcome.replaceAll('FOLDER', folder.path))
  } else {
    await using instance = await started
    expect<unknown>(instance.state()).toMatchObject(outcome)
  }
})

test('a fixture whose path cannot be used is named', async () => {
  const fixture = `/${'x'.repeat(300)}`
  await expect(startInstance({ fixture, socket: false })).rejects.toThrow(
    `${fixture}: it cannot be read: its name is too long`,
  )
})

test.each(['none.json', 'file/below.json'])('a fixture at %s is missing', async name => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '{}')
  const fixture = join(folder.path, name)
  await expect(startInstance({ fixture, socket: false })).rejects.toThrow(`${fixture}: there is no such file or folder`)
})
