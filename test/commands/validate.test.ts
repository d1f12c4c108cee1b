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
const WORKFLOW = { name: 'Orders', nodes: [HOOK, SET], connections: { Webhook: to('Set') }, settings: {} }

/** Validates an exported workflow. */
async function validate(workflow: object, ...flags: string[]) {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'workflow.json'), JSON.stringify(workflow))
  return await runCli(['validate', 'workflow.json', ...flags], { cwd: folder.path })
}

type Row = [what: string, workflow: object, says: RegExp]
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
  ['typeVersion 99', { nodes: [HOOK, { ...SET, typeVersion: 99 }] }, /n8n-nodes-base\.noOp has no typeVersion 99 in/],
  [
    'a time zone on Mars',
    { settings: { timezone: 'Mars/Olympus_Mons' } },
    /there is no time zone "Mars\/Olympus_Mons"/,
  ],
]

describe.each(['n8n-2.41', 'n8n-1.123', 'n8n-1.41', 'contract'])('an exported workflow with --profile %s', profile => {
  test(`is no valid one with one of ${BROKEN.length} faults, which is named`, async () => {
    await using folder = await temporaryFolder()
    const files = BROKEN.map((_row, at) => `${at}.json`)
    for (const [at, [, change]] of BROKEN.entries()) {
      await writeFile(join(folder.path, `${at}.json`), JSON.stringify({ ...WORKFLOW, ...change }))
    }
    const { code, out, err } = await runCli(['validate', ...files, '--profile', profile], { cwd: folder.path })
    expect([code, out]).toEqual([1, ''])
    for (const [at, [what, , says]] of BROKEN.entries()) {
      const lines = err.split('\n').filter(line => line.startsWith(`${at}.json: `))
      const faults = lines.filter(line => line.startsWith(`${at}.json: /workflows/0: `) && !line.includes(': note: '))
      expect([what, faults.join('\n')]).toEqual([what, expect.stringMatching(says)])
      expect(lines.at(-1)).toContain(`with ${profile}. Not checked: what expressions and code do`)
    }
  })

  test('and no fault is valid, as a service exports it too, and what was not checked is said', async () => {
    const exported = {
      ...WORKFLOW,
      id: 'x',
      active: true,
      versionId: 'v',
      tags: [],
      meta: null,
      pinData: {},
      shared: [],
    }
    for (const workflow of [WORKFLOW, exported]) {
      const { code, out, err } = await validate(workflow, '--profile', profile)
      expect([code, err]).toEqual([0, ''])
      expect(out).toBe(
        `workflow.json: a valid fixture; ${profile} takes its workflow. ` +
          'Not checked: what expressions and code do when they run, Python, and the data of credentials\n',
      )
    }
  })
})

test('an exported workflow is checked with the newest version where none is named', async () => {
  const { code, err } = await validate({ ...WORKFLOW, connections: { Webhook: to('Nobody') } })
  expect([code, err]).toEqual([1, expect.stringContaining('n8n-2.41 does not create it: ')])
})

test('a fixture that names no version says what was not checked; one that names it is checked with that', async () => {
  const workflows = [{ ...WORKFLOW, nodes: [HOOK, { ...SET, typeVersion: 99 }] }]
  expect(await validate({ workflows })).toEqual({
    code: 0,
    out: 'workflow.json: a valid fixture. Whether a service takes its workflow was not checked: add --profile NAME\n',
    err: '',
  })
  expect(await validate({ workflows, profile: 'n8n-1.123' })).toMatchObject({ code: 1, out: '' })
  expect(await validate({ tags: [] })).toMatchObject({
    code: 0,
    out: 'workflow.json: a valid fixture, without workflows\n',
  })
})

describe('of a workflow that is active', () => {
  const lonely = { ...WORKFLOW, nodes: [SET], connections: {} }

  test('it is a fault that it cannot be activated, in the words of the version', async () => {
    const { code, err } = await validate({ ...lonely, active: true }, '--profile', 'n8n-2.41')
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('does not activate it: Workflow cannot be activated because'),
    ])
  })

  test('and of one that is not it is a note', async () => {
    const { code, err } = await validate(lonely, '--profile', 'n8n-2.41')
    expect(code).toBe(0)
    expect(err).toStartWith('workflow.json: /workflows/0: note: n8n-2.41 would not activate it, and it is not active: ')
  })

  test('that calls another, the called one may come after it', async () => {
    const called = {
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
    const caller = {
      ...WORKFLOW,
      id: 'caller',
      active: true,
      nodes: [
        HOOK,
        {
          ...SET,
          type: 'n8n-nodes-base.executeWorkflow',
          parameters: { source: 'database', workflowId: { __rl: true, mode: 'id', value: 'called' } },
        },
      ],
    }
    const { code, err } = await validate({ workflows: [caller, called] }, '--profile', 'n8n-2.41')
    expect([code, err]).toEqual([0, ''])
    const without = await validate({ workflows: [caller, { ...called, active: false }] }, '--profile', 'n8n-2.41')
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('which is not published')])
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
  expect(run.err).toContain(
    `${b}: /workflows/0: ${active ? '' : 'warning: '}${a}: /workflows/0 has the same webhook, POST /orders; ${says}`,
  )
  expect(run.code).toBe(code)
})

test('an unknown version is refused', async () => {
  const { code, err } = await validate(WORKFLOW, '--profile', 'n8n-9')
  expect([code, err]).toEqual([2, expect.stringContaining('--profile must be contract or n8n-1.41')])
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
  const { code, err } = await runCli(['validate', ...files], { cwd: folder.path })
  expect(code).toBe(1)
  for (const [at, { what, says, severity }] of CONTENTS.entries()) {
    const prefix = `${at}.json: /workflows/0: ${severity === undefined ? '' : `${severity}: `}`
    const lines = err.split('\n').filter(line => line.startsWith(`${at}.json: /workflows/0: `))
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
  ]
  const workflow = {
    name: 'Fine',
    nodes: [HOOK, ...fine],
    connections: { Webhook: to('A'), A: to('B'), B: to('C') },
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
        faults: 1,
        warnings: 2,
        notes: 0,
        unreadable: [],
        notChecked: expect.stringContaining('Python'),
      })
      const file = join('team', 'deep', 'all.json')
      const path = '/1/nodes/2/parameters/errorMessage'
      const lines = JSON.stringify([WORKFLOW, parked], null, 2).split('\n')
      expect(findings[0]).toMatchObject({
        file,
        line: lines.lastIndexOf('  {') + 1,
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
