// Small faults in what the control API remembers (requests, snapshots, keys, executions) change an answer somewhere:
// sequences of calls are made, and all that is answered is approved.
import { expect, test } from 'bun:test'
import { withoutOwner } from '../../src/control/migrate/clone-job.ts'
import type { Fixture, ProfileName } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { ADMIN, MEMBER, minimal, PEOPLE, world } from '../core/api/world.ts'
import { shortened } from './approve.ts'

type Step = readonly [method: string, path: string, body?: unknown, how?: { key?: string | null; headers?: object }]

const NOW = '2026-05-01T00:00:00.000Z'
const start = (profile: ProfileName = 'contract', fixture: unknown = world) =>
  startInstance({ fixture: fixture as never, socket: false, clock: NOW, idSeed: 'approved', faultSeed: 1, profile })

/** Without what a clock of the machine says, and without keys, which are random. */
const timeless = (text: string) =>
  text
    .replace(/"creator":{[^}]*}/, '"creator":{}')
    .replaceAll(/"(milliseconds|time|wait)":[\d.]+/g, '"$1":0')
    .replaceAll(/"apiKey":"[^"]*"/g, '"apiKey":"…"')
    .replaceAll(/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":"…"')

/** What each of these is answered, a line each. Paths are those of the control API, if they do not begin with `/api`. */
async function linesOf(instance: TestInstance, steps: readonly Step[], most = 150): Promise<string[]> {
  const lines: string[] = []
  for (const [method, path, body, how = {}] of steps) {
    const url = /^(http|\/api|\/page)/.test(path) ? path : `/_control${path}`
    const { status, text } = await instance.request(method, url, body, how as never)
    const who = Object.keys(how).length ? ` ${JSON.stringify(how)}` : ''
    const sent = body === undefined ? '' : ` ${shortened(JSON.stringify(body), 90)}`
    lines.push(`${method} ${path}${sent}${who} → ${status} ${shortened(timeless(text), most)}`)
  }
  return lines
}

const JSON_TYPE = { 'content-type': 'application/json' }
const TOKEN = `n8n_api_${'0'.repeat(80)}`
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const fields = (count: number) => Object.fromEntries(many(count, n => [`f${n}`, 1]))

/** Requests that the log should say something of. */
const REQUESTS: Step[] = [
  ['GET', '/api/v1/tags?limit=1'],
  ['GET', '/api/v1/tags?limit=1&cursor=eyJsaW1pdCI6MSwib2Zmc2V0IjoxfQ'],
  ['GET', '/api/v1/workflows?active=true&limit=5', undefined, MEMBER],
  ['POST', '/api/v1/tags', { name: 'first', id: '7' }],
  ['POST', '/api/v1/tags', { name: 'second', createdAt: NOW, more: 1 }],
  ['POST', '/api/v1/tags', '{"name":"third"}'],
  ['POST', '/api/v1/tags', '{"name":"third"}', { headers: { 'content-type': 'text/plain' } }],
  ['POST', '/api/v1/tags', '{"name":', { headers: JSON_TYPE }],
  ['POST', '/api/v1/tags'],
  [
    'PUT',
    '/api/v1/workflows/1',
    minimal({
      nodes: [
        { name: 'a', createdAt: NOW },
        { name: 'b', zzz: 1 },
      ],
    }),
  ],
  ['POST', '/api/v1/workflows', minimal({ active: true, id: '5', tags: [], settings: { no: 1 } })],
  ['POST', '/api/v1/workflows', minimal({ nodes: 'x', settings: [{ no: 1 }] })],
  ['POST', '/api/v1/workflows', minimal({ nodes: { a: 1 }, settings: 'x', id: null })],
  ['POST', '/api/v1/workflows', [{ id: 1 }]],
  ['POST', '/api/v1/workflows', minimal({ nodes: [[{ createdAt: NOW }], 7, null, { id: 'x', createdAt: NOW }] })],
  [
    'PUT',
    '/api/v1/workflows/1/tags',
    [
      { id: '1', name: 'x' },
      { id: '2', createdAt: NOW },
    ],
  ],
  ['POST', '/api/v1/workflows', minimal(fields(12))],
  ['POST', '/api/v1/workflows', minimal(fields(13))],
  ['POST', '/api/v1/credentials', { name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: 'p' } }],
  ['POST', '/api/v1/credentials', { name: 'c', type: 'httpBasicAuth', data: 'secret' }],
  ['DELETE', '/api/v1/tags/3', undefined, ADMIN],
  ['DELETE', '/api/v1/tags/99', undefined, { key: 'wrong' }],
  ['GET', `/api/v1/tags/${TOKEN}?token=abc&limit=3&api_key=x&secret&${TOKEN}`],
  ['GET', '/api/v1/nope?password=1', undefined, { key: null }],
  ['GET', '/api/v1/tags/1', undefined, { headers: { authorization: 'Basic x', cookie: 'a=b', 'x-note': TOKEN } }],
  ['PATCH', '/api/v1/tags/1', { a: 1 }],
  ['HEAD', '/api/v1/tags'],
  ['GET', '/api/v1/tags', undefined, { headers: { 'x-understudy-page': '1' } }],
]

test('the log has of requests what is approved (bun run generate writes it)', async () => {
  await using instance = await start()
  const lines = await linesOf(instance, REQUESTS, 60)
  for (const request of instance.requests.all()) lines.push(timeless(JSON.stringify(request)))
  for (const { id } of instance.requests.all()) {
    const { body } = await instance.request('GET', `/_control/requests/${id}`)
    const { url, headers, response, timeline, warnings } = Object(body)
    const points = timeline.map(({ what }: { what: string }) => what).join(', ')
    lines.push(
      `${id} ${shortened(JSON.stringify([url, headers, response, warnings]), 220)} ${points} from ${timeline[0].milliseconds}`,
    )
  }
  const har = (await instance.request('GET', '/_control/requests.har')).body as { log: { entries: object[] } }
  for (const entry of har.log.entries) lines.push(shortened(timeless(JSON.stringify(entry)), 160))
  lines.push(...instance.requests.warnings(), `${instance.requests.dropped} dropped`)
  lines.push(
    ...(await linesOf(instance, [
      ['DELETE', '/requests'],
      ['GET', '/requests'],
      ['GET', '/api/v1/tags/1'],
      ['GET', '/requests'],
    ])),
  )
  expect(lines.join('\n')).toMatchSnapshot()
})

/** As the matchers of test runners are. */
class Beginning {
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  asymmetricMatch(value: unknown) {
    return String(value).startsWith(this.text)
  }
}

const PATTERNS: unknown[] = [
  {},
  ...['GET', 'post', 'PATCH', 7].map(method => ({ method })),
  ...[
    '/tags',
    '/api/v1/tags',
    '/tags/:id',
    '/tags/{id}',
    '/tags/*',
    '/TAGS/',
    '/',
    'tags',
    '/tags?x',
    /tags$/,
    /^\/tags/g,
    7,
  ].map(path => ({ path })),
  ...['getTags', 'nope', null].map(operation => ({ operation })),
  ...['mia@example.com', null, 'no'].map(user => ({ user })),
  ...[200, '200', '2xx', '4XX', 404, 0, '0', '6xx', 600, 99, null].map(status => ({ status })),
  ...[{ limit: 1 }, { limit: '5', active: true }, { limit: 2 }, {}, 7, null].map(query => ({ query })),
  ...[{ name: 'first' }, { name: /^s/ }, { name: 'first', id: '7' }, { no: 1 }, [], 'x', null, 7].map(body => ({
    body,
  })),
  { operation: 'updateWorkflow', body: { nodes: [{ name: 'a' }, { name: /b/ }] } },
  { operation: 'updateWorkflow', body: { nodes: [{ name: 'a' }] } },
  { operation: 'updateWorkflow', body: { nodes: {} } },
  { operation: 'updateWorkflow', body: { nodes: [{ name: 'a' }, { name: 'c' }] } },
  { operation: 'createCredential', body: { data: { user: 'u' } } },
  { operation: 'createCredential', body: { data: { user: 'x' } } },
  { operation: 'createCredential', body: { data: 'x' } },
  { operation: 'createTag', body: { name: new Beginning('sec') } },
  { operation: 'createTag', body: { name: { a: 1 } } },
  { operation: 'createTag', body: { name: 'x'.repeat(198) } },
  { operation: 'createTag', body: { name: 'x'.repeat(199) } },
  { operation: 'createTag', status: 400, body: { name: 'no' } },
  { method: 'POST', path: '/tags', query: { a: 1 }, status: 200 },
  { methods: 'GET' },
  { statuses: 1 },
  null,
  7,
  'x',
  [],
]

test('patterns of requests match, and differ, as approved (bun run generate writes it)', async () => {
  await using instance = await start()
  const lines: string[] = []
  const tried = (read: () => unknown) => {
    try {
      return shortened(timeless(JSON.stringify(read()) ?? 'none'), 200)
    } catch (error) {
      return shortened(String(error), 200)
    }
  }
  const nothing = tried(() => instance.requests.nearest({}))
  await linesOf(instance, REQUESTS)
  for (const pattern of PATTERNS) {
    const shownPattern = shortened(
      JSON.stringify(pattern, (_, it) => (it instanceof RegExp ? String(it) : it)),
      90,
    )
    const nearest = tried(() => {
      const found = instance.requests.nearest(pattern as never)
      return found && [found.request.id, ...found.differences]
    })
    lines.push(
      `${shownPattern} → ${tried(() => instance.requests.matching(pattern as never).map(({ id }) => id))} ${nearest}`,
    )
  }
  const orders = [
    [],
    [{ operation: 'createTag' }, { operation: 'deleteTag' }],
    [{ operation: 'deleteTag' }, { operation: 'createTag' }],
    [{ path: '/tags' }, { path: '/tags' }, { method: 'HEAD' }, {}],
    [{ status: 999 }],
    [7],
    {},
    'x',
  ]
  for (const order of orders) {
    lines.push(
      `${JSON.stringify(order)} → ${tried(() => instance.requests.inOrder(order as never).map(({ id }) => id))}`,
    )
  }
  expect([nothing, ...lines].join('\n')).toMatchSnapshot()
})

const SNAPSHOTS: Step[] = [
  ['GET', '/snapshots'],
  ['GET', '/snapshots/a'],
  ...['a', 'A.b-c_1', 'a%20b', 'a%2Fb', 'ä', '..', '%E0%A4%A'].map((name): Step => ['PUT', `/snapshots/${name}`]),
  ['PUT', `/snapshots/${'x'.repeat(64)}`],
  ['PUT', `/snapshots/${'x'.repeat(65)}`],
  ['GET', '/snapshots'],
  ['GET', '/snapshots/a/differences'],
  ['POST', '/api/v1/tags', { name: 'new' }],
  ['PUT', '/api/v1/tags/1', { name: 'renamed' }],
  ['DELETE', '/api/v1/tags/3'],
  ['PUT', '/clock', { advance: '1h' }],
  ['GET', '/snapshots/a/differences'],
  ['PUT', '/snapshots/b'],
  ['GET', '/snapshots/a/differences?with=b'],
  ['GET', '/snapshots/b/differences?with=a'],
  ['GET', '/snapshots/b/differences?with=no'],
  ['GET', '/snapshots/no/differences'],
  ['GET', '/snapshots/a'],
  ['GET', '/snapshots/b'],
  ['POST', '/snapshots/a/restore', {}],
  ['GET', '/state?only=tags'],
  ['GET', '/clock'],
  ['POST', '/api/v1/tags', { name: 'after' }],
  ['POST', '/snapshots/no/restore', {}],
  ['POST', '/reset', {}],
  ['GET', '/snapshots'],
  ['POST', '/snapshots/b/restore', {}],
  ['GET', '/state?only=tags,counters'],
  ['DELETE', '/snapshots/b'],
  ['DELETE', '/snapshots/b'],
  ['POST', '/snapshots/b/restore', {}],
  ['PUT', '/snapshots/a'],
  ['GET', '/snapshots'],
  ...many(96, (n): Step => ['PUT', `/snapshots/s${n}`]).slice(93),
]

const KEYS: Step[] = [
  ['GET', '/keys'],
  ['POST', '/keys', { user: 'mia@example.com' }],
  ['POST', '/keys', { user: 'mia@example.com' }],
  ['POST', '/keys', { user: 'mia@example.com', label: 'API key' }],
  ['POST', '/keys', { user: 'mia@example.com', label: 'API key 4' }],
  ['POST', '/keys', { user: 'mia@example.com' }],
  ['POST', '/keys', { user: 'mia@example.com' }],
  ['POST', '/keys', { user: 'no@example.com' }],
  ['POST', '/keys', { user: PEOPLE.owner, label: 'scoped', scopes: ['tag:list', 'tag:list', 'workflow:read'] }],
  ['POST', '/keys', { user: PEOPLE.member, label: 'scoped', scopes: ['tag:list', 'no'] }],
  ['POST', '/keys', { user: PEOPLE.member, label: 'scoped', scopes: ['user:create'] }],
  ['POST', '/keys', { user: PEOPLE.member, label: 'short', expiresAt: '2026-05-01T00:00:01Z' }],
  ['POST', '/keys', { user: PEOPLE.member, label: 'past', expiresAt: '2026-05-01T00:00:00Z' }],
  ['GET', '/keys'],
  ['DELETE', '/keys/no'],
  ['GET', '/api/v1/tags', undefined, MEMBER],
  ['GET', '/keys'],
]

test.each(['contract', 'n8n-2.41'] as const)(
  'snapshots and keys of %s are approved (bun run generate writes them)',
  async profile => {
    await using instance = await start(profile)
    const lines = await linesOf(instance, profile === 'contract' ? [...SNAPSHOTS, ...KEYS] : KEYS)
    const listed = async () =>
      (
        (await instance.request('GET', '/_control/keys')).body as {
          keys: { id: string; label: string; user: string }[]
        }
      ).keys
    const before = await listed()
    await instance.request('PUT', '/_control/snapshots/a')
    for (const { id, label, user } of before) {
      const [line = ''] = await linesOf(instance, [['DELETE', `/keys/${id}`]])
      lines.push(`${user} ${label}: ${line}`)
    }
    lines.push(
      ...(await linesOf(instance, [
        ['POST', '/snapshots/a/restore', {}],
        ['GET', '/keys'],
        ['POST', '/seed', { users: [{ id: PEOPLE.member, email: 'mia@example.com', apiKey: MEMBER.key }] }],
        ['GET', '/keys'],
        ['POST', '/reset', {}],
        ['GET', '/keys'],
        ['GET', '/api/v1/tags', undefined, MEMBER],
        ['GET', '/api/v1/tags', undefined, ADMIN],
      ])),
    )
    expect(lines.join('\n')).toMatchSnapshot()
  },
)

const hour = (n: number) => new Date(Date.parse(NOW) - n * 3_600_000).toISOString()
const AROUND = {
  ...world,
  tags: [
    { id: '1', name: 'urgent' },
    { id: '2', name: 'billing' },
  ],
  workflows: [
    {
      id: '1',
      name: 'b',
      active: true,
      createdAt: hour(4),
      updatedAt: hour(1),
      tags: ['urgent'],
      nodes: [{ type: 'x' }],
    },
    {
      id: '2',
      name: 'A',
      createdAt: hour(3),
      updatedAt: hour(2),
      tags: ['urgent', 'billing'],
      nodes: [{ type: 'x', disabled: true }, {}],
    },
    { id: '3', name: 'c', isArchived: true, createdAt: hour(2), updatedAt: hour(2), nodes: [] },
    { id: '10', name: 'C', active: true, createdAt: hour(2), updatedAt: hour(3), nodes: [{ type: 'x' }] },
  ],
  executions: [0, 0.5, 1, 23, 24, 24.5, 335, 336, 337, -2, 8784].map((n, at) => ({
    id: at + 1,
    workflowId: at % 2 ? '1' : '2',
    status: at % 3 ? 'success' : 'error',
    startedAt: hour(n),
  })),
}
const ORDERED = ['updatedAt', 'createdAt', 'name', 'nodes', 'active'].flatMap(sortBy =>
  ['', 'asc', 'desc'].map(order => `sortBy=${sortBy}${order && `&order=${order}`}`),
)
const idsOf = (text: string) =>
  [...text.matchAll(/"id":"(\d+)","(?:name|workflowId)":"(?!urgent|billing)/g)].map(([, id]) => id).join(' ')

test('overviews of records and hours are approved (bun run generate writes them)', async () => {
  await using instance = await start('contract', AROUND)
  const lines = await linesOf(
    instance,
    [
      '',
      '?hours=1',
      '?hours=2',
      '?hours=24',
      '?hours=25',
      '?hours=336',
      '?hours=337',
      '?hours=8784',
      '?workflowId=1',
      '?workflowId=2&hours=24',
    ].map((query): Step => ['GET', `/overview${query}`]),
    700,
  )
  const some = [
    'active=true',
    'active=false',
    'active=archived',
    'name=C',
    'name=c&active=true',
    'tags=urgent',
    'tags=billing,urgent',
    'limit=2',
    'limit=2&page=2',
    'limit=2&page=9',
    'limit=3&page=2&sortBy=name',
  ]
  for (const query of [...ORDERED, ...some]) {
    const { text } = await instance.request('GET', `/_control/overview/workflows?${query}`)
    lines.push(`workflows ${query} → ${idsOf(text)} ${text.slice(text.lastIndexOf('"total"'))}`)
  }
  const pages = [
    'limit=4',
    'limit=4&page=2',
    'limit=4&page=3',
    'limit=4&page=9',
    'limit=11',
    'limit=12',
    'status=error&limit=3',
    'workflowId=1&limit=5&page=1',
    'workflowId=1&limit=3',
    `startedAfter=${hour(24)}`,
    `startedBefore=${hour(24)}`,
    `startedAfter=${hour(24)}&startedBefore=${hour(1)}`,
    'id=3',
    'id=3&workflowId=1',
  ]
  for (const query of pages) {
    let cursor: string | null = ''
    for (let page = 1; cursor !== null && page <= 4; page++) {
      const { text, body }: { text: string; body: unknown } = await instance.request(
        'GET',
        `/_control/overview/executions?${query}${cursor && `&cursor=${cursor}`}`,
      )
      lines.push(`executions ${query} ${page} → ${idsOf(text)} ${text.slice(text.lastIndexOf('"total"'))}`)
      cursor = query.includes('page') ? null : Object(body).nextCursor
    }
  }
  lines.push(
    ...(await linesOf(
      instance,
      [
        ['PUT', '/clock', { now: hour(-24 * 15) }],
        ['GET', '/overview'],
        ['GET', '/overview?hours=1'],
        ['PUT', '/clock', { now: hour(-1) }],
        ['GET', '/overview?hours=3'],
      ],
      400,
    )),
  )
  expect(lines.join('\n')).toMatchSnapshot()
})

const HOSTS = [
  'localhost',
  'LOCALHOST:1',
  'a.localhost',
  'localhost.evil',
  '127.0.0.1',
  '127.1.2.3:80',
  '127.0.0.1.evil',
  '128.0.0.1',
  '[::1]',
  '[::1]:5',
  '[::2]',
  'example.test',
  'EXAMPLE.test:9',
  'other.test',
  'xlocalhost',
]
const ORIGINS = [
  'http://localhost',
  'https://localhost',
  'http://localhost:1',
  'http://evil',
  'null',
  'ftp://localhost',
  'http://localhost/',
]

test('the control API answers the approved hosts, origins and keys (bun run generate writes them)', async () => {
  const options = { socket: false, clock: NOW, idSeed: 'approved', allowHosts: ['Example.test'] }
  await using instance = await startInstance({ ...options, fixture: world })
  const steps: Step[] = [
    ...HOSTS.map((host): Step => ['GET', `http://${host}/_control/clock`]),
    ...ORIGINS.map((origin): Step => ['GET', 'http://localhost/_control/clock', undefined, { headers: { origin } }]),
    ...[null, 'wrong', ADMIN.key, MEMBER.key, 'owner-key'].map((key): Step => ['GET', '/clock', undefined, { key }]),
    ...['GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE'].map((method): Step => [method, '/clock']),
    ...['/', '', '/nope', '/clock/', '/CLOCK', '/clock/x', '/keys/%', '/requests/1/x'].map(
      (path): Step => ['GET', path],
    ),
    ['PUT', '/clock', '{"advance":1}'],
    ['PUT', '/clock', '{"advance":1}', { headers: { 'content-type': 'text/plain' } }],
    ['PUT', '/clock', '{"advance":1}', { headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['PUT', '/clock', '{"advance":1,"advance":2}', { headers: JSON_TYPE }],
    ['PUT', '/clock', '', { headers: JSON_TYPE }],
    ['GET', '/clone'],
    ['DELETE', '/clone'],
  ]
  expect((await linesOf(instance, steps)).join('\n')).toMatchSnapshot()
})

const OWNED = { id: 'o', email: 'o@example.com', role: 'global:owner' }
const OTHER = { id: 'b', email: 'b@example.com' }
const FIXTURES: Fixture[] = [
  {},
  { users: [] },
  { profile: 'n8n-2.41', users: [OWNED, OTHER], tags: [{ name: 't' }] },
  { users: [OTHER], workflows: [{ name: 'w', owner: 'b' }, { name: 'x' }] },
  { users: [OWNED, OTHER], workflows: ['o', 'b'].map(owner => ({ name: 'w', owner })), credentials: [] },
  { users: [OWNED], credentials: ['o', 'b'].map(owner => ({ name: 'c', type: 't', owner })) },
  { users: [OWNED], dataTables: ['o', 'b'].map(owner => ({ name: 'd', columns: [], owner })) },
  { users: [OWNED], projects: [...['o', 'b', null].map(creatorId => ({ name: 'p', creatorId })), { name: 'q' }] },
]

test('a clone leaves the approved records to the owner (bun run generate writes them)', () => {
  const lines = FIXTURES.map(it => `${JSON.stringify(it)} → ${JSON.stringify(withoutOwner(it))}`)
  expect(lines.join('\n')).toMatchSnapshot()
})

test('the document of the control API says what is approved (bun run generate writes it)', async () => {
  await using instance = await startInstance({ socket: false })
  const { paths, components, ...rest } = (await instance.request('GET', '/_control/openapi.json')).body as {
    paths: Record<string, Record<string, Record<string, unknown>>>
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
  }
  const lines = [shortened(JSON.stringify(rest).replace(/"version":"[^"]*"/, ''), 400)]
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      lines.push(`${method} ${path}: ${shortened(JSON.stringify(operation), 110)}`)
    }
  }
  for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
    lines.push(
      ...Object.entries(properties).map(
        ([field, value]) => `${name}.${field}: ${shortened(JSON.stringify(value), 90)}`,
      ),
    )
  }
  expect(lines.join('\n')).toMatchSnapshot()
})
