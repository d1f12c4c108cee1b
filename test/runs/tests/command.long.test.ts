import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '../../commands/run-cli.ts'
import { CUSTOMER, EXAMPLES, inARow, LARGE, newerOrders, orders } from './workflows.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'understudy-workflow-tests-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A folder with the example workflow, and these files. */
async function folderOf(files: Record<string, unknown>) {
  const folder = await mkdtemp(join(root, 'case-'))
  await writeFile(join(folder, 'orders.json'), JSON.stringify(orders()))
  await writeFiles(folder, files)
  return folder
}

async function writeFiles(folder: string, files: Record<string, unknown>) {
  for (const [name, value] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), jsonText(value))
  }
}

/** What the command prints, in pieces: each begins with the outcome of a case or a file. */
const piecesOf = (out: string) => out.split(/^(?=[✓✗!] )/m)

const FILE = 'orders.workflow-test.json'
const readJson = async (folder: string) => JSON.parse(await readFile(join(folder, FILE), 'utf8'))
const caseOf = (more: object = {}) => ({ name: 'large', ...LARGE, ...more })
const fileOf = (...cases: object[]) => ({ [FILE]: { workflow: './orders.json', cases } })
const textExpected = (text: unknown) => ({ expect: { nodes: { 'Notify Slack': { parameters: { text } } } } })

test('the example passes, and with a changed condition it says which one', async () => {
  const folder = await mkdtemp(join(root, 'example-'))
  await cp(EXAMPLES, folder, { recursive: true })
  const green = await runCli(['test'], { cwd: folder })
  expect([green.code, green.out]).toEqual([
    0,
    `✓ ${FILE}: a large order is told to Slack\n✓ ${FILE}: a small order is not\n✓ ${FILE}: a customer that is gone ends the run\n\n3 passed, 0 failed\n`,
  ])
  const changed = (await readFile(join(folder, 'orders.json'), 'utf8')).replace(
    '"rightValue": 1000',
    '"rightValue": 5000',
  )
  await writeFile(join(folder, 'orders.json'), changed)
  const red = await runCli(['test', '--only', 'told to Slack'], { cwd: folder })
  expect([red.code, red.out]).toEqual([
    1,
    expect.stringContaining(
      `✗ ${FILE}: a large order is told to Slack\n    "Notify Slack" ran\n      at "Is large", item 0 was sent by output 1: 1200 gt 5000 is false\n`,
    ),
  ])
  expect(red.out).toEndWith('\n0 passed, 1 failed\n')
})

describe('what is expected is compared', () => {
  const run = async (more: object) => runCli(['test'], { cwd: await folderOf(fileOf(caseOf(more))) })

  const asExpected: [string, object][] = [
    ['nothing but the status', {}],
    ['a pattern', textExpected({ $like: '^Order of \\d+ by' })],
    ['any value', textExpected('$any')],
    ['how often a node ran', { expect: { nodes: { 'Notify Slack': { times: 1 }, Ignore: { ran: false } } } }],
    ['that a node did not run', { expect: { nodes: { Ignore: { ran: false } } } }],
    ['that a node ran no time', { expect: { nodes: { Ignore: { times: 0 } } } }],
    ['what it received and put out', { expect: { nodes: { 'Get customer': { output: [{ tier: 'gold' }] } } } }],
    ['outputs one by one', { expect: { nodes: { 'Is large': { output: [[{ body: { total: 1200 } }], []] } } } }],
    ['the answer and the requests', { expect: { response: { status: 200 }, requests: [{ method: 'GET' }] } }],
    ['an error', { mocks: { 'Notify Slack': { error: 'busy' } }, expect: { error: { $like: '^bu' } } }],
  ]
  const differing: [string, object, string][] = [
    [
      'a text',
      textExpected('Order of 1200 by Bob'),
      '"Notify Slack" parameters\n      $.text\n        expected "Order of 1200 by Bob"\n        actual   "Order of 1200 by Ann (gold)"',
    ],
    [
      'the status',
      { expect: { status: 'error' } },
      'status\n      $\n        expected "error"\n        actual   "success"',
    ],
    [
      'a list that is longer',
      { expect: { path: ['Webhook'] } },
      '$[1]\n        expected nothing\n        actual   "Is large"',
    ],
    ['a pattern', textExpected({ $like: '^No' }), 'expected text like /^No/'],
    [
      'any value',
      { expect: { nodes: { 'Notify Slack': { output: [{ id: '$any' }] } } } },
      'expected any value\n        actual   nothing',
    ],
    [
      'a node that ran',
      { expect: { nodes: { 'Notify Slack': { ran: false } } } },
      'expected false\n        actual   true',
    ],
    ['a node that did not run', { expect: { nodes: { Ignore: { ran: true } } } }, 'expected true'],
    [
      'a run that failed',
      { http: [{ url: '*', status: 404 }] },
      '"Get customer" failed: The resource you are requesting could not be found',
    ],
  ]

  // all are cases of one file: each start of the command costs
  let pieces: string[] = []
  beforeAll(async () => {
    const cases = [
      ...asExpected.map(([what, more]) => caseOf({ ...more, name: `${what}, so` })),
      ...differing.map(([what, more]) => caseOf({ ...more, name: `${what}, not so` })),
    ]
    const { out } = await runCli(['test'], { cwd: await folderOf(fileOf(...cases)) })
    pieces = piecesOf(out)
  })

  test.each(asExpected)('%s, and is so', what => {
    expect(pieces.filter(piece => piece.startsWith(`✓ ${FILE}: ${what}, so\n`))).toHaveLength(1)
  })

  test.each(differing)('%s, and is not so', (what, _more, shown) => {
    expect(pieces.find(piece => piece.startsWith(`✗ ${FILE}: ${what}, not so\n`))).toContain(shown)
  })

  test('the first cause comes first', async () => {
    const nodes = { 'Notify Slack': { output: [] }, 'Get customer': { output: [] } }
    const { out } = await run({ expect: { path: [], nodes } })
    const [first, second, third] = ['"Get customer" output', '"Notify Slack" output', '    path'].map(it =>
      out.indexOf(it),
    )
    expect([first, second, third]).toEqual([first, second, third].toSorted((a, b) => Number(a) - Number(b)))
    expect(first).toBeGreaterThan(0)
  })

  test('long values are cut around the difference', async () => {
    const body = { total: 1200, customer: 7 }
    const long = 'x'.repeat(5000)
    const http = [{ url: '*', json: { name: `${long}A${long}`, tier: 'gold' } }]
    const { out } = await run({ input: { body }, http, ...textExpected(`Order of 1200 by ${long}B${long} (gold)`) })
    expect(out.length).toBeLessThan(1000)
    expect(out).toMatch(/expected …x+Bx+…\n +actual {3}…x+Ax+…/)
  })
})

describe('what cannot be run is named, with exit status 2', () => {
  const rows: [string, Record<string, unknown>, string[], string][] = [
    ['broken JSON', { [FILE]: '{\n  "workflow": ,\n}' }, [], `${FILE}:2:15: it is not JSON`],
    [
      'a misspelt field',
      fileOf({ name: 'a', mock: {} }),
      [],
      'orders.workflow-test.json:6: /cases/0/mock: Unexpected property. Is it mocks?',
    ],
    ['no cases', { [FILE]: { workflow: './orders.json', cases: [] } }, [], '/cases'],
    [
      'no such workflow',
      { [FILE]: { workflow: './order.json', cases: [{ name: 'a' }] } },
      [],
      'order.json: there is no such file',
    ],
    [
      'a workflow that is none',
      { ...fileOf({ name: 'a' }), 'orders.json': { nodes: 7 } },
      [],
      'orders.json: it is not a workflow',
    ],
    ['a broken workflow', { ...fileOf({ name: 'a' }), 'orders.json': '{' }, [], 'it is not JSON'],
    [
      'a mock of no node',
      fileOf({ name: 'a', mocks: { Slak: [] } }),
      [],
      'stale: mocks names "Slak", which the workflow does not have',
    ],
    [
      'a renamed node',
      fileOf(caseOf({ expect: { nodes: { 'Notify Slak': { ran: true } } } })),
      [],
      'stale: expect.nodes names "Notify Slak", which the workflow does not have. Is it "Notify Slack" now?',
    ],
    ['an input that the trigger does not take', fileOf(caseOf({ input: { total: 1 } })), [], 'run/input/total'],
    [
      'an unused mock, with --strict',
      fileOf(caseOf({ input: { body: { total: 1 } } })),
      ['--strict'],
      'the mock of "Notify Slack" was not used',
    ],
    [
      'a workflow of a newer version',
      { ...fileOf(caseOf()), 'orders.json': newerOrders() },
      [],
      `the node "Is large" is of typeVersion 99, and n8n-2.41 has up to`,
    ],
    ['no file', {}, [], 'there is no file *.workflow-test.json in .'],
    ['no such folder', {}, ['nowhere'], 'nowhere: there is no such file or folder'],
    ['an unknown profile', {}, ['--profile', 'n8n-9'], 'there is no profile n8n-9'],
    [
      'a pattern that is none',
      fileOf(caseOf(textExpected({ $like: '(' }))),
      [],
      '$like at $.text is no regular expression: "("',
    ],
    ['no case of that name', fileOf(caseOf()), ['--only', 'small'], 'there is no case with "small" in its name'],
  ]
  const hasOwnRun = ([, files, args]: (typeof rows)[number]) => args.length > 0 || Object.keys(files).length === 0

  test.each(rows.filter(hasOwnRun))('%s', async (_what, files, args, message) => {
    const { code, out, err } = await runCli(['test', ...args], { cwd: await folderOf(files) })
    expect([code, out + err]).toEqual([2, expect.stringContaining(message)])
    expect(out + err).not.toContain('    at ')
  })

  // the others are folders of one run
  let together: Awaited<ReturnType<typeof runCli>>
  let pieces: string[] = []
  beforeAll(async () => {
    const cwd = await folderOf({})
    for (const [what, files] of rows.filter(row => !hasOwnRun(row))) {
      const folder = what.replaceAll(' ', '-')
      await writeFiles(join(cwd, folder), { 'orders.json': orders(), ...files })
    }
    together = await runCli(['test'], { cwd })
    pieces = piecesOf(together.out)
  })

  test.each(rows.filter(row => !hasOwnRun(row)))('%s', (what, _files, _args, message) => {
    const own = pieces.filter(piece => piece.includes(`${what.replaceAll(' ', '-')}/`))
    expect(own).toEqual([expect.stringMatching(/^! /)])
    expect(own[0]).toContain(message)
    expect([together.code, together.err]).toEqual([2, ''])
    expect(together.out).not.toContain('    at ')
  })

  test('a mock that is not used is a warning without --strict', async () => {
    const cwd = await folderOf(fileOf(caseOf({ input: { body: { total: 1 } } })))
    const { code, out } = await runCli(['test'], { cwd })
    expect([code, out]).toEqual([0, expect.stringContaining('warning: the mock of "Notify Slack" was not used')])
  })

  test('the other files are run all the same', async () => {
    const cwd = await folderOf({ ...fileOf(caseOf()), 'a.workflow-test.json': '{' })
    const { code, out } = await runCli(['test'], { cwd })
    expect([code, out]).toEqual([2, expect.stringContaining(`✓ ${FILE}: large`)])
    expect(out).toEndWith('1 passed, 0 failed, 1 could not be run\n')
  })
})

describe('for programs', () => {
  const files = fileOf(caseOf(), caseOf({ name: 'fails & "falls"', ...textExpected('no') }))

  test('--json prints one document', async () => {
    const { code, out } = await runCli(['test', '--json'], { cwd: await folderOf(files) })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      passed: 1,
      failed: 1,
      broken: 0,
      unreadable: [],
      leftAside: [],
      cases: [
        expect.objectContaining({ file: FILE, name: 'large', outcome: 'passed', status: 'success', failures: [] }),
        expect.objectContaining({
          outcome: 'failed',
          path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'],
          failures: [
            {
              node: 'Notify Slack',
              part: 'parameters',
              differences: [{ path: '$.text', expected: 'no', actual: 'Order of 1200 by Ann (gold)' }],
            },
          ],
        }),
      ],
    })
  })

  test('--junit writes what CI shows', async () => {
    const cwd = await folderOf(files)
    await runCli(['test', '--junit', 'results.xml'], { cwd })
    const xml = await readFile(join(cwd, 'results.xml'), 'utf8')
    expect(xml).toContain(`<testsuite name="${FILE}" tests="2" failures="1" errors="0">`)
    expect(xml).toContain('name="fails &amp; &quot;falls&quot;"')
    expect(xml).toContain('<failure message="Notify Slack: parameters">')
  })

  test('colours are only for terminals', async () => {
    const { out } = await runCli(['test'], { cwd: await folderOf(files), env: { NO_COLOR: '' } })
    expect(out).not.toContain('\u001b')
  })
})

describe('--update', () => {
  test('writes what differs, and leaves the rest', async () => {
    const cwd = await folderOf(fileOf(caseOf({ expect: { status: '$any', ...textExpected('no').expect } })))
    expect((await runCli(['test', '--update'], { cwd })).code).toBe(0)
    const [{ expect: written }] = (await readJson(cwd)).cases
    expect(written.status).toBe('$any')
    expect(written.nodes['Notify Slack'].parameters.text).toBe('Order of 1200 by Ann (gold)')
    expect((await runCli(['test'], { cwd })).code).toBe(0)
  })

  test('writes all of a case that expects nothing', async () => {
    const cwd = await folderOf(fileOf(caseOf()))
    await runCli(['test', '--update'], { cwd })
    const [{ expect: written }] = (await readJson(cwd)).cases
    expect(written).toMatchObject({
      status: 'success',
      path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'],
      nodes: { 'Write text': { output: [{ text: 'Order of 1200 by Ann (gold)' }] } },
    })
    expect((await runCli(['test'], { cwd })).code).toBe(0)
  })

  test('writes the time where anything depends on it, and $any for what is another value in each run', async () => {
    const assignments = [
      { id: 'a', name: 'at', type: 'string', value: '={{ $now.toISO() }}' },
      { id: 'b', name: 'draw', type: 'number', value: '={{ Math.random() }}' },
      { id: 'c', name: 'run', type: 'string', value: '={{ $execution.id }}' },
      { id: 'd', name: 'same', type: 'string', value: 'x' },
    ]
    const workflow = inARow({
      name: 'Set',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments }, options: {} },
    })
    const cwd = await folderOf({
      [FILE]: {
        workflow,
        cases: [
          { name: 'all' },
          { name: 'a part', expect: { nodes: { Set: { output: [] } } } },
          { name: 'nothing timed', expect: { nodes: { Start: { output: [] } } } },
        ],
      },
    })
    await runCli(['test', '--update'], { cwd })
    const [all, part, untimed] = (await readJson(cwd)).cases
    for (const made of [all, part]) {
      expect(made.now).toEqual(expect.stringMatching(/^\d{4}-/))
      expect(made.expect.nodes.Set.output).toEqual([
        { at: expect.stringMatching(/^\d{4}-/), draw: '$any', run: '$any', same: 'x' },
      ])
    }
    expect(Object.keys(untimed)).toEqual(['name', 'expect'])
    expect(await runCli(['test'], { cwd })).toMatchObject({ code: 0 })
  })

  test('changes nothing that passes', async () => {
    const cwd = await folderOf(fileOf(caseOf(textExpected('$any'))))
    const before = await readFile(join(cwd, FILE), 'utf8')
    await runCli(['test', '--update'], { cwd })
    expect(await readFile(join(cwd, FILE), 'utf8')).toBe(before)
  })
})

test('nothing is sent by the command', async () => {
  let asked = 0
  await using server = Bun.serve({
    port: 0,
    fetch() {
      asked++
      return new Response('{}')
    },
  })
  const text = JSON.stringify(orders()).replace('https://api.example.com', `http://127.0.0.1:${server.port}`)
  const cwd = await folderOf({
    ...fileOf(caseOf(), caseOf({ name: 'b', http: [{ ...CUSTOMER, url: '*' }] })),
    'orders.json': text,
  })
  expect((await runCli(['test'], { cwd })).out).toContain('1 passed, 0 failed, 1 could not be run')
  expect(asked).toBe(0)
})
