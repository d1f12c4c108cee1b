// Small faults in the control API (a bound by one, a default, a word of a message) change an answer somewhere: every
// field of every body and every parameter is left out and given values of each type, and the answers are approved.
import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { PEOPLE, webhook, world } from '../core/api/world.ts'
import { answered, type FieldOutcomes, linesOf, samplesOf, shown } from './approve.ts'

type Fields = Record<string, unknown>

const NOW = '2026-05-01T00:00:00.000Z'
const text = (length: number) => 'x'.repeat(length)
const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item)
const start = (fixture: unknown = WORLD) =>
  startInstance({ fixture: fixture as never, socket: false, clock: NOW, idSeed: 'approved', faultSeed: 1 })

const NODES = [
  webhook('Orders', 'orders'),
  { id: 'b', name: 'Send', type: 'n8n-nodes-base.httpRequest', typeVersion: 4, position: [200, 0], parameters: {} },
  { id: 'c', name: 'Off', type: 'n8n-nodes-base.set', position: [400, 0], parameters: {}, disabled: true },
]
const CONNECTIONS = { Orders: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } }
const WORLD = {
  ...world,
  annotationTags: [{ id: 'a1', name: 'good' }],
  workflows: [
    ...(world.workflows ?? []),
    { id: '9', name: 'Shop', nodes: NODES, connections: CONNECTIONS, createdAt: NOW, updatedAt: NOW },
    { id: '10', name: 'Nothing', createdAt: NOW, updatedAt: NOW },
  ],
}

interface Body {
  method: string
  path: string
  body: Fields
  /** Values of a field beside those that every field is given. */
  more?: Record<string, readonly unknown[]>
}

const SPANS = ['1h', '2 days', '-30s', '90s', '0', '-0h', '00 m', '1x', '1h 2m', ' 1h', '1e3', '999999999y']
const TEN_YEARS_MS = 10 * 366 * 86_400_000
const MOMENTS = [
  '2026-06-01',
  '2026-06-01T10:00:00+02:00',
  '0000-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999-00:01',
]
const FAULT = {
  operation: ['createTag', 'nope', 'CREATETAG'],
  method: ['GET', 'get', 'PATCH', 'HEAD', 'DELETE', 'POST', 'PUT'],
  path: ['/x', `/${text(999)}`, `/${text(1000)}`, 'x/y', '/x?y'],
  status: [199, 200, 204, 404, 599, 600],
  body: [{ a: 1 }, [1]],
  headers: [{ 'x-a': 'b' }, { 'x-a': 1 }, { 'x a': 'b' }, { a: 'b\nc' }, { 'retry-after': '1' }],
  retryAfter: [0.5, 'Wed, 21 Oct 2026 07:28:00 GMT', 'a\nb'],
  delay: [600_000, 600_001, [1, 2], [2, 2], [2, 1], [1], [1, 2, 3], [-1, 1], [0, 600_001], ['1', 2]],
  drop: ['before', 'middle', 'after'],
  malformed: ['truncated', 'html', 'xml'],
  times: [1, 2],
  probability: [0.5, 1, 1.01],
  after: [1],
}
const OUTCOME = {
  workflow: ['9', 'Shop', 'nope'],
  node: ['Send', 'nope'],
  wait: [...SPANS, ...MOMENTS, TEN_YEARS_MS, TEN_YEARS_MS + 1],
  duration: [...SPANS, ...MOMENTS.slice(0, 2), TEN_YEARS_MS, TEN_YEARS_MS + 1],
  times: [1],
  probability: [0.5, 1, 1.01],
}
const STATUSES = ['success', 'error', 'crashed', 'waiting', 'running', 'canceled', 'new', 'unknown']
const EXECUTION = {
  id: [1, '50', 50, 999_999_999_999_999, 1e15, '01'],
  workflowId: ['9', 9, '1', '10', 'no'],
  status: STATUSES,
  errorNode: ['Orders', 'Send', 'Off'],
  error: ['It broke'],
  retryOf: [1, '1', 2, 7, 99],
  retrySuccessId: [1],
  mode: ['manual', 'retry', 'webhook', 'nope'],
  annotationTags: [['good'], ['no']],
  startedAt: ['2026-04-01T00:00:00.000Z'],
  stoppedAt: ['2026-04-01T00:00:00.000Z'],
  waitTill: ['2026-06-01T00:00:00.000Z'],
  data: [{ a: 1 }],
  workflowData: [{ a: 1 }],
}

const BODIES: Record<string, Body> = {
  'the clock, set': {
    method: 'PUT',
    path: '/clock',
    body: { now: '2026-06-01T00:00:00Z', mode: 'frozen' },
    more: {
      now: MOMENTS.filter(it => it !== 'x'),
      mode: ['frozen', 'running', 'stopped'],
      advance: ['1h'],
    },
  },
  'the clock, set by one field': {
    method: 'PUT',
    path: '/clock',
    body: {},
    more: {
      now: MOMENTS,
      mode: ['frozen', 'running'],
      advance: [
        ...SPANS,
        8.64e15,
        -8.64e15,
        8.65e15,
        -8.65e15,
        3_600_000,
        0.5,
        250_000_000_000_000,
        -63_000_000_000_000,
      ],
    },
  },
  'a fault rule with a status': { method: 'POST', path: '/faults', body: { status: 503 }, more: { ...FAULT, id: [1] } },
  'a fault rule with all that goes together': {
    method: 'POST',
    path: '/faults',
    body: {
      method: 'GET',
      path: '/tags',
      status: 503,
      body: { a: 1 },
      headers: { 'x-a': 'b' },
      retryAfter: 2,
      delay: 0,
      malformed: 'html',
      times: 2,
      probability: 0.5,
      after: 1,
    },
    more: FAULT,
  },
  'a fault rule alone': { method: 'POST', path: '/faults', body: {}, more: FAULT },
  'the fault rules': {
    method: 'PUT',
    path: '/faults',
    body: { rules: [{ status: 500 }], seed: 7 },
    more: {
      rules: [
        [
          { id: 1, status: 500 },
          { id: 1, status: 501 },
        ],
        [
          { id: 1, status: 500 },
          { status: 501, hits: 'x', left: {} },
        ],
        [{ id: 0, status: 500 }],
        [{}, { status: 1 }, { operation: 'nope' }],
        [{ drop: 'before', hang: true }, { body: 1 }],
        many(1000, { status: 500 }),
        many(1001, { status: 500 }),
      ],
      seed: [0xffff_ffff, 2 ** 32],
    },
  },
  'a rule of the simulation': {
    method: 'POST',
    path: '/simulation/rules',
    body: { workflow: '9', node: 'Send', error: 'It broke', duration: '5m', times: 1, probability: 0.5 },
    more: OUTCOME,
  },
  'a rule of the simulation that waits': {
    method: 'POST',
    path: '/simulation/rules',
    body: { workflow: '9', wait: '1h' },
    more: { ...OUTCOME, after: [1] },
  },
  'a rule of the simulation that takes long': {
    method: 'POST',
    path: '/simulation/rules',
    body: { workflow: '9', duration: '1h' },
    more: OUTCOME,
  },
  'the rules of the simulation': {
    method: 'PUT',
    path: '/simulation/rules',
    body: { rules: [{ workflow: '9', error: 'x' }] },
    more: {
      rules: [
        [{ workflow: '9' }, { error: 'x' }],
        [{ id: 1, workflow: '9', error: 'x' }],
        [{ workflow: '9', wait: '1x' }],
        many(1000, { workflow: '9', error: 'x' }),
        many(1001, { workflow: '9', error: 'x' }),
      ],
    },
  },
  'whether to simulate': { method: 'PUT', path: '/simulation', body: { on: true } },
  'a key': {
    method: 'POST',
    path: '/keys',
    body: { user: 'mia@example.com', label: 'CI', expiresAt: '2026-06-01T00:00:00Z' },
    more: {
      user: ['MIA@example.com', PEOPLE.admin, 'olga@example.com', text(254), text(255)],
      label: ['fixture', text(100), text(101)],
      scopes: [['tag:list'], [''], many(1000, 'a'), many(1001, 'a'), [text(100)], [text(101)]],
      expiresAt: ['2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z', '2027-01-01', '2026-05-01T02:00:00+02:00'],
    },
  },
  'a clone of another service': {
    method: 'POST',
    path: '/clone',
    body: {
      url: 'http://127.0.0.1:1',
      apiKey: 'k',
      serviceName: 'n8n',
      executions: 1,
      tags: ['a'],
      active: true,
      insecure: true,
    },
    more: {
      url: [text(4096), text(4097)],
      apiKey: [text(4096), text(4097)],
      serviceName: [text(64), text(65), 'a b'],
      executions: [10_000, 10_001],
      tags: [many(100, 'a'), many(101, 'a'), [text(4096)], [text(4097)], [7]],
    },
  },
  'an execution': {
    method: 'POST',
    path: '/executions',
    body: { workflowId: '9', status: 'error', errorNode: 'Send', error: 'It broke' },
    more: EXECUTION,
  },
  'an execution with data': {
    method: 'POST',
    path: '/executions',
    body: { id: 60, workflowId: '1', status: 'success', data: { a: 1 }, retryOf: 2 },
    more: EXECUTION,
  },
  'a seed': {
    method: 'POST',
    path: '/seed',
    body: { tags: [{ name: 'new' }], users: [] },
    more: { workflows: [[{ name: 'W' }]] },
  },
}

test.each(Object.keys(BODIES))(
  'the fields of %s are answered as approved (bun run generate writes them)',
  async name => {
    const { method, path, body, more = {} } = BODIES[name] as Body
    await using instance = await start()
    const ask = async (sent: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await instance.request(method, `/_control${path}`, sent, { headers })
      await instance.reset()
      return answered({ ...answer, text: timeless(answer.text) }).replaceAll('request/body', '')
    }
    const lines = [`as given → ${await ask(body)}`]
    const fields: FieldOutcomes[] = []
    for (const field of [...new Set([...Object.keys(body), ...Object.keys(more)]), 'unknown']) {
      const outcomes: [string, string][] = []
      for (const value of [...samplesOf(field), ...(more[field] ?? [])]) {
        const { [field]: _, ...rest } = body
        outcomes.push([shown(value), await ask(value === undefined ? rest : { ...rest, [field]: value })])
      }
      fields.push({ field, outcomes })
    }
    lines.push(linesOf(fields))
    for (const sent of [undefined, 'null', '[]', '{', '"x"', '7']) lines.push(`body ${sent} → ${await ask(sent)}`)
    expect(lines.join('\n')).toMatchSnapshot()
  },
)

const NUMBERS = ['', '0', '1', '2', '-1', '1.5', 'x', '1e1', ' 1']
const FILTERS = {
  method: ['', 'GET', 'get', 'POST', 'x'],
  path: [
    '',
    '/tags',
    '/api/v1/tags',
    '/tags/',
    '/TAGS',
    '/tags/:id',
    '/tags/{id}',
    '/tags/*',
    '/:a/:b',
    '/x',
    'tags',
    '*',
  ],
  operation: ['', 'getTags', 'gettags', 'nope', 'getTag'],
  user: ['', 'mia@example.com', 'MIA@example.com', 'no'],
  status: ['', '200', '4xx', '4XX', '404', '0', '600', '99', '6xx', 'x', '2000', '1xx', '5xx'],
}
const PARAMETERS: Record<string, Record<string, readonly string[]>> = {
  '/overview': { workflowId: ['', '1', 'no'], hours: [...NUMBERS, '24', '336', '8784', '8785'], unknown: ['', '1'] },
  '/overview/executions': {
    id: ['', '1', 'no'],
    workflowId: ['', '1', '2', 'no'],
    status: ['', ...STATUSES],
    startedAfter: ['', '2026-01-03T00:00:02.000Z', '2026-01-03T00:00:02.001Z', 'x', '2026-01-04'],
    startedBefore: ['', '2026-01-03T00:00:02.000Z', '2026-01-03T00:00:01.999Z', 'x', '2026-01-02'],
    page: [...NUMBERS, '1000000', '1000001'],
    limit: [...NUMBERS, '3', '250', '251'],
    cursor: ['', 'x', 'eyJsaW1pdCI6Miwib2Zmc2V0IjoyfQ=='],
    unknown: ['', '1'],
  },
  '/overview/workflows': {
    name: ['', 'shop', 'I', 'zz'],
    tags: ['', 'urgent', 'urgent,billing', ',urgent,', 'no'],
    active: ['', 'true', 'false', 'archived', '1', 'TRUE'],
    sortBy: ['', 'updatedAt', 'createdAt', 'name', 'nodes', 'active', 'id'],
    order: ['', 'asc', 'desc', 'ASC'],
    page: [...NUMBERS, '1000000', '1000001'],
    limit: [...NUMBERS, '3', '250', '251'],
    unknown: ['', '1'],
  },
  '/requests': {
    ...FILTERS,
    bodies: ['', 'true', '1', 'false', '0', 'yes', 'TRUE'],
    stream: ['false', '0', 'no'],
    unknown: [''],
  },
  '/requests.har': { ...FILTERS, bodies: [''] },
  '/state': {
    only: [
      '',
      'tags',
      'tags,users',
      ' tags , users',
      'films',
      'tags,films',
      'apiKeys',
      'sealCheck',
      'counters',
      'otelSettings',
      'licence',
      'dataTableRows',
      'credentials',
      'Tags',
    ],
    unknown: [''],
  },
  '/keys': { page: ['1'] },
  '/clock': { now: [''] },
}

/** What the log has: a request of each kind. */
async function askSome(instance: Awaited<ReturnType<typeof start>>) {
  await instance.request('GET', '/api/v1/tags?limit=1')
  await instance.request('GET', '/api/v1/tags/1', undefined, { key: 'member-key' })
  await instance.request('POST', '/api/v1/tags', { name: 'new', id: '7' })
  await instance.request('GET', '/api/v1/tags/99')
  await instance.request('GET', '/api/v1/tags', undefined, { key: null })
  await instance.request('PATCH', '/api/v1/tags')
}

/** Without what a clock of the machine says, and without keys, which are random. */
const timeless = (text: string) =>
  text
    .replace(/"creator":{[^}]*}/, '"creator":{}')
    .replaceAll(/"(milliseconds|time|wait)":[\d.]+/g, '"$1":0')
    .replaceAll(/"timeline":\[[^\]]*\]/g, '"timeline":[]')
    .replace(/"apiKey":"[^"]*"/, '"apiKey":"…"')
    .replace(/"now":"(.{16})[^"]*","mode":"running"/, '"now":"$1…","mode":"running"')

test.each(Object.keys(PARAMETERS))(
  'the parameters of %s are answered as approved (bun run generate writes them)',
  async path => {
    await using instance = await start()
    await askSome(instance)
    const ask = async (query: string) => {
      const answer = await instance.request('GET', `/_control${path}${query}`)
      const text = timeless(answer.text)
      return answered({ ...answer, text })
    }
    const first = `none → ${await ask('')}`
    const fields: FieldOutcomes[] = []
    for (const [name, values] of Object.entries(PARAMETERS[path] ?? {})) {
      const outcomes: [string, string][] = []
      for (const value of values) outcomes.push([shown(value), await ask(`?${name}=${encodeURIComponent(value)}`)])
      // a stream has no end
      if (name !== 'stream') outcomes.push(['without a value', await ask(`?${name}`)])
      outcomes.push(['twice', await ask(`?${name}=1&${name}=1`)])
      fields.push({ field: name, outcomes })
    }
    expect(`${first}\n${linesOf(fields)}`).toMatchSnapshot()
  },
)
