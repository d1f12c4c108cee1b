import { describe, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, temporaryFolder } from './run-cli.ts'

const HOOK = {
  id: 'a',
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  parameters: { path: 'orders', httpMethod: 'POST' },
  webhookId: '0b5d7f0e-2f2f-4d6b-9d63-0a6e3cf1a001',
}
const SET = { id: 'b', name: 'Set', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [200, 0], parameters: {} }
const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] })
const DATE = '2026-01-01T00:00:00.000Z'
const WORKFLOW = { name: 'Orders', nodes: [HOOK, SET], connections: { Webhook: to('Set') }, settings: {} }

/** Validates an exported workflow. */
async function validate(workflow: object, ...flags: string[]) {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'workflow.json'), JSON.stringify(workflow))
  return await runCli(['validate', 'workflow.json', ...flags], { cwd: folder.path })
}

type Row = [what: string, workflow: object, says: RegExp]
/** Of a type that has code for each of its versions. */
const NEWER = { ...SET, type: 'n8n-nodes-base.set', typeVersion: 99 }
const BROKEN: Row[] = [
  ['ids twice', { nodes: [HOOK, { ...SET, id: 'a' }] }, /\(duplicate_node_id\).*share the node ID "a"/],
  [
    'names twice',
    { nodes: [HOOK, { ...SET, name: 'Webhook' }], connections: {} },
    /\(duplicate_node_name\): Duplicate node name "Webhook"/,
  ],
  ['a connection to nobody', { connections: { Webhook: to('Nobody') } }, /Connection target "Nobody" does not/],
  ['a connection from nobody', { connections: { Nobody: to('Set') } }, /Connection source "Nobody" does not/],
  ['a connection that is a text', { connections: { Webhook: 'Set' } }, /connections/],
  [
    'a connection without an index',
    { connections: { Webhook: { main: [[{ node: 'Set', type: 'main' }]] } } },
    /main\[0\]\[0\]\.index \(invalid_type\): Required/,
  ],
  ['no position', { nodes: [HOOK, { ...SET, position: undefined }] }, /position/],
  ['one coordinate', { nodes: [HOOK, { ...SET, position: [1] }] }, /position/],
  ['a node without a name', { nodes: [HOOK, { ...SET, name: undefined }] }, /name/],
  ['a node without a type', { nodes: [HOOK, { ...SET, type: undefined }] }, /type/],
  ['an unknown key', { colour: 'red' }, /colour \(which it does not know\)/],
  ['an unknown key of a node', { nodes: [HOOK, { ...SET, colour: 'red' }] }, /colour \(which it does not know\)/],
  ['an unknown setting', { settings: { colour: 'red' } }, /colour \(which it does not know\)/],
  [
    'an unknown type',
    { nodes: [HOOK, { ...SET, type: 'n8n-nodes-base.nope' }] },
    /no node type "n8n-nodes-base\.nope"/,
  ],
  [
    'a type that names no package',
    { nodes: [HOOK, { ...SET, type: 'set' }] },
    /the type "set" names no package; did you mean n8n-nodes-base\.set\?/,
  ],
  [
    'the name of a package that is misspelt',
    { nodes: [HOOK, { ...SET, type: 'n8n-nodes-bse.set' }] },
    /no node type "n8n-nodes-bse\.set"; did you mean n8n-nodes-base\.set\?/,
  ],
  [
    'the name of a package without its scope',
    { nodes: [HOOK, { ...SET, type: 'n8n-nodes-langchain.agent' }] },
    /no node type "n8n-nodes-langchain\.agent"; did you mean @n8n\/n8n-nodes-langchain\.agent\?/,
  ],
  [
    'the name of a package without its beginning',
    { nodes: [HOOK, { ...SET, type: 'nodes-base.set' }] },
    /no node type "nodes-base\.set"; did you mean n8n-nodes-base\.set\?/,
  ],
  [
    'the name of a package with a wrong scope',
    { nodes: [HOOK, { ...SET, type: '@n8n/n8n-nodes-base.set' }] },
    /no node type "@n8n\/n8n-nodes-base\.set"; did you mean n8n-nodes-base\.set\?/,
  ],
  ['typeVersion 99', { nodes: [HOOK, NEWER] }, /n8n-nodes-base\.set has no typeVersion 99 in/],
  [
    'a time zone on Mars',
    { settings: { timezone: 'Mars/Olympus_Mons' } },
    /there is no time zone "Mars\/Olympus_Mons"/,
  ],
]

describe.each(['n8n-2.41', 'n8n-1.123', 'n8n-1.41', 'contract'])('an exported workflow with --profile %s', profile => {
  test(`is no valid one with one of ${BROKEN.length} faults, which is named`, async () => {
    await using folder = await temporaryFolder()
    // the published reference names no types of nodes; whether 1.41 has code for each version is not known
    const unnamed = new Map([
      ['contract', /unknown type|typeVersion/],
      ['n8n-1.41', /typeVersion/],
    ]).get(profile)
    const rows = BROKEN.filter(([what]) => !unnamed?.test(what))
    const files = rows.map((_row, at) => `${at}.json`)
    for (const [at, [, change]] of rows.entries()) {
      await writeFile(join(folder.path, `${at}.json`), JSON.stringify({ ...WORKFLOW, ...change }))
    }
    const { code, out, err } = await runCli(['validate', ...files, '--profile', profile], { cwd: folder.path })
    expect([code, err]).toEqual([1, ''])
    for (const [at, [what, , says]] of rows.entries()) {
      const lines = out.split('\n').filter(line => line.startsWith(`${at}.json:`))
      const faults = lines.filter(line => line.startsWith(`${at}.json:1: fault: `))
      expect([what, faults.join('\n')]).toEqual([what, expect.stringMatching(says)])
      expect(lines.at(-1)).toMatch(new RegExp(`^${at}\\.json: \\d faults?.* with ${profile}$`))
    }
  })

  test('and no fault is valid, as a service answers and exports it too, and what was not checked is said', async () => {
    const exported = {
      ...WORKFLOW,
      id: 'x',
      active: true,
      versionId: 'v',
      tags: [{ id: 't', name: 'T', createdAt: DATE, updatedAt: DATE }],
      meta: null,
      pinData: {},
      shared: [],
      parentFolder: null,
      versionMetadata: null,
    }
    const project = {
      id: 'p',
      name: 'A <a@example.com>',
      type: 'personal',
      creatorId: 'u',
      createdAt: DATE,
      updatedAt: DATE,
    }
    const shared = [
      { role: 'workflow:owner', workflowId: 'x', projectId: 'p', project, createdAt: DATE, updatedAt: DATE },
    ]
    const answered = { ...exported, shared, createdAt: DATE, updatedAt: DATE, triggerCount: 1, isArchived: false }
    const dated = { ...answered, nodes: [HOOK, { ...SET, createdAt: DATE, updatedAt: DATE }] }
    const controlled = {
      ...WORKFLOW,
      id: 'x',
      owner: { type: 'personal', personalEmail: 'a@example.com' },
      parentFolderId: 'f',
    }
    for (const workflow of [WORKFLOW, exported, answered, dated, controlled]) {
      const { code, out, err } = await validate(workflow, '--profile', profile)
      expect([code, err]).toEqual([0, ''])
      expect(out).toBe(
        `workflow.json: no fault with ${profile}\n` +
          'Not checked: what expressions and code do when they run, Python, and the data of credentials\n',
      )
    }
  })
})

test('an exported workflow is checked with the newest version where none is named', async () => {
  const { code, out } = await validate({ ...WORKFLOW, connections: { Webhook: to('Nobody') } })
  expect([code, out]).toEqual([1, expect.stringContaining('n8n-2.41 does not create it: ')])
})

test('the answer of GET /workflows is a list of workflows, with pointers into it', async () => {
  const parked = { ...WORKFLOW, nodes: [...WORKFLOW.nodes, node('Parked', 'noOp', {})] }
  const { code, out } = await validate({ data: [WORKFLOW, parked], nextCursor: null }, '--json')
  const { findings, checked } = JSON.parse(out)
  expect([code, checked]).toEqual([0, 1])
  expect(findings).toMatchObject([
    { rule: 'webhook', path: '/data/1/nodes/0' },
    { rule: 'unreached', path: '/data/1/nodes/2' },
  ])
})

test.each(['name', 'settings', 'connections'])('a workflow without %s is a fault: POST refuses it', async part => {
  const { code, out } = await validate({ ...WORKFLOW, [part]: undefined })
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(new RegExp(`must have required property '${part}'|body/${part} must be object`)),
  ])
})

test.each([
  ['n8n-2.41', 'n8n-nodes-base.noOp', 1.2, ' has no typeVersion 1.2 in n8n-2.41: it has 1. It runs all the same'],
  ['n8n-1.123', 'n8n-nodes-base.noOp', 1.2, ' has no typeVersion 1.2 in n8n-1.123: it has 1. It runs all the same'],
  ['n8n-1.41', 'n8n-nodes-base.noOp', 1.2, ' It runs only if all versions have the same code'],
  ['n8n-1.41', 'n8n-nodes-base.set', 99, ' It runs only if all versions have the same code'],
])('with %s a version that %s does not have, %d, is a warning', async (profile, type, typeVersion, says) => {
  const nodes = [HOOK, { ...SET, type, typeVersion }]
  const { code, out } = await validate({ ...WORKFLOW, nodes }, '--profile', profile)
  expect([code, out]).toEqual([0, expect.stringContaining('warning: /nodes/1: ')])
  expect(out).toContain(says)
})

test.each(['n8n-2.41', 'n8n-1.123'])('with %s the only version of Mattermost has code of its own', async profile => {
  const nodes = [HOOK, { ...SET, type: 'n8n-nodes-base.mattermost', typeVersion: 1.5 }]
  const { code, out } = await validate({ ...WORKFLOW, nodes }, '--profile', profile)
  expect([code, out]).toEqual([1, expect.stringContaining('fault: /nodes/1: n8n-nodes-base.mattermost has no')])
})

test('the version that one file of a folder names counts for the others', async () => {
  await using folder = await temporaryFolder()
  const workflows = [{ ...WORKFLOW, nodes: [HOOK, NEWER] }]
  const files = { a: { workflows }, b: { tags: [], profile: 'n8n-1.123' }, c: { workflows: [] } }
  for (const [name, fixture] of Object.entries(files))
    await writeFile(join(folder.path, `${name}.json`), JSON.stringify(fixture))
  const { code, out } = await runCli(['validate', '.'], { cwd: folder.path })
  expect([code, out]).toEqual([1, expect.stringMatching(/^a\.json: 1 fault.* with n8n-1\.123$/m)])
})

test('a fixture that names no version says what was not checked; one that names it is checked with that', async () => {
  const workflows = [{ ...WORKFLOW, nodes: [HOOK, NEWER] }]
  expect(await validate({ workflows })).toEqual({
    code: 0,
    out:
      'workflow.json: a valid fixture. Whether a service takes it was not checked: add --profile NAME\n' +
      'Not checked: what expressions and code do when they run, Python, and the data of credentials\n',
    err: '',
  })
  const named = await validate({ workflows, profile: 'n8n-1.123' })
  expect([named.code, named.out]).toEqual([1, expect.stringContaining(': fault: /workflows/0/nodes/1: ')])
  expect(await validate({ tags: [] })).toMatchObject({
    code: 0,
    out: 'workflow.json: a valid fixture, without workflows\n',
  })
})

describe('what a version refuses at publication', () => {
  const lonely = { ...WORKFLOW, nodes: [SET], connections: {} }
  const hookAnd = (...more: object[]) => ({ ...WORKFLOW, nodes: [HOOK, ...more] })
  const noCredential = {
    ...SET,
    type: 'n8n-nodes-base.slack',
    typeVersion: 2.3,
    parameters: { select: 'channel', channelId: 'C1', text: 'a' },
  }
  const called = (id: string) => ({
    ...SET,
    type: 'n8n-nodes-base.executeWorkflow',
    parameters: { source: 'database', workflowId: { __rl: true, mode: 'id', value: id } },
  })

  interface Row {
    what: string
    workflow: object
    says: RegExp
    /** Inactive, active, with --publish. */
    severities: [string, string, string]
  }
  const ROWS: Row[] = [
    { what: 'no trigger', workflow: lonely, says: /it has no trigger node/, severities: ['warning', 'fault', 'fault'] },
    {
      what: 'a credential alone',
      workflow: hookAnd(noCredential),
      says: /\/nodes\/1: .*Node "Set": Missing required credential/,
      severities: ['note', 'fault', 'fault'],
    },
    {
      what: 'a parameter beside a credential',
      workflow: hookAnd({ ...noCredential, parameters: { ...noCredential.parameters, text: '' } }),
      says: /\/nodes\/1: .*Missing or invalid required parameters: text/,
      severities: ['warning', 'fault', 'fault'],
    },
    {
      what: 'a called workflow of another file',
      workflow: hookAnd(called('elsewhere')),
      says: /references workflow elsewhere which is not published/,
      severities: ['note', 'note', 'fault'],
    },
  ]

  test.each(ROWS)('$what', async ({ workflow, says, severities }) => {
    const asked = [validate(workflow), validate({ ...workflow, active: true }), validate(workflow, '--publish')]
    for (const [at, { out }] of (await Promise.all(asked)).entries()) {
      const line = out.split('\n').find(text => says.test(text))
      expect([at, line]).toEqual([at, expect.stringContaining(`: ${severities[at]}: `)])
    }
  })

  test('the exit status is 1 for a fault alone', async () => {
    expect((await validate(lonely)).code).toBe(0)
    expect((await validate(lonely, '--publish')).code).toBe(1)
    expect((await validate({ ...lonely, active: true })).code).toBe(1)
  })

  test('that calls another, the called one may come after it', async () => {
    const other = {
      id: 'called',
      name: 'Called',
      active: true,
      nodes: [
        { ...SET, type: 'n8n-nodes-base.executeWorkflowTrigger', name: 'Start' },
        { ...SET, id: 'c' },
      ],
      connections: { Start: to('Set') },
      settings: {},
    }
    const caller = { ...hookAnd(called('called')), id: 'caller', active: true }
    const { code, out } = await validate({ workflows: [caller, other] }, '--profile', 'n8n-2.41')
    expect([code, out]).toEqual([0, expect.stringContaining('no fault')])
    const without = await validate({ workflows: [caller, { ...other, active: false }] }, '--profile', 'n8n-2.41')
    expect([without.code, without.out]).toEqual([1, expect.stringContaining('which is not published')])
    const neither = [caller, other].map(workflow => ({ ...workflow, active: false }))
    expect((await validate({ workflows: neither }, '--profile', 'n8n-2.41')).out).not.toContain('not activate')
  })
})

test.each([
  [true, 1, 'both are active'],
  [false, 0, 'only one of them can be active'],
])('two workflows of a folder with one webhook, active: %p', async (active, code, says) => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'all'))
  for (const name of ['a', 'b']) {
    const workflow = { ...WORKFLOW, id: name, name, active: active || name === 'a' }
    await writeFile(join(folder.path, 'all', `${name}.json`), JSON.stringify(workflow))
  }
  const run = await runCli(['validate', 'all', '--profile', 'n8n-2.41'], { cwd: folder.path })
  const [a, b] = ['a', 'b'].map(name => join('all', `${name}.json`))
  const severity = active ? 'fault' : 'warning'
  expect(run.out).toContain(`${b}:1: ${severity}: /nodes/0: ${a} has the same webhook, POST /orders; ${says}`)
  expect(run.out).not.toContain('conflict with one of the webhooks')
  expect(run.code).toBe(code)
})

test.each([
  ['--profil', ['--profil', 'n8n-2.41'], "Unknown option '--profil'; did you mean --profile?"],
  ['a flag given twice', ['--profile', 'contract', '--profile', 'n8n-2.41'], '--profile is given more than once'],
])('%s is refused', async (_what, flags, says) => {
  expect(await validate(WORKFLOW, ...flags)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) })
})

test('an unknown version is refused', async () => {
  const { code, err } = await validate(WORKFLOW, '--profile', 'n8n-9')
  expect([code, err]).toEqual([2, expect.stringContaining('there is no profile n8n-9: there are contract, n8n-1.41')])
})

/** A workflow with a node of each kind that is checked, and what is wrong with it. */
const node = (name: string, type: string, parameters: object, more: object = {}) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
})

interface ContentRow {
  what: string
  nodes: object[]
  links?: object
  says: string
  severity?: 'warning' | 'note'
}

const CONTENTS: ContentRow[] = [
  {
    what: 'an expression that cannot be parsed',
    nodes: [node('A', 'noOp', { list: [{ 'a/b': '={{ $json.total + }}' }] })],
    says: '/nodes/1/parameters/list/0/a~1b: the expression of "A" cannot be parsed: invalid syntax: "={{ $json.total + }}"',
  },
  {
    what: 'an expression that is nested too deeply',
    nodes: [node('A', 'noOp', { text: `={{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}` })],
    says: '/nodes/1/parameters/text: the expression of "A" cannot be parsed: ',
  },
  {
    what: 'code that cannot be compiled',
    nodes: [node('A', 'code', { jsCode: 'const a = 1\nconst a = 2' })],
    says: '/nodes/1/parameters/jsCode: the code of "A" cannot be compiled: Identifier \'a\' has already been declared',
  },
  {
    what: "a name of a missing node in $('…')",
    nodes: [node('A', 'noOp', { text: "={{ $('Webhok').item.json.a }}" })],
    says: 'the expression of "A" names the node "Webhok", which the workflow does not have. Is it "Webhook"?',
  },
  {
    what: 'a name of a missing node in $node',
    nodes: [node('A', 'noOp', { text: '={{ $node["Gone forever"].json.a }}' })],
    says: 'the expression of "A" names the node "Gone forever", which the workflow does not have.',
  },
  {
    what: 'a name of a missing node in $items, in code',
    nodes: [node('A', 'code', { jsCode: "// $('Ghost') is not named\nreturn $items(\"It's gone\")" })],
    says: 'the code of "A" names the node "It\'s gone", which the workflow does not have.',
  },
  {
    what: 'a name of a missing node, written with escapes beside one that is there',
    nodes: [node('A', 'code', { jsCode: "$('\\u0057eb\\x68oo\\u{6b}').first()\nreturn $('\\u0047host').all()" })],
    says: 'the code of "A" names the node "Ghost", which the workflow does not have.',
  },
  {
    what: 'a name of a missing node inside try, which code goes on without',
    nodes: [
      node('A', 'code', {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: code
        jsCode: "let a = {}\ntry { if (`${a}`) { a = $('Ghost').first().json } } catch {}\nreturn [{ json: a }]",
      }),
    ],
    says: 'the code of "A" names the node "Ghost", which the workflow does not have.',
    severity: 'warning',
  },
  {
    what: 'a name of a missing node behind try',
    nodes: [node('A', 'code', { jsCode: "try { $('Ghost') } catch { }\nreturn [{ json: $('Ghost').first().json }]" })],
    says: 'the code of "A" names the node "Ghost", which the workflow does not have.',
  },
  {
    what: 'a fault of a disabled node',
    nodes: [node('A', 'noOp', { text: '={{ ( }}' }, { disabled: true })],
    says: 'the expression of "A" cannot be parsed: invalid syntax',
    severity: 'note',
  },
  {
    what: 'a node that nothing leads to',
    nodes: [node('A', 'noOp', {}), node('Parked', 'noOp', {})],
    says: '/nodes/2: no trigger leads to the node "Parked": it never runs',
    severity: 'warning',
  },
  {
    what: 'nodes that a test mocks',
    nodes: [
      node('A', 'slack', { text: 'a' }, { typeVersion: 2 }),
      node('B', 'slack', {}),
      node('C', 'rssFeedReadTrigger', {}),
    ],
    links: { A: to('B') },
    says: '/nodes: in a test, mocks stand for what calls a service: "A", "B"',
    severity: 'note',
  },
]

test(`${CONTENTS.length} kinds of faults and warnings are named with node and JSON path`, async () => {
  await using folder = await temporaryFolder()
  for (const [at, { nodes, links }] of CONTENTS.entries()) {
    const workflow = {
      name: `W${at}`,
      nodes: [HOOK, ...nodes],
      connections: { Webhook: to('A'), ...links },
      settings: {},
    }
    await writeFile(join(folder.path, `${at}.json`), JSON.stringify(workflow))
  }
  const files = CONTENTS.map((_row, at) => `${at}.json`)
  const { code, out } = await runCli(['validate', ...files], { cwd: folder.path })
  expect(code).toBe(1)
  for (const [at, { what, says, severity = 'fault' }] of CONTENTS.entries()) {
    const prefix = `${at}.json:1: ${severity}: `
    const lines = out.split('\n').filter(line => line.startsWith(`${at}.json:1: `))
    expect([what, lines.find(line => line.includes(says))]).toEqual([what, expect.stringContaining(prefix)])
  }
})

describe('what is right is no fault', () => {
  const fine = [
    node(
      'A',
      'set',
      {
        assignments: {
          assignments: [
            "={{ $('Webhook').item.json['body'] }} of {{ { a: { b: 1 } } }} \\{{ not code",
            "={{ /[$(]'x'/.test($json.body.a) ? \"$('No node')\" : $node.Webhook.json.body.a }}",
            'a text with {{ braces. }}',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression
            '={{ $json.body.list.map(item => `${item.a} $("x")`).join("; ") }}',
          ].map((value, at) => ({ id: String(at), name: `a${at}`, value, type: 'string' })),
        },
        includeOtherFields: true,
        options: {},
      },
      { typeVersion: 3.4 },
    ),
    node('B', 'code', { jsCode: "const { a } = $('A').first().json; return [await Promise.resolve({ json: { a } })]" }),
    node('C', 'code', { language: 'python', pythonCode: 'return [', jsCode: 'return [' }),
    node('D', 'code', { jsCode: "const $ = a => [{ json: { a } }]\nreturn $('h2')" }),
    node('E', 'code', { jsCode: "return [1].map($ => $).map(($) => ({ json: { a: $('li') } }))" }),
  ]
  const workflow = {
    name: 'Fine',
    nodes: [HOOK, ...fine],
    connections: { Webhook: to('A'), A: to('B'), B: to('C'), C: to('D'), D: to('E') },
    settings: {},
  }

  test.each<[string, unknown]>([
    ['as an export', workflow],
    ['as a list of exports', [workflow]],
    ['as the gallery has it', { workflow: { ...workflow, name: undefined }, name: 'Fine' }],
    ['as a fixture', { profile: 'n8n-2.41', workflows: [workflow] }],
  ])('%s', async (_form, value) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'fine.json'), JSON.stringify(value))
    // a file of test cases beside it is no fixture
    await writeFile(join(folder.path, 'fine.workflow-test.json'), '{"workflow":"./fine.json","cases":[]}')
    expect(await runCli(['validate', '.'], { cwd: folder.path })).toMatchObject({ code: 0, err: '' })
  })
})

describe('for programs', () => {
  const parked = {
    ...WORKFLOW,
    nodes: [...WORKFLOW.nodes, node('Parked', 'stopAndError', { errorMessage: '={{ ( }}' })],
  }

  async function inFolder(run: (cwd: string) => Promise<void>) {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'team', 'deep'), { recursive: true })
    await writeFile(join(folder.path, 'team', 'deep', 'all.json'), JSON.stringify([WORKFLOW, parked], null, 2))
    await run(folder.path)
  }

  test('--json has the place of each finding in its file', () =>
    inFolder(async cwd => {
      const { code, out, err } = await runCli(['validate', '.', '--json'], { cwd })
      const { findings, ...rest } = JSON.parse(out)
      expect([code, err]).toEqual([1, ''])
      expect(rest).toEqual({
        valid: false,
        profile: 'n8n-2.41',
        checked: 1,
        faults: 1,
        warnings: 2,
        notes: 0,
        unreadable: [],
        leftAside: [],
        notChecked: expect.stringContaining('Python'),
      })
      const file = join('team', 'deep', 'all.json')
      const path = '/1/nodes/2/parameters/errorMessage'
      const lines = JSON.stringify([WORKFLOW, parked], null, 2).split('\n')
      expect(findings[0]).toMatchObject({
        file,
        line: lines.lastIndexOf('      {', lines.lastIndexOf('    "nodes": [') + 2) + 1,
        path: '/1/nodes/0',
        workflow: 'Orders',
        rule: 'webhook',
      })
      expect(findings[1]).toMatchObject({ file, path, node: 'Parked', rule: 'expression', severity: 'fault' })
      expect(findings[2]).toMatchObject({ path: '/1/nodes/2', rule: 'unreached', severity: 'warning' })
      expect(lines[findings[1].line - 1]).toContain('={{ ( }}')
    }))

  test.each<{ what: string; args: string[]; env: Record<string, string> }>([
    { what: '--annotations', args: ['--annotations'], env: {} },
    { what: 'GITHUB_ACTIONS', args: [], env: { GITHUB_ACTIONS: 'true' } },
  ])('$what prints commands of GitHub Actions', ({ args, env }) =>
    inFolder(async cwd => {
      const { out } = await runCli(['validate', 'team', ...args], { cwd, env })
      const line =
        /^::error file=team[\\/]deep[\\/]all\.json,line=\d+,title=expression::the expression of "Parked" cannot/m
      expect(out).toMatch(line)
      expect(out).toContain(',title=unreached::')
    }),
  )

  test('a warning is an error with --strict', async () => {
    const lonely = { ...WORKFLOW, nodes: [...WORKFLOW.nodes, node('Parked', 'noOp', {})] }
    expect(await validate(lonely)).toMatchObject({ code: 0 })
    expect(await validate(lonely, '--strict')).toMatchObject({ code: 1 })
  })
})

test.each([
  ['is missing', undefined, 'there is no such file or folder'],
  ['is not JSON', '{', 'it is not JSON (line 1, column 2)'],
  ['is empty', '', 'it is empty'],
])('a file that %s is exit status 2', async (_what, text, says) => {
  await using folder = await temporaryFolder()
  if (text !== undefined) await writeFile(join(folder.path, 'a.json'), text)
  const { code, err } = await runCli(['validate', 'a.json'], { cwd: folder.path })
  expect([code, err]).toEqual([2, `a.json: ${says}\n`])
  const json = await runCli(['validate', 'a.json', '--json'], { cwd: folder.path })
  expect([json.code, JSON.parse(json.out).unreadable]).toEqual([2, [{ file: 'a.json', problem: `a.json: ${says}` }]])
})

describe('each file is checked by itself', () => {
  const ALMOST = '{"name": "Half", "nodes": [], "connections": {'

  test('one that cannot be read, and one that is no fixture, stop none of the others', async () => {
    await using folder = await temporaryFolder()
    const files: Record<string, string> = {
      'a.json': JSON.stringify({ ...WORKFLOW, connections: { Webhook: to('Nobody') } }),
      'b.json': ALMOST,
      'c.json': JSON.stringify({ workflows: [{ ...WORKFLOW, nodes: 1 }], tags: [{ nme: 'x' }] }, null, 1),
      'd.json': '',
      'e.json': JSON.stringify([{ ...WORKFLOW, nodes: [HOOK, NEWER] }, 7]),
      'f.json': JSON.stringify({ ...WORKFLOW, nodes: 'none' }),
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
    for (const args of [['.'], Object.keys(files)]) {
      const { code, out } = await runCli(['validate', ...args, '--json'], { cwd: folder.path })
      const { findings, unreadable, checked } = JSON.parse(out)
      expect([code, checked]).toEqual([2, 4])
      expect(unreadable.map(({ file }: { file: string }) => file)).toEqual(['b.json', 'd.json'])
      const faults = findings.filter(({ severity }: { severity: string }) => severity === 'fault')
      expect(faults).toMatchObject([
        { file: 'a.json', rule: 'creation' },
        { file: 'c.json', line: 5, path: '/workflows/0/nodes', rule: 'fixture', message: 'it must be array' },
        { file: 'c.json', path: '/tags/0', rule: 'fixture' },
        { file: 'c.json', path: '/tags/0/nme', rule: 'fixture' },
        { file: 'e.json', path: '/1', rule: 'fixture', message: expect.stringContaining('it is not a workflow') },
        { file: 'e.json', path: '/0/nodes/1', rule: 'node-type' },
        { file: 'f.json', path: '/nodes', rule: 'fixture', message: 'it must be array' },
      ])
    }
    const { out } = await runCli(['validate', '.'], { cwd: folder.path })
    expect(out).toContain('4 files checked, 2 cannot be read: ')
    const { out: sound } = await runCli(['validate', 'a.json', 'c.json'], { cwd: folder.path })
    expect(sound).toContain('2 files checked: ')
  })

  test('what belongs to others is left aside, and named', async () => {
    await using folder = await temporaryFolder()
    const others = {
      'package.json': { name: 'p', version: '1.0.0', license: 'MIT', scripts: {}, dependencies: {} },
      'package-lock.json': { name: 'p', lockfileVersion: 3, packages: { '': {} } },
      'openapi.json': { openapi: '3.0.0', info: {}, tags: [{ name: 'a' }], paths: {} },
      'graph.json': { nodes: [{ id: 1, label: 'a' }], links: [] },
      'list.json': [1, 2],
    }
    for (const [name, value] of Object.entries(others)) await writeFile(join(folder.path, name), JSON.stringify(value))
    await writeFile(join(folder.path, 'tsconfig.json'), '// comments\n{}')
    await writeFile(join(folder.path, 'README.md'), 'nothing')
    await mkdir(join(folder.path, 'workflows'))
    await writeFile(join(folder.path, 'workflows', 'a.json'), JSON.stringify(WORKFLOW))
    await writeFile(join(folder.path, 'workflows', 'a.workflow-test.json'), '{"workflow":"./a.json","cases":[]}')
    const all = [...Object.keys(others), 'tsconfig.json']
    const { code, out, err } = await runCli(['validate', '.'], { cwd: folder.path })
    expect([code, err]).toEqual([0, ''])
    for (const name of [...all, join('workflows', 'a.workflow-test.json')])
      expect(out).toMatch(new RegExp(`^Left aside: .*${name.replaceAll('.', '[.]').replaceAll('\\', '.')}`, 'm'))
    expect(out).toContain(`${join('workflows', 'a.json')}: no fault with n8n-2.41`)
    const json = await runCli(['validate', '.', '--json'], { cwd: folder.path })
    expect(JSON.parse(json.out).leftAside).toHaveLength(all.length + 1)
    // as a shell expands workflows/*.json
    const expanded = ['a.json', 'a.workflow-test.json'].map(name => join('workflows', name))
    expect(await runCli(['validate', ...expanded], { cwd: folder.path })).toMatchObject({ code: 0, err: '' })
    const tests = await runCli(['test', ...expanded], { cwd: folder.path })
    expect(tests.err).toBe(
      `Left aside: ${expanded[0]} (it holds workflows, not cases: understudy validate checks them)\n`,
    )
    // named by itself it was meant
    const named = await runCli(['validate', 'package.json'], { cwd: folder.path })
    expect([named.code, named.err]).toEqual([2, 'package.json: it is neither a workflow nor a fixture\n'])
  })

  test('a folder without any is no fault', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'docs'))
    await writeFile(join(folder.path, 'docs', 'README.md'), 'nothing')
    expect(await runCli(['validate', 'docs'], { cwd: folder.path })).toEqual({
      code: 0,
      out: 'docs: no workflow and no fixture is there\n',
      err: '',
    })
  })

  test('files of one folder know of each other, files of others do not', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'dev'))
    await mkdir(join(folder.path, 'prod'))
    for (const at of ['dev/a', 'dev/b', 'prod/a'])
      await writeFile(join(folder.path, `${at}.json`), JSON.stringify({ ...WORKFLOW, id: 'same', active: true }))
    const { out } = await runCli(['validate', '.', '--json'], { cwd: folder.path })
    expect(JSON.parse(out).findings).toMatchObject([
      {
        file: join('dev', 'b.json'),
        rule: 'fixture',
        severity: 'warning',
        message: expect.stringContaining('same id'),
      },
      { file: join('dev', 'b.json'), rule: 'webhook', severity: 'fault' },
    ])
  })
})

describe('nodes of packages that are not known', () => {
  const community = { ...WORKFLOW, active: true, nodes: [HOOK, { ...SET, type: 'n8n-nodes-x.thing' }] }

  test('are a note, also where the workflow is active', async () => {
    const { code, out } = await validate(community)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(':1: note: /nodes/1: the package "n8n-nodes-x" is not known'),
    ])
    expect(out).toContain('no fault, 2 notes')
  })

  test.each([
    ['repeated', ['--allow-nodes', 'other', '--allow-nodes', 'n8n-nodes-x']],
    ['between commas', ['--allow-nodes', 'other,n8n-nodes-x']],
  ])('are none with --allow-nodes, %s', async (_how, flags) => {
    expect((await validate(community, ...flags)).out).not.toContain('n8n-nodes-x')
  })

  test('a type alone can be allowed, which the version excludes by default', async () => {
    const excluded = {
      ...WORKFLOW,
      active: true,
      nodes: [HOOK, { ...SET, type: 'n8n-nodes-base.executeCommand', parameters: { command: 'ls' } }],
    }
    expect((await validate(excluded)).code).toBe(1)
    expect((await validate(excluded, '--allow-nodes', 'n8n-nodes-base.executeCommand')).code).toBe(0)
  })
})
