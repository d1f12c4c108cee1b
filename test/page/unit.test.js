import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { dataIn, fieldsOf } from '../../src/page/client/credentials/schema-fields.ts'
import { usesOf } from '../../src/page/client/credentials/uses.ts'
import { lettersOf } from '../../src/page/client/graph/node-types.ts'
import { fixtureIn } from '../../src/page/client/import/fixture-in.ts'
import { choicesOf, refusedKeys } from '../../src/page/client/instance/body-schema.ts'
import { operationAt, operationsIn } from '../../src/page/client/instance/operations.ts'
import { writablePart } from '../../src/page/client/instance/workflow-text.ts'
import { splitMessages } from '../../src/page/client/parts/dialogs.ts'
import { lineOf, readJson } from '../../src/page/client/parts/json-places.ts'
import { differenceOf } from '../../src/page/client/state/difference.ts'
import { startInstance } from '../../src/testing.ts'

describe('JSON with its places', () => {
  const text = '{\n  "name": "A",\n  "nodes": [\n    { "name": "x" },\n    { "type": 7 }\n  ]\n}'
  test.each([
    [['name'], 2],
    [['nodes'], 3],
    [['nodes', '1', 'type'], 5],
    [['nodes', '1', 'missing'], 5],
    [['missing'], 1],
    [[], 1],
  ])('knows where %j stands: line %i', (path, line) => {
    expect(lineOf(text, readJson(text).offsetOf(path)).line).toBe(line)
  })

  test.each([
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['"\n"', 0],
    ['[1]x', 3],
    ['[1', 2],
    ['', 0],
    ['01', 1],
    ['nul', 0],
  ])('says where %j stops being JSON: %i', (odd, offset) => {
    expect(() => JSON.parse(odd)).toThrow()
    expect(() => readJson(odd)).toThrow(expect.objectContaining({ offset }))
  })

  test('reads what JSON.parse reads, as it does', () => {
    const values = [[], {}, [[]], { 'a/b': { '~': [1e3, -0.5] } }, 'é\\"\u2028', null, true, [{ a: [] }, { a: {} }]]
    for (const value of values) expect(readJson(JSON.stringify(value)).value).toEqual(value)
    expect(readJson('{"\\u0061":"\\ud83d\\ude00","__proto__":1}').value).toEqual(JSON.parse('{"a":"😀","__proto__":1}'))
  })

  test('is not held up by long text', () => {
    const long = JSON.stringify({ text: 'x'.repeat(2_000_000), list: Array(50_000).fill(1) })
    expect(readJson(long).value.list.length).toBe(50_000)
  })
})

describe('files that are dropped', () => {
  const workflow = { name: 'A', nodes: [], connections: {} }
  const drop = (...files) =>
    fixtureIn(files.map(([path, value]) => ({ path, text: typeof value === 'string' ? value : JSON.stringify(value) })))

  test.each([
    ['a workflow', [['a.json', { ...workflow, id: '7' }]], { workflows: [{ ...workflow, id: '7' }] }],
    ['an array', [['a.json', [workflow, workflow]]], { workflows: [workflow, workflow] }],
    [
      'the form of the gallery',
      [['a.json', { id: 9, name: 'G', workflow: { nodes: [], connections: {} } }]],
      { workflows: [{ ...workflow, name: 'G' }] },
    ],
    [
      'the gallery, twice inside',
      [['a.json', { workflow: { id: 9, name: 'G', workflow: { nodes: [], connections: {} } } }]],
      { workflows: [{ ...workflow, name: 'G' }] },
    ],
    [
      'a fixture',
      [['a.json', { format: 1, tags: [{ name: 't' }], workflows: [{ name: 'A' }] }]],
      { tags: [{ name: 't' }], workflows: [{ name: 'A' }] },
    ],
    ['with a byte-order mark', [['a.json', `\uFEFF${JSON.stringify(workflow)}`]], { workflows: [workflow] }],
    [
      'several files',
      [
        ['b.json', { tags: [{ name: 't' }] }],
        ['a.json', workflow],
      ],
      { workflows: [workflow], tags: [{ name: 't' }] },
    ],
  ])('are %s', (_, files, parts) => {
    const { fixture, mistakes } = drop(...files)
    expect(mistakes).toEqual([])
    expect(fixture).toMatchObject(parts)
  })

  test('are a folder of source control, with its tags where they belong', async () => {
    const { fixture, mistakes } = drop(
      ['repo/tags.json', { tags: [{ id: 't1', name: 'ops' }], mappings: [{ workflowId: 'w1', tagId: 't1' }] }],
      ['repo/workflows/w1.json', { ...workflow, id: 'w1', settings: {}, owner: 'nobody@example.com' }],
      [
        'repo/credential_stubs/c1.json',
        { id: 'c1', name: 'Slack', type: 'slackApi', data: { accessToken: '' }, ownedBy: 'x' },
      ],
      ['repo/variable_stubs.json', [{ id: 'v1', key: 'k', type: 'string', value: '' }]],
    )
    expect(mistakes).toEqual([])
    await using instance = await startInstance({ socket: false })
    expect((await instance.request('POST', '/_control/seed', fixture)).status).toBe(200)
    expect((await instance.request('GET', '/api/v1/workflows/w1')).body).toMatchObject({ tags: [{ name: 'ops' }] })
  })

  test.each([
    ['{"a"', 'a.json: it is not JSON (line 1, column 5)'],
    ['{"hello":1}', 'a.json: it is neither a workflow nor a fixture'],
    ['7', 'a.json: it is neither a workflow nor a fixture'],
    ['[{"nodes":[]}]', 'a.json: it is neither a workflow nor a fixture'],
  ])('that are nothing of that are named: %s', (text, mistake) => {
    expect(drop(['a.json', text]).mistakes).toEqual([mistake])
  })
})

test('the difference between two states names what is added, gone and changed, and in what', () => {
  const node = (name, more) => ({ name, type: 't', ...more })
  const before = {
    tags: [
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
    ],
    workflows: [{ id: '1', name: 'W', nodes: [node('x'), node('y')], updatedAt: '1' }],
  }
  const after = {
    tags: [
      { id: '2', name: 'B' },
      { id: '3', name: 'c' },
    ],
    workflows: [{ id: '1', name: 'W', nodes: [node('x', { disabled: true }), node('z')], updatedAt: '2' }],
  }
  const [workflows, tags] = differenceOf(before, after)
  expect(tags).toMatchObject({
    kind: 'tags',
    added: [{ id: '3' }],
    removed: [{ id: '1' }],
    changed: [{ name: 'B', fields: ['name'] }],
  })
  expect(workflows).toMatchObject({ added: [], removed: [], changed: [{ fields: ['nodes: x, y, z'] }] })
  expect(differenceOf(before, { ...before, workflows: [{ ...before.workflows[0], updatedAt: '9' }] })).toEqual([])
  const withSettings = settings => ({ workflows: [{ id: '1', settings }] })
  const [one, other] = [withSettings({ timezone: 'UTC', v: 1 }), withSettings({ v: 1, timezone: 'UTC' })]
  expect(differenceOf(one, other)).toEqual([])
})

test('the form of a credential has a field for each property, and gives what was filled in', () => {
  const schema = {
    type: 'object',
    properties: {
      port: { type: 'number' },
      password: { type: 'string' },
      host: { type: 'string' },
      ssl: { type: 'boolean' },
      mode: { enum: ['a', 'b'] },
      more: { type: 'json' },
      hint: { type: 'notice' },
    },
    required: ['host'],
  }
  const fields = fieldsOf(schema)
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['host', 'text', true],
    ['port', 'number', false],
    ['password', 'secret', false],
    ['ssl', 'boolean', false],
    ['mode', 'choice', false],
    ['more', 'json', false],
  ])
  const form = new Map(
    Object.entries({ 'data.host': '', 'data.port': '5432', 'data.password': '', 'data.mode': '1', 'data.more': '{}' }),
  )
  expect(dataIn({ get: name => form.get(name) ?? null }, fields)).toEqual({
    host: '',
    port: 5432,
    mode: 'b',
    more: '{}',
  })
})

test.each([
  ['n8n-nodes-acme.acmeOrders', 'AO'],
  ['@company/n8n-nodes-x.thing', 'TH'],
  ['n8n-nodes-base.set', undefined],
  ['n8n-nodes-base.whatever', undefined],
  ['community.slackThing', undefined],
  ['', undefined],
])('a node of the type %p has the letters %p', (type, letters) => {
  expect(lettersOf(type)?.letters).toBe(letters)
})

test.each(VERSION_NAMES)('what %s offers is read from its own document', async profile => {
  await using instance = await startInstance({ socket: false, profile })
  const operations = operationsIn((await instance.request('GET', '/api/v1/openapi.json')).body)
  expect(operationAt(operations, 'POST', '/source-control/pull').fields).toContain('force')
  const { fields } = operations.get('updateWorkflow')
  expect(fields).toEqual(expect.arrayContaining(['name', 'nodes', 'connections', 'settings']))
  expect(fields).not.toContain('id')
  const empty = { name: 'W', nodes: [], connections: {}, settings: {} }
  const { body: made } = await instance.request('POST', '/api/v1/workflows', empty)
  const sent = writablePart(made, operations.get('updateWorkflow'))
  expect((await instance.request('PUT', `/api/v1/workflows/${made.id}`, sent)).status).toBe(200)
})

test('knows which keys of a body its operation refuses, and which values a field may have', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  const operations = operationsIn((await instance.request('GET', '/api/v1/openapi.json')).body)
  const body = {
    id: '7',
    name: 'W',
    nodes: [
      { name: 'a', parameters: { any: 1 } },
      { name: 'b', nmae: 'b' },
    ],
    connections: { a: { main: [] } },
    settings: { timezone: 'UTC', timezon: 'UTC' },
  }
  const found = refusedKeys(body, operations.get('updateWorkflow'))
  expect(found.map(({ path }) => path.join('.'))).toEqual(['id', 'nodes.1.nmae', 'settings.timezon'])
  expect(found[0].message).toContain('read-only')
  for (const { path } of found) {
    const only = path.reduceRight((inner, name) => ({ [name]: inner }), 'x')
    const text = JSON.stringify(only)
    expect(text.slice(readJson(text).keyOffsetOf(path))).toStartWith(JSON.stringify(path.at(-1)))
  }
  expect(refusedKeys({ anything: 1 }, undefined)).toEqual([])
  expect(choicesOf(operations.get('createDataTable'), ['columns', 'type'])).toEqual([
    'string',
    'number',
    'boolean',
    'date',
    'json',
  ])
  expect(choicesOf(operations.get('createDataTableColumn'), ['type'])).toHaveLength(4)
  expect(choicesOf(operations.get('createTag'), ['nope'])).toEqual([])
})

test('finds the nodes that use a credential, whatever else stands where credentials are', () => {
  const node = (name, credentials) => ({ name, type: 'x', credentials })
  const workflows = [
    { id: '1', name: 'A', nodes: [node('a', { api: { id: 'c', name: 'C' } }), node('b', { api: { id: 'd' } })] },
    { id: '2', name: 'B', nodes: [node('a', undefined), node('b', { api: null, old: 'c' }), node('c', { api: {} })] },
    { id: '3', name: 'C', nodes: [node('a', { one: { id: 'd' }, two: { id: 'c' } })] },
  ]
  expect(usesOf('c', workflows)).toEqual([
    { id: '1', name: 'A', nodes: ['a'] },
    { id: '3', name: 'C', nodes: ['a'] },
  ])
})

test('a refusal of several points is shown point by point', () => {
  expect(
    splitMessages("request/body must have required property 'a', request/body/nodes/0 must be object, or so"),
  ).toEqual(["request/body must have required property 'a'", 'request/body/nodes/0 must be object, or so'])
})
