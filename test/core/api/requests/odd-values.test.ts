import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { runCli, temporaryFolder } from '../../../commands/run-cli.ts'
import { idOf, minimal, startWorld, stateOf } from '../world.ts'

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const JSON_TYPE = { headers: { 'content-type': 'application/json' } }

/** Bodies that cannot be kept as they are, and what is said of them. `VALUE` is put where each body takes anything. */
const UNUSABLE: [name: string, value: string, message: string][] = [
  ['a number beyond all numbers', '1e999', 'has a number that is too large'],
  ['one below', '-1E+400', 'has a number that is too large'],
  ['one with 400 digits', '9'.repeat(400), 'has a number that is too large'],
  ['one with digits and an exponent', `${'9'.repeat(250)}e60`, 'has a number that is too large'],
  ['100,000 lists in each other', DEEP, 'has more than 1000 levels'],
  ['600,000 values', `[${'0,'.repeat(600_000)}0]`, 'has more than 524288 keys and list items'],
]
const WORKFLOW = (value: string) => `{"name":"x","nodes":[],"settings":{},"connections":{"a":${value}}}`
const TAKERS: [method: string, path: string, body: (value: string) => string][] = [
  ['POST', '/api/v1/workflows', WORKFLOW],
  ['PUT', '/api/v1/workflows/1', WORKFLOW],
  ['POST', '/api/v1/credentials', value => `{"name":"x","type":"httpBasicAuth","data":{"user":${value}}}`],
  ['POST', '/api/v1/tags', value => `{"name":${value}}`],
  ['POST', '/api/v1/audit', value => `{"additionalOptions":${value}}`],
  ['POST', '/_control/executions', value => `{"workflowId":"1","status":"success","data":{"a":${value}}}`],
  ['PUT', '/_control/faults', value => `{"rules":[{"status":500,"body":${value}}]}`],
]

describe.each(UNUSABLE)('%s', (_name, value, message) => {
  test.each(TAKERS)('is refused by %s %s, and nothing changes', async (method, path, body) => {
    await using instance = await startWorld()
    const before = await stateOf(instance)
    const answer = await instance.request(method, path, body(value), JSON_TYPE)
    expect([answer.status, Object(answer.body).message]).toEqual([400, expect.stringContaining(message)])
    expect(await stateOf(instance)).toBe(before)
  })
})

test.each([
  ['the largest number', '1.7976931348623157e308'],
  ['a small exponent', '1e-999'],
  ['a text that looks like a large number', '"1e999"'],
  ['a text with one inside', '"a, 1e999, b"'],
  ['999 lists in each other', `${'['.repeat(996)}${']'.repeat(996)}`],
])('takes %s and gives it back', async (_name, value) => {
  await using instance = await startWorld()
  const made = await instance.request('POST', '/api/v1/workflows', WORKFLOW(value), JSON_TYPE)
  expect(made.status).toBe(200)
  const read = await instance.request('GET', `/api/v1/workflows/${idOf(made)}`)
  expect(JSON.stringify(Object(read.body).connections.a)).toBe(JSON.stringify(JSON.parse(value)))
})

test('keeps names of properties that mean something to JavaScript, and nothing else has them', async () => {
  await using instance = await startWorld()
  const inner = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1,"":2}'
  const made = await instance.request('POST', '/api/v1/workflows', WORKFLOW(inner), JSON_TYPE)
  const read = await instance.request('GET', `/api/v1/workflows/${idOf(made)}`)
  expect(read.text).toContain(inner)
  expect(instance.state('workflows').workflows?.at(-1)?.name).toBe('x')
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})

const ODD_IDS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1.5',
  '1e9',
  '0x99',
  '%2e%2e%2f1',
  '..%2f',
  '%00',
  '1%00',
  '%E2%80%A8',
  '%F0%9F%9A%80',
  '%ED%A0%80',
  '%',
  '%zz',
  '%20',
  '1%20x',
  '%2f',
  '%5c',
  "'%20OR%201=1--",
  '$ne',
  '[object%20Object]',
  '9'.repeat(4000),
  'a'.repeat(8000),
]
const BY_ID = [
  '/workflows/:id',
  '/workflows/:id/tags',
  '/tags/:id',
  '/executions/:id',
  '/users/:id',
  '/credentials/schema/:id',
]

describe.each(BY_ID)('%s', template => {
  test.each(ODD_IDS.map(id => [id.slice(0, 40), id]))('has no %s', async (_shown, id) => {
    await using instance = await startWorld()
    const before = await stateOf(instance)
    const asked: [method: string, body?: unknown][] = [
      ['GET'],
      ['DELETE'],
      ['PUT', template.endsWith('tags') ? [] : template.startsWith('/workflows') ? minimal() : { name: 'y' }],
    ]
    for (const [method, body] of asked) {
      const { status } = await instance.request(method, `/api/v1${template.replace(':id', id)}`, body)
      expect([400, 404, 405]).toContain(status)
    }
    expect(await stateOf(instance)).toBe(before)
  })
})

describe('texts of every kind', () => {
  const TEXTS: [name: string, text: string][] = [
    ['NUL and other controls', '\u0000\u0001\u001b[31m\u007f'],
    ['half a surrogate pair', 'a\ud800b\udc00'],
    ['text that runs from right to left', '\u202eabc\u2066\u200f'],
    ['a byte order mark', '\ufeffname'],
    ['combining marks', `Z${'\u0351'.repeat(5000)}`],
    ['emoji of several people', '👩‍👩‍👧‍👦'.repeat(100)],
    ['markup', '<img src=x onerror=alert(1)>"\'`$(7)#{7*7}{{7*7}}'],
    ['the same name in two normal forms', 'e\u0301 \u00e9'],
    ['a million letters', 'n'.repeat(1_000_000)],
  ]

  test.each(TEXTS)('%s as a name comes back as it was sent', async (_name, text) => {
    await using instance = await startInstance({ socket: false })
    for (const [path, body, kept] of [
      ['/api/v1/workflows', minimal({ name: text }), text],
      ['/api/v1/tags', { name: text }, text.trim()],
    ] as const) {
      const made = await instance.request('POST', path, body)
      expect([made.status < 300, Object(made.body).name]).toEqual([true, kept])
      expect(namesOf(instance)).toContain(kept)
    }
  })

  test.each([
    { path: '/workflows', body: minimal({ name: 'a\ud800b' }), name: 'a\ufffdb' },
    { path: '/data-tables', body: { name: 'a\ud800b', columns: [] }, name: 'a\ufffdb' },
    { path: '/tags', body: { name: 'a\ud800b' }, name: 'a\ud800b' },
  ])(
    'in profile n8n-2.41 half a surrogate pair as a name of $path comes back as $name',
    async ({ path, body, name }) => {
      await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
      const made = await instance.request('POST', `/api/v1${path}`, body)
      expect([made.status < 300, Object(made.body).name]).toEqual([true, name])
    },
  )

  const namesOf = (instance: TestInstance) => {
    const { workflows = [], tags = [] } = instance.state('workflows', 'tags')
    return [...workflows, ...tags].map(({ name }) => name)
  }
})

describe('files that cannot be used', () => {
  const FILES: [name: string, text: string, message: string][] = [
    ['100,000 lists in each other', `{"workflows":[{"name":"x","meta":${DEEP}}]}`, 'has more than 1000 levels'],
    [
      'a number beyond all numbers',
      '{"workflows":[{"name":"x","meta":{"a":1e999}}]}',
      'has a number that is too large',
    ],
  ]

  test.each(FILES)('%s: said by validate, by serve, and of a document', async (_name, text, message) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'file.json')
    await writeFile(file, text)
    for (const args of [
      ['validate', file],
      ['--memory', '--port', '0', '--seed', file],
      ['--data', file, '--port', '0'],
    ]) {
      const { code, err } = await runCli(args)
      // validate: a file that cannot be read is no fault of a fixture
      expect([code, err]).toEqual([args[0] === 'validate' ? 2 : 1, expect.stringContaining(message)])
      expect(err).toContain(file)
      expect(err).not.toContain('    at ')
    }
    expect(await Bun.file(file).text()).toBe(text)
  })
})
