import { describe, expect, test } from 'bun:test'
import { type FaultRule, startInstance } from '../../src/testing.ts'
import { minimal, world } from '../core/api/world.ts'

const text = (length: number) => 'x'.repeat(length)
const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item)
const start = () => startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00.000Z' })

type Row = [what: string, method: string, path: string, status: number, body?: unknown, message?: string]

const fault = (what: string, status: number, rule: FaultRule | object, message?: string): Row => [
  `a fault rule with ${what}`,
  ...(['POST', '/faults', status, rule, message] as const),
]
const delay = 'request/body/delay must be a number of milliseconds up to 600000, or two of them'
const outcome = (what: string, status: number, rule: object, message?: string): Row => [
  `a rule of the simulation with ${what}`,
  ...(['POST', '/simulation/rules', status, { workflow: '1', ...rule }, message] as const),
]
const key = (what: string, status: number, given: object, message?: string): Row => [
  `a key with ${what}`,
  ...(['POST', '/keys', status, { user: 'mia@example.com', ...given }, message] as const),
]
const clone = (what: string, status: number, given: object, message?: string): Row => [
  `a clone with ${what}`,
  ...(['POST', '/clone', status, { url: 'http://127.0.0.1:1', apiKey: 'k', ...given }, message] as const),
]
const NOT_EMPTY = 'The instance is not empty: a clone needs an empty one'
const NAME = 'A snapshot has a name of 1 to 64 letters, digits, dots, hyphens and underscores'
const YEARS = 'The time must be in the years 0000 to 9999'
const SPAN = 'must be a duration of 0 to 10 years'
const TEN_YEARS_MS = 10 * 366 * 86_400_000

const ROWS: Row[] = [
  fault('the least status', 201, { status: 200 }),
  fault('a status below it', 400, { status: 199 }, 'request/body/status must be >= 200'),
  fault('the greatest status', 201, { status: 599 }),
  fault('a status above it', 400, { status: 600 }, 'request/body/status must be <= 599'),
  fault('the longest path', 201, { path: `/webhook/${text(991)}`, status: 500 }),
  fault('a longer one', 400, { path: `/${text(1000)}`, status: 500 }, 'path must NOT have more than 1000 characters'),
  fault('no wait', 201, { delay: 0 }),
  fault('a wait below none', 400, { delay: -1 }, delay),
  fault('the longest wait', 201, { delay: 600_000 }),
  fault('a longer wait', 400, { delay: 600_001 }, delay),
  fault('a wait between two', 201, { delay: [0, 600_000] }),
  fault('one end of a wait', 400, { delay: [1] }, delay),
  fault('three ends of a wait', 400, { delay: [1, 2, 3] }, delay),
  fault('equal ends of a wait', 201, { delay: [2, 2] }),
  fault('nothing to wait for', 201, { retryAfter: 0 }),
  fault('less than nothing to wait for', 400, { retryAfter: -1 }, 'retryAfter must be a number of seconds, or a date'),
  fault('a date to wait for', 201, { retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }),
  fault('all requests let pass but those after none', 201, { status: 500, after: 0 }),
  fault('fewer than none let pass', 400, { status: 500, after: -1 }, 'request/body/after must be >= 0'),
  fault('no chance', 201, { status: 500, probability: 0 }),
  fault('less than no chance', 400, { status: 500, probability: -0.1 }, 'request/body/probability must be >= 0'),
  fault('more than every chance', 400, { status: 500, probability: 1.1 }, 'request/body/probability must be <= 1'),
  ['the greatest seed of faults', 'PUT', '/faults', 200, { rules: [], seed: 0xffff_ffff }],
  ['a greater one', 'PUT', '/faults', 400, { rules: [], seed: 2 ** 32 }, 'request/body/seed must be <= 4294967295'],
  ['a thousand fault rules', 'PUT', '/faults', 200, { rules: many(1000, { status: 500 }) }],
  ['a thousand and one', 'PUT', '/faults', 400, { rules: many(1001, { status: 500 }) }],
  ['the fault rule 0', 'DELETE', '/faults/0', 400, undefined, 'request/params/id must be >= 1'],
  ['a fault rule that there is not', 'DELETE', '/faults/1', 404, undefined, 'There is no fault rule 1'],

  outcome('the longest duration', 201, { duration: TEN_YEARS_MS }),
  outcome('a longer one', 400, { duration: TEN_YEARS_MS + 1 }, SPAN),
  outcome('no duration', 201, { duration: 0 }),
  outcome('a wait of less than nothing', 400, { wait: '-1s' }, SPAN),
  outcome('a wait until a time', 201, { wait: '2026-06-01T00:00:00Z' }),
  outcome('the least share', 201, { error: 'x', probability: 0 }),
  outcome('a share below it', 400, { error: 'x', probability: -1 }, 'request/body/probability must be >= 0'),
  outcome('a share above all', 400, { error: 'x', probability: 2 }, 'request/body/probability must be <= 1'),
  outcome('no time at all', 400, { error: 'x', times: 0 }, 'request/body/times must be >= 1'),
  outcome('no workflow', 400, { error: 'x', workflow: '' }, 'request/body/workflow must NOT have fewer than 1'),
  outcome('nothing that happens', 400, {}, 'needs error, wait, duration, output or http'),
  outcome('a wait and an error', 400, { wait: 1, error: 'x' }, 'has wait together with error or duration'),
  outcome('a wait and a duration', 400, { wait: 1, duration: 1 }, 'has wait together with error or duration'),
  outcome('a node alone', 400, { node: 'x', duration: 1 }, 'has a node, so it needs error, wait or output'),
  outcome('a node that the workflow does not have', 400, { node: 'x', wait: 1 }, 'has no node'),
  ['a thousand of them', 'PUT', '/simulation/rules', 200, { rules: many(1000, { workflow: '1', error: 'x' }) }],
  ['a thousand and one', 'PUT', '/simulation/rules', 400, { rules: many(1001, { workflow: '1', error: 'x' }) }],
  ['no such rule', 'DELETE', '/simulation/rules/1', 404, undefined, 'There is no rule 1 of the simulation'],
  ['the rule 0', 'DELETE', '/simulation/rules/0', 400, undefined, 'request/params/id must be >= 1'],

  key('the longest label', 201, { label: text(100) }),
  key('a longer one', 400, { label: text(101) }, 'request/body/label must NOT have more than 100 characters'),
  key('the longest user', 400, { user: text(254) }, 'There is no user'),
  key('a longer one', 400, { user: text(255) }, 'request/body/user must NOT have more than 254 characters'),
  key('no user', 400, { user: '' }, 'request/body/user must NOT have fewer than 1 characters'),
  key('the longest scope', 400, { scopes: [text(100)] }, 'keys have no scopes in this version'),
  key('a longer one', 400, { scopes: [text(101)] }, 'must NOT have more than 100 characters'),
  key('an empty scope', 400, { scopes: [''] }, 'must NOT have fewer than 1 characters'),
  key('a thousand scopes', 400, { scopes: many(1000, 'a') }, 'keys have no scopes in this version'),
  key('more', 400, { scopes: many(1001, 'a') }, 'request/body/scopes must'),
  key('a time without end', 201, { expiresAt: null }),

  clone('the longest address', 409, { url: `http://127.0.0.1:1/${text(4096 - 19)}` }, NOT_EMPTY),
  clone('a longer one', 400, { url: text(4097) }, 'request/body/url must NOT have more than 4096 characters'),
  clone('the longest key', 409, { apiKey: text(4096) }, NOT_EMPTY),
  clone('a longer one', 400, { apiKey: text(4097) }, 'request/body/apiKey must NOT have more than 4096 characters'),
  clone('no key', 400, { apiKey: '' }, 'request/body/apiKey must NOT have fewer than 1 characters'),
  clone('the longest name of a service', 409, { serviceName: text(64) }, NOT_EMPTY),
  clone('a longer one', 400, { serviceName: text(65) }, 'request/body/serviceName must match pattern'),
  clone('as many executions as may be', 409, { executions: 10_000 }, NOT_EMPTY),
  clone('one more', 400, { executions: 10_001 }, 'request/body/executions must be <= 10000'),
  clone('fewer than none', 400, { executions: -1 }, 'request/body/executions must be >= 0'),
  clone('none', 409, { executions: 0 }, NOT_EMPTY),
  clone('as many tags as may be', 409, { tags: many(100, text(4096)) }, NOT_EMPTY),
  clone('one more', 400, { tags: many(101, 'a') }, 'request/body/tags must'),
  clone('a longer tag', 400, { tags: [text(4097)] }, 'must NOT have more than 4096 characters'),

  ['the longest name of a snapshot', 'PUT', `/snapshots/${text(64)}`, 201],
  ['a longer one', 'PUT', `/snapshots/${text(65)}`, 400, undefined, NAME],
  ['a snapshot that there is not', 'GET', '/snapshots/a', 404, undefined, 'There is no snapshot "a"'],

  ['the first moment', 'PUT', '/clock', 200, { now: '0000-01-01T00:00:00.000Z' }],
  ['the last moment', 'PUT', '/clock', 200, { now: '9999-12-31T23:59:59.999Z' }],
  ['a moment after it', 'PUT', '/clock', 400, { now: '9999-12-31T23:59:59.999-01:00' }, YEARS],
  ['a moment before the first', 'PUT', '/clock', 400, { now: '0000-01-01T00:00:00.000+01:00' }, YEARS],
  ['no move', 'PUT', '/clock', 200, { advance: '0' }],

  ['the most hours of an overview', 'GET', '/overview?hours=8784', 200],
  ['one more', 'GET', '/overview?hours=8785', 400, undefined, 'request/query/hours must be <= 8784'],
  ['the longest page of executions', 'GET', '/overview/executions?limit=250', 200],
  ['a longer one', 'GET', '/overview/executions?limit=251', 400, undefined, 'request/query/limit must be <= 250'],
  ['the request 0', 'GET', '/requests/0', 400, undefined, 'request/params/id must be >= 1'],
  ['a request that was not', 'GET', '/requests/9', 404, undefined, 'There is no request 9; the last 1,000 are stored'],
  ['half an escape', 'GET', '/snapshots/%E0%A4%A', 400, undefined, 'The path has a malformed percent escape'],
  ['a parameter twice', 'GET', '/requests?status=200&status=404', 400, undefined, "parameter 'status' is given twice"],
  [
    'a status that is none',
    'GET',
    '/requests?status=600',
    400,
    undefined,
    "parameter 'status' must be a status such as",
  ],
  ['the status of none', 'GET', '/requests?status=0', 200],
  ['an operation that there is not', 'GET', '/requests?operation=x', 400, undefined, "'operation' must be one of: "],
  ...['', '=true', '=1', '=false', '=0'].map((given): Row => ['a switch', 'GET', `/requests?bodies${given}`, 200]),
  ['a switch that is none', 'GET', '/requests?bodies=yes', 400, undefined, 'request/query/bodies must be boolean'],
  ['a part that there is not', 'GET', '/state?only=tags,films', 400, undefined, "has an unknown part 'films'"],
]

test.each(ROWS)('%s: %s %s is answered %i', async (...[, method, path, status, body, message = '']) => {
  await using instance = await start()
  const answer = await instance.request(method, `/_control${path}`, body)
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(JSON.stringify(message).slice(1, -1))])
})

describe('there is room', () => {
  test.each<[string, (n: number) => [method: string, path: string, body?: object], number, string]>([
    [
      'fault rules',
      () => ['POST', '/faults', { path: '/tags', status: 500 }],
      1000,
      'There are 1000 fault rules, and no room for more',
    ],
    [
      'rules of the simulation',
      () => ['POST', '/simulation/rules', { workflow: '1', error: 'x' }],
      1000,
      'There are 1000 rules of the simulation, and no room for more',
    ],
    ['snapshots', n => ['PUT', `/snapshots/s${n}`], 100, 'There are 100 snapshots, and no room for more: delete one'],
  ])('for a limited number of %s', async (_what, ask, count, message) => {
    await using instance = await start()
    const send = (n: number) => {
      const [method, path, body] = ask(n)
      return instance.request(method, `/_control${path}`, body)
    }
    for (let n = 1; n <= count; n++) expect((await send(n)).status).toBe(201)
    const { status, body } = await send(count + 1)
    expect([status, body]).toEqual([409, { message }])
  })
})

test('a body is remembered up to a megabyte, sent or answered, and 16 of them together', async () => {
  await using instance = await start()
  const MIB = 1024 * 1024
  const sent = (bytes: number) => JSON.stringify({ name: text(bytes - '{"name":""}'.length) })
  const headers = { 'content-type': 'application/json' }
  const post = (bytes: number) => instance.request('POST', '/api/v1/tags', sent(bytes), { headers })
  const bodyOf = async (id: number) =>
    ((await instance.request('GET', `/_control/requests/${id}`)).body as { body?: unknown }).body
  await post(MIB + 1)
  for (let n = 0; n < 16; n++) await post(MIB)
  expect([await bodyOf(1), typeof (await bodyOf(2)), typeof (await bodyOf(17))]).toEqual([
    undefined,
    'object',
    'object',
  ])
  await post(20)
  expect([await bodyOf(2), typeof (await bodyOf(3))]).toEqual([undefined, 'object'])

  const tag = async (length: number) => {
    await instance.seed({ tags: [{ id: '1', name: text(length) }] })
    return (await instance.request('GET', '/api/v1/tags/1')).text.length
  }
  const frame = await tag(1)
  for (const [more, isKept] of [
    [0, true],
    [1, false],
  ] as const) {
    expect(await tag(MIB - frame + 1 + more)).toBe(MIB + more)
    const last = instance.requests.all().at(-1)?.id
    const { body } = await instance.request('GET', `/_control/requests/${last}`)
    expect('body' in (body as { response: object }).response).toBe(isKept)
  }
})

test('a stream that nobody reads is given up a thousand events behind', async () => {
  await using instance = await start()
  const headers = { [instance.apiKeyHeader]: instance.apiKey }
  const { body } = await instance.fetch('/_control/requests?stream', { headers })
  for (let n = 0; n < 1100; n++) await instance.request('GET', '/api/v1/nope')
  const chunks = (await new Response(body).text()).split('\n\n').filter(chunk => chunk.startsWith('event: request'))
  expect(chunks).toHaveLength(1001)
})

test('of the fields that a service refuses a warning names twelve', async () => {
  await using instance = await start()
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]))
  for (const count of [12, 14]) await instance.request('POST', '/api/v1/workflows', minimal(fields(count)))
  const [twelve = '', more = ''] = instance.requests.warnings()
  expect(twelve).toEndWith('f10, f11 (which it does not know)')
  expect(more).toEndWith('f10, f11 and 2 more (which it does not know)')
})

test('of a long value a difference shows 200 characters', async () => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'a' })
  const differences = (name: string) => instance.requests.nearest({ body: { name } })?.differences
  expect(differences(text(198))).toEqual([`body.name: expected "${text(198)}", was "a"`])
  expect(differences(text(199))).toEqual([`body.name: expected "${text(199)}…, was "a"`])
})
