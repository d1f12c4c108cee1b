import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareInstances, type Fixture } from '../../src/index.ts'
import { runCli, temporaryFolder } from '../commands/run-cli.ts'

const ID = 'AAAAAAAAAAAAAAAA'
const node = (name: string, more: object = {}) => ({ id: name, name, type: 'n8n-nodes-base.noOp', ...more })
const edge = (node: string, more: object = {}) => ({ node, type: 'main', index: 0, ...more })
const from = (...slots: unknown[]) => ({ connections: { A: { main: slots } } })
const compared = (left: object, right: object, options = {}) =>
  compareInstances(left as Fixture, right as Fixture, options)

/** What is said to differ between two workflows with one id. */
async function differencesOf(left: object, right: object) {
  const workflow = { id: ID, name: 'W', nodes: [node('A'), node('B')], connections: {} }
  const { kinds, isSame } = await compared(
    { workflows: [{ ...workflow, ...left }] },
    { workflows: [{ ...workflow, ...right }] },
  )
  const { different = [], same } = kinds.workflows ?? {}
  expect([isSame, same]).toEqual(different.length === 0 ? [true, 1] : [false, 0])
  return different[0]?.differences ?? []
}

type Found = { what: string; left?: unknown; right?: unknown }

const only = (side: 'left' | 'right', what: string) => ({ what, [side]: 'only there' })

test.each<[name: string, tags: unknown[]]>([
  ['their names', [{ name: 'x' }]],
  ['their ids', [{ id: 't' }]],
  ['their ids alone', ['t']],
  ['the name alone', ['x']],
])('tags of workflows are the same by %s', async (_name, tags) => {
  const workflow = { id: ID, name: 'W', nodes: [], connections: {} }
  const all = { tags: [{ id: 't', name: 'x' }], workflows: [{ ...workflow, tags: ['t'] }] }
  expect(await compared({ ...all, workflows: [{ ...workflow, tags }] }, all)).toMatchObject({ isSame: true })
})

describe('of two workflows', () => {
  test.each<[name: string, left: object, right: object, differences: Found[]]>([
    ['the name', { name: 'V' }, {}, [{ what: 'name', left: 'V', right: 'W' }]],
    ['whether it is active', { active: true }, {}, [{ what: 'active', left: true, right: false }]],
    ['nothing where it is not active', { active: false }, {}, []],
    ['a description', { description: 'x' }, { description: null }, [{ what: 'description', left: 'x', right: '' }]],
    ['a description that one side has', { description: 'x' }, {}, [{ what: 'description', left: 'x', right: '' }]],
    ['nothing of a description that is null', { description: null }, { description: '' }, []],
    ['whether one side is archived', { isArchived: true }, {}, [{ what: 'isArchived', left: true, right: false }]],
    [
      'a group of nodes that one side has',
      { nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['A'] }] },
      {},
      [only('left', 'node group "G"')],
    ],
    [
      'what is in a group of nodes',
      { nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['A'], description: 'x' }] },
      { nodeGroups: [{ id: 'h', name: 'G', nodeIds: ['B'] }] },
      [{ what: 'node group "G" description' }, { what: 'node group "G" nodes' }],
    ],
    [
      'nothing of the ids of groups and of their nodes',
      { nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['A'] }] },
      { nodes: [node('A', { id: 'other' }), node('B')], nodeGroups: [{ id: 'h', name: 'G', nodeIds: ['other'] }] },
      [],
    ],
    [
      'the groups of the published version',
      {
        active: true,
        versionId: 'v2',
        activeVersionId: 'v1',
        versions: [
          {
            versionId: 'v1',
            nodes: [node('A'), node('B')],
            nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['A'] }],
          },
        ],
      },
      { active: true },
      [only('left', 'published node group "G"')],
    ],
    [
      'whether it is archived',
      { isArchived: true },
      { isArchived: false },
      [{ what: 'isArchived', left: true, right: false }],
    ],
    [
      'settings, in the order of the alphabet',
      { settings: { timezone: 'UTC', callerPolicy: 'any' } },
      { settings: { timezone: 'Asia/Tokyo' } },
      [
        { what: 'settings.callerPolicy', left: 'any', right: null },
        { what: 'settings.timezone', left: 'UTC', right: 'Asia/Tokyo' },
      ],
    ],
    ['nothing of settings that are not set', { settings: { timezone: 'DEFAULT', errorWorkflow: null } }, {}, []],
    ['tags', { tags: [] }, { tags: [{ id: 't', name: 'x' }] }, [{ what: 'tags', left: [], right: ['x'] }]],
    [
      'tags that are null',
      { tags: null },
      { tags: [{ id: 't', name: 'x' }] },
      [{ what: 'tags', left: [], right: ['x'] }],
    ],
    [
      'nothing of the order of tags',
      { tags: [{ name: 'x' }, { name: 'y' }] },
      { tags: [{ name: 'y' }, { name: 'x' }] },
      [],
    ],
    ['tags that one side has', {}, { tags: [{ id: 't', name: 'x' }] }, [{ what: 'tags', left: [], right: ['x'] }]],
    ['a node of the left', { nodes: [node('A'), node('B'), node('C')] }, {}, [only('left', 'node "C"')]],
    ['a node of the right', {}, { nodes: [node('A'), node('B'), node('C')] }, [only('right', 'node "C"')]],
    [
      'values of a node by their paths, and not the values',
      { nodes: [node('A', { parameters: { deep: { x: 1 }, list: [1], y: 1 }, notes: 'n' }), node('B')] },
      { nodes: [node('A', { parameters: { deep: { x: 2 }, list: [2], y: 1 } }), node('B')] },
      ['parameters.deep.x', 'parameters.list', 'notes'].map(path => ({ what: `node "A" ${path}` })),
    ],
    [
      'nothing of the id of a node, its dates, and what is null',
      { nodes: [node('A', { id: 'x', createdAt: 'x', updatedAt: 'x', notes: null, parameters: {} }), node('B')] },
      {},
      [],
    ],
    ['nothing of a webhook id that one side has', { nodes: [node('A', { webhookId: 'x' }), node('B')] }, {}, []],
    [
      'two webhook ids',
      { nodes: [node('A', { webhookId: 'x' }), node('B')] },
      { nodes: [node('A', { webhookId: 'y' }), node('B')] },
      [{ what: 'node "A" webhookId' }],
    ],
    [
      'a credential of a node by its id',
      { nodes: [node('A', { credentials: { api: { id: '5', name: 'x' } } }), node('B')] },
      { nodes: [node('A', { credentials: { api: { id: '6', name: 'x' } } }), node('B')] },
      [{ what: 'node "A" credentials.api' }],
    ],
    [
      'nothing of the name of a credential with an id',
      { nodes: [node('A', { credentials: { api: { id: '5', name: 'x' } } }), node('B')] },
      { nodes: [node('A', { credentials: { api: { id: '5', name: 'y' } } }), node('B')] },
      [],
    ],
    ...[{ name: 'x' }, 'x'].map((credential): [string, object, object, Found[]] => [
      `a credential of a node without an id, such as ${JSON.stringify(credential)},`,
      { nodes: [node('A', { credentials: { api: credential } }), node('B')] },
      { nodes: [node('A', { credentials: { api: { name: 'y' } } }), node('B')] },
      [{ what: 'node "A" credentials.api' }],
    ]),
    [
      'the second of two nodes with one name',
      { nodes: [node('A'), node('A', { notes: 'x' }), node('A (2)')] },
      { nodes: [node('A'), node('A', { notes: 'y' }), node('A (2)')] },
      [{ what: 'node "A (2)" notes' }],
    ],
    ['a connection of the left', from([edge('B')]), {}, [only('left', 'connection "A" → "B" (main 0)')]],
    [
      'a connection of the right, of the second output into the second input of another type',
      {},
      from(null, [edge('B', { type: 'ai_tool', index: 1 })]),
      [only('right', 'connection "A" → "B" (main 1 into ai_tool 1)')],
    ],
    [
      'into which input a connection goes',
      from([edge('B')]),
      from([edge('B', { index: 1 })]),
      [only('left', 'connection "A" → "B" (main 0)'), only('right', 'connection "A" → "B" (main 0 into main 1)')],
    ],
    ['nothing of how a connection is written', from([edge('B')]), from([{ node: 'B' }], []), []],
    ['pinned data', { pinData: { A: [1] } }, { pinData: { A: [2] } }, [{ what: 'pinned data of "A"' }]],
    ['pinned data of one side', { pinData: {} }, { pinData: { A: [2] } }, [{ what: 'pinned data of "A"' }]],
    ['nothing of pinned data that is null', { pinData: null }, { pinData: {} }, []],
    ['pinned data that one side has', {}, { pinData: { A: [2] } }, [{ what: 'pinned data of "A"' }]],
    [
      'fields that one version alone has',
      { more: { b: 1, a: null, c: 2 } },
      { more: { c: 3 } },
      [
        { what: 'b', left: 1, right: null },
        { what: 'c', left: 2, right: 3 },
      ],
    ],
    [
      'the published version',
      { active: true, versionId: 'v2', activeVersionId: 'v1', versions: [{ versionId: 'v1', nodes: [node('A')] }] },
      { active: true },
      [only('right', 'published node "B"')],
    ],
    [
      'the published version that only an answer names',
      { active: true, versionId: 'v2', activeVersion: { versionId: 'v1', nodes: [node('A')] } },
      { active: true },
      [only('right', 'published node "B"')],
    ],
    [
      'nothing of a published version that is the current one',
      { active: true, versionId: 'v1', activeVersionId: 'v1', versions: [{ versionId: 'v1', nodes: [node('A')] }] },
      { active: true },
      [],
    ],
    [
      'nothing of the published version where one side is not active, but that',
      { versionId: 'v2', activeVersionId: 'v1', active: true, versions: [{ versionId: 'v1', nodes: [node('A')] }] },
      { active: false },
      [{ what: 'active', left: true, right: false }],
    ],
  ])('%s differs', async (_name, left, right, differences) => {
    expect(await differencesOf(left, right)).toEqual(differences)
    const turned = differences.map(({ what, left, right }) => ({
      what,
      ...(right === undefined ? {} : { left: right }),
      ...(left === undefined ? {} : { right: left }),
    }))
    const found = await differencesOf(right, left)
    expect(found.toSorted(byText)).toEqual(turned.toSorted(byText))
  })
})

const byText = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))

describe('records are the same thing', () => {
  const tag = (id: string, name: string, createdAt?: string) => ({ id, name, ...(createdAt ? { createdAt } : {}) })
  const DATE = '2026-01-01T00:00:00.000Z'
  const DIGITS = '9'.repeat(16)
  const LATER = '2026-01-02T00:00:00.000Z'

  test.each<{ name: string; left: object[]; right: object[]; pairs: string[] }>([
    { name: 'by an id that is not counted up', left: [tag(ID, 'a')], right: [tag(ID, 'b')], pairs: [`${ID} ${ID} b`] },
    { name: 'by a counted id and their name', left: [tag('1', 'a')], right: [tag('1', 'a')], pairs: ['1 1 a'] },
    {
      name: 'by a counted id beside another',
      left: [tag('1', 'a')],
      right: [tag('1', 'a'), tag('2', 'b')],
      pairs: ['1 1 a'],
    },
    {
      name: 'by a counted id and their creation',
      left: [tag('1', 'a', DATE)],
      right: [tag('1', 'b', DATE), tag('2', 'a')],
      pairs: ['1 1 b'],
    },
    {
      name: 'by their names before a counted id',
      left: [tag('1', 'a', DATE)],
      right: [tag('1', 'b', LATER), tag('2', 'a')],
      pairs: ['1 2 a'],
    },
    {
      name: 'by their names, crosswise',
      left: [tag('1', 'a'), tag('2', 'b')],
      right: [tag('1', 'b'), tag('2', 'a')],
      pairs: ['1 2 a', '2 1 b'],
    },
    {
      name: 'by a counted id where nothing else says so',
      left: [tag('1', 'a')],
      right: [tag('1', 'b')],
      pairs: ['1 1 b'],
    },
    {
      name: 'by an id of 16 digits',
      left: [tag(DIGITS, 'a')],
      right: [tag(DIGITS, 'b'), tag('2', 'a')],
      pairs: [`${DIGITS} ${DIGITS} b`],
    },
    {
      name: 'not by an id of 15',
      left: [tag('9'.repeat(15), 'a')],
      right: [tag('9'.repeat(15), 'b'), tag('2', 'a')],
      pairs: [`${'9'.repeat(15)} 2 a`],
    },
    {
      name: 'not by a name that two of the right have',
      left: [tag('1', 'a')],
      right: [tag('2', 'a'), tag('3', 'a')],
      pairs: [],
    },
    {
      name: 'not by a name that two of the left have',
      left: [tag('1', 'a'), tag('2', 'a')],
      right: [tag('3', 'a')],
      pairs: [],
    },
    { name: 'once each', left: [tag('1', 'a'), tag('2', 'b')], right: [tag('2', 'a')], pairs: ['1 2 a'] },
    {
      name: 'by their place, without an id',
      left: [{ name: 'a' }],
      right: [{ name: 'b' }],
      pairs: ['number 1 number 1 b'],
    },
  ])('$name', async ({ left, right, pairs }) => {
    const { kinds, isSame } = await compared({ tags: left }, { tags: right })
    const { different = [], onlyLeft = [], onlyRight = [], same = 0 } = kinds.tags ?? {}
    const changed = pairs.filter(pair => !left.some(one => Object(one).name === pair.split(' ').at(-1)))
    expect(different.map(({ left, right }) => `${left.id} ${right.id} ${right.name}`)).toEqual(changed)
    expect(isSame).toBe(different.length + onlyLeft.length + onlyRight.length === 0)
    expect([same, onlyLeft.length, onlyRight.length]).toEqual([
      pairs.length - changed.length,
      left.length - pairs.length,
      right.length - pairs.length,
    ])
  })
})

test('cells that a document does not have are null', async () => {
  const [table] = tables({}).dataTables
  const columns = [{ id: 'columnofdataset1', name: 'c', type: 'string' }]
  const dataTableRows = [{ tableId: table?.id, rowId: 1, values: {} }]
  const document = { dataTables: [{ ...table, columns, rows: undefined }], dataTableRows }
  expect(await compared(document, tables({ rows: [{ id: 1, c: null }] }))).toMatchObject({ isSame: true })
  expect(await compared(document, tables({ rows: [{ id: 1, c: '' }] }))).toMatchObject({ isSame: false })
})

test('the published version of a document that holds its versions apart is compared', async () => {
  const workflow = { id: ID, name: 'W', active: true, nodes: [node('A')], connections: {}, versionId: 'v2' }
  const left = {
    workflows: [{ ...workflow, activeVersionId: 'v1' }],
    workflowVersions: [{ id: 'v1', workflowId: ID, versionId: 'v1', nodes: [node('B')], connections: {} }],
  }
  const { different } = (await compared(left, { workflows: [workflow] })).kinds.workflows ?? {}
  expect(different?.[0]?.differences).toEqual([only('left', 'published node "B"'), only('right', 'published node "A"')])
})

test('variables are named with their project', async () => {
  const variable = (id: string, more: object = {}) => ({ id: ID.slice(1) + id, key: 'K', value: '1', ...more })
  const left = { variables: [variable('1'), variable('2', { projectId: 'p' })] }
  const { onlyLeft } = (await compared(left, { variables: [] })).kinds.variables ?? {}
  expect(onlyLeft?.map(({ name }) => name)).toEqual(['K', 'K of project p'])
})

const user = (more: object) => ({ id: '0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a01', email: 'a@b.cd', ...more })
const ran = (id: number, more: object = {}) => ({ id, workflowId: ID, status: 'success', ...more })
const tables = (more: object) => ({
  dataTables: [{ id: 'datatable0000001', name: 'T', columns: [{ name: 'c', type: 'string' }], rows: [], ...more }],
})

test.each<{ name: string; left: object; right: object; kind: string; differences: Found[] }>([
  {
    name: 'of users',
    left: { users: [user({ firstName: 'A', lastName: 'C', role: 'global:member', isPending: false })] },
    right: { users: [user({ email: 'e@f.gh', firstName: 'B', lastName: 'D', role: 'global:admin', isPending: true })] },
    kind: 'users',
    differences: [
      { what: 'email', left: 'a@b.cd', right: 'e@f.gh' },
      { what: 'firstName', left: 'A', right: 'B' },
      { what: 'lastName', left: 'C', right: 'D' },
      { what: 'role', left: 'global:member', right: 'global:admin' },
      { what: 'isPending', left: false, right: true },
    ],
  },
  {
    name: 'of credentials, without their data',
    left: { credentials: [{ id: ID, name: 'C', type: 'a', data: { x: 1 } }] },
    right: { credentials: [{ id: ID, name: 'D', type: 'b', data: { x: 2 } }] },
    kind: 'credentials',
    differences: [
      { what: 'name', left: 'C', right: 'D' },
      { what: 'type', left: 'a', right: 'b' },
    ],
  },
  {
    name: 'of variables, without their values',
    left: { variables: [{ id: ID, key: 'K', value: '1', type: 'string' }] },
    right: { variables: [{ id: ID, key: 'L', value: '2', type: 'number' }] },
    kind: 'variables',
    differences: [
      { what: 'key', left: 'K', right: 'L' },
      { what: 'value' },
      { what: 'type', left: 'string', right: 'number' },
    ],
  },
  {
    name: 'of projects',
    left: { projects: [{ id: ID, name: 'P', description: null }] },
    right: { projects: [{ id: ID, name: 'Q', description: 'x' }] },
    kind: 'projects',
    differences: [
      { what: 'name', left: 'P', right: 'Q' },
      { what: 'description', left: null, right: 'x' },
    ],
  },
  {
    name: 'of data tables, without their rows',
    left: tables({ rows: [{ id: 1, c: 'x', createdAt: '2026-01-01T00:00:00.000Z' }] }),
    right: tables({ name: 'U', columns: [{ name: 'c', type: 'number' }] }),
    kind: 'dataTables',
    differences: [{ what: 'name', left: 'T', right: 'U' }, { what: 'columns' }, { what: 'rows' }],
  },
  {
    name: 'of data tables, and none of when a row was made',
    left: tables({
      rows: [{ id: 1, c: 'x', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }],
    }),
    right: tables({ rows: [{ id: 1, c: 'x' }], name: 'U' }),
    kind: 'dataTables',
    differences: [{ what: 'name', left: 'T', right: 'U' }],
  },
  {
    name: 'of executions, without their data, the newest that are over',
    left: {
      executions: [
        ran(9, { status: 'running' }),
        ran(8, { status: 'new' }),
        ran(5, { data: { a: 1 } }),
        ran(10),
        ran(4),
      ],
    },
    right: { executions: [ran(10), ran(5, { data: { a: 2 }, status: 'error' }), ran(3)] },
    kind: 'executions',
    differences: [{ what: 'status', left: 'success', right: 'error' }, { what: 'data' }],
  },
  {
    name: 'of executions, in each of their fields',
    left: {
      executions: [
        ran(10, {
          mode: 'manual',
          finished: true,
          startedAt: '2026-01-01T00:00:00.000Z',
          stoppedAt: '2026-01-01T00:00:01.000Z',
          waitTill: null,
          retryOf: null,
          retrySuccessId: '11',
          workflowId: 'other',
          startedBy: 'x',
        }),
        ran(5),
      ],
    },
    right: {
      executions: [
        ran(10, {
          mode: 'trigger',
          finished: false,
          startedAt: '2026-01-01T00:00:00.000Z',
          stoppedAt: '2026-01-01T00:00:02.000Z',
          waitTill: '2026-01-01T00:00:03.000Z',
          retryOf: '9',
          retrySuccessId: null,
        }),
        ran(5),
      ],
    },
    kind: 'executions',
    differences: [
      { what: 'mode', left: 'manual', right: 'trigger' },
      { what: 'finished', left: true, right: false },
      { what: 'stoppedAt', left: '2026-01-01T00:00:01.000Z', right: '2026-01-01T00:00:02.000Z' },
      { what: 'waitTill', left: null, right: '2026-01-01T00:00:03.000Z' },
      { what: 'retryOf', left: null, right: '9' },
      { what: 'retrySuccessId', left: '11', right: null },
      { what: 'workflowId', left: 'other', right: ID },
    ],
  },
])('reports differences $name', async ({ left, right, kind, differences }) => {
  const { kinds, notCompared } = await compared(left, right, { executions: 2 })
  const [found] = Object.entries(kinds)
  expect(notCompared).toEqual([])
  const sides = { onlyLeft: [], onlyRight: [] }
  const same = kind === 'executions' ? 1 : 0
  expect(found).toMatchObject([kind, { ...sides, same }])
  const [pair, ...others] = found?.[1].different ?? []
  expect(others).toEqual([])
  expect(pair?.differences.toSorted(byText)).toEqual(differences.toSorted(byText))
})

test('executions of fixtures are not compared where none were asked for, and that is said', async () => {
  const { kinds, notCompared } = await compared({ executions: [ran(1)] }, { executions: [ran(2)] })
  expect([kinds, notCompared]).toEqual([{}, [{ kind: 'executions', because: 'none were asked for' }]])
  expect((await compared({ executions: [] }, {})).notCompared).toEqual([])
})

test('what is compared is said in lines, whose control characters are replaced', async () => {
  await using folder = await temporaryFolder()
  const [left, right] = [join(folder.path, 'left.json'), join(folder.path, 'right.json')]
  const workflow = (id: string, name: string, more: object = {}) => ({ id, name, nodes: [], connections: {}, ...more })
  const other = `B${ID.slice(1)}`
  const settings = (timezone: string) => ({ settings: { timezone } })
  await writeFile(
    left,
    JSON.stringify({
      tags: [{ id: ID, name: 'same' }],
      workflows: [
        workflow('1', 'Left\u009b'),
        workflow('2', 'Both', { nodes: [node('A')], ...settings('x'.repeat(59)), active: true }),
        workflow(other, 'Long', { settings: { timezone: 'x'.repeat(58) } }),
      ],
      credentials: [],
      dataTables: [],
      variables: [],
    }),
  )
  await writeFile(
    right,
    JSON.stringify({
      tags: [{ id: ID, name: 'same' }],
      workflows: [workflow('8', 'Right'), workflow('9', 'Both', { nodes: [node('B')] }), workflow(other, 'Long')],
      variables: [],
    }),
  )
  const { code, out, err } = await runCli(['compare', left, right])
  expect([code, err]).toEqual([1, ''])
  expect(out.split('\n')).toEqual([
    `left   ${left}`,
    `right  ${right}`,
    'workflows: 2 different, 1 only left, 1 only right',
    '  < "Left?" (1)',
    '  > "Right" (8)',
    '  ~ "Both" (2) and 9',
    '      active: true → false',
    '      node "A": only left',
    '      node "B": only right',
    `      settings.timezone: "${'x'.repeat(59)}… → null`,
    `  ~ "Long" (${other})`,
    `      settings.timezone: "${'x'.repeat(58)}" → null`,
    'tags: 1 the same',
    'variables: none',
    'not compared, as only one side has them: credentials, data tables',
    'They differ.',
    '',
  ])
  const same = await runCli(['compare', left, left, '--only', 'tags, variables'])
  expect([same.code, same.out.split('\n')]).toEqual([
    0,
    [`left   ${left}`, `right  ${left}`, 'tags: 1 the same', 'variables: none', 'No differences.', ''],
  ])
})
