// Small faults in the rules change an outcome somewhere: cells, conditions, graphs, groups, and data of credentials.
import { afterAll, expect, test } from 'bun:test'
import { IDS } from '../place.ts'
import { webhook } from '../world.ts'
import { shown } from './approved/inputs.ts'
import { linesOf, startApproved, textOf } from './approved/place.ts'

const started = startApproved('n8n-2.41')
afterAll(async () => (await started).stop())

/** The lines of requests, each with what it is called. */
async function approve(requests: readonly (readonly [says: string, request: string, body?: unknown])[]) {
  const instance = await started
  await instance.control.reset()
  const outcomes: [string, string][] = []
  for (const [says, request, body] of requests) outcomes.push([says, await instance.outcomeOf(request, body)])
  return textOf(linesOf(outcomes))
}

const TABLE = '/data-tables/AllKindsOfCells0'
const COLUMNS = ['word', 'count', 'isOn', 'day', 'id', 'updatedAt'] as const
const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1.5,
  3,
  1e15,
  2,
  '',
  ' ',
  'Ann',
  'a%b_c',
  '%',
  'A%',
  '%N',
  'a%n%n',
  'übung',
  'Ü%',
  'true',
  ' FALSE ',
  '1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  [],
  {},
] as const

test.each(['eq', 'neq', 'like', 'ilike', 'gt', 'gte', 'lt', 'lte'])(
  'conditions with %s are answered as approved (bun run generate writes them)',
  async condition => {
    const requests = COLUMNS.flatMap(columnName =>
      VALUES.filter(value => isUseful(condition, value)).map(value => {
        const filter = JSON.stringify({ filters: [{ columnName, condition, value }] })
        return [`${columnName}=${shown(value)}`, `GET ${TABLE}/rows?filter=${encodeURIComponent(filter)}`] as const
      }),
    )
    expect(await approve(requests)).toMatchSnapshot()
  },
)

/** Patterns say something to conditions that read them, and other types to those that do not. */
const isUseful = (condition: string, value: unknown) =>
  condition.endsWith('like') ? typeof value !== 'boolean' : !(typeof value === 'string' && value.includes('%'))

const DATES = [
  '2026',
  '2026-05',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '2026-01-01T10:20',
  '2026-01-01 10:20:30',
  '2026-01-01T10:20:30.1',
  '2026-01-01T10:20:30,123456789',
  '2026-01-01T10:20:30.1234567890',
  '2026-01-01T24:00',
  '2026-07-01T10:20:30+02',
  '2026-07-01T10:20:30-0230',
  '2026-07-01T10:20:30+02:30',
  '2026-07-01T10:20:30 Z',
  '+012026-01-01',
  ' 2026-01-01 ',
  '0',
  '1',
  '12',
  '13',
  '31',
  '32',
  '49',
  '50',
  '99',
  '100',
  '999',
  '1000',
  '10000',
  'Thu, 01 Jan 2026 10:20:30 GMT',
  'Jan 1, 2026',
  'Jan 2026 10:20 +0200',
  '1 July 2026',
  'July',
  'xx 1',
  `Jan 1, 2026${' '.repeat(120)}`,
  `Jan 1,${' '.repeat(84)}2026 UTC`,
]
const CELLS = [...VALUES, ...DATES, 'x'.repeat(1000), 'x'.repeat(1001)]

test.each(['word', 'count', 'isOn', 'day'])(
  'cells of %s are answered as approved (bun run generate writes them)',
  async column => {
    const requests = CELLS.map(
      value => [shown(value), `POST ${TABLE}/rows`, { data: [{ [column]: value }], returnType: 'all' }] as const,
    )
    expect(await approve(requests)).toMatchSnapshot()
  },
)

test('filters, sorts and searches are answered as approved (bun run generate writes them)', async () => {
  const unknown = { columnName: 'none', condition: 'eq', value: 1 }
  const condition = { columnName: 'word', condition: 'eq', value: 'Ann' }
  const like = { columnName: 'word', condition: 'ilike', value: 'ann' }
  const more = { columnName: 'count', condition: 'gt', value: 2 }
  const filters = [
    ...['and', 'or'].flatMap(type =>
      [[], [condition], [condition, more], [like, more], [more, like, condition], [condition, condition]].map(all => ({
        type,
        filters: all,
      })),
    ),
    { type: 'not', filters: [condition] },
    { filters: [unknown] },
    { filters: Array.from({ length: 50 }, () => condition) },
    { filters: Array.from({ length: 51 }, () => condition) },
    { filters: [{ ...condition, condition: 'is' }] },
    { filters: [{ ...condition, columnName: 1 }] },
    { filters: [{ ...condition, value: undefined }] },
    { filters: [{ ...like, value: 'x'.repeat(50_001) }] },
    { filters: [null] },
    { filters: {} },
    { type: 'or' },
    [],
    null,
    1,
  ]
  const data = { count: 5 }
  const changes = [{}, { dryRun: true }, { returnData: true }, { dryRun: true, returnData: true }]
  const sorts = ['word', 'count', 'isOn', 'day', 'id', 'createdAt', 'updatedAt', 'none', '', 'word:asc'].flatMap(name =>
    ['asc', 'DESC', 'up', '', ' asc'].map(direction => `${name}:${direction}`),
  )
  const searches = ['a', 'ANN', 'ü', 'Ü', '31', 'true', '2026-01', '%', '_', ' ', 'x'.repeat(40)]
  expect(
    await approve([
      ...filters.map((filter, at) => {
        const text = encodeURIComponent(JSON.stringify(filter))
        return [`filter=${at}`, `GET ${TABLE}/rows?filter=${text}&limit=3`] as const
      }),
      ...filters.map((filter, at) => {
        const text = encodeURIComponent(JSON.stringify(filter))
        return [`delete=${at}`, `DELETE ${TABLE}/rows/delete?filter=${text}`] as const
      }),
      ...filters
        .slice(0, 12)
        .flatMap(filter =>
          changes.flatMap(change => [
            [
              `update=${shown({ ...change, filter })}`,
              `PATCH ${TABLE}/rows/update`,
              { filter, data, ...change },
            ] as const,
            [
              `upsert=${shown({ ...change, filter })}`,
              `POST ${TABLE}/rows/upsert`,
              { filter, data, ...change },
            ] as const,
          ]),
        ),
      ...sorts.map(sort => [`sort=${sort}`, `GET ${TABLE}/rows?sortBy=${encodeURIComponent(sort)}`] as const),
      ...searches.map(
        text => [`search=${shown(text)}`, `GET ${TABLE}/rows?search=${encodeURIComponent(text)}&limit=2`] as const,
      ),
    ]),
  ).toMatchSnapshot()
})

const node = (name: string, more: Record<string, unknown> = {}) => ({
  id: `id-${name}`,
  name,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
const to = (name: string, more = {}) => ({ node: name, type: 'main', index: 0, ...more })
const graph = (nodes: unknown[], connections: unknown = {}, more = {}) => ({
  name: 'Graph',
  nodes,
  connections,
  settings: {},
  ...more,
})
const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(name => node(name))
const chain = { A: { main: [[to('B')]] }, B: { main: [[to('C')]] }, C: { main: [[to('D')]] } }
const fork = { A: { main: [[to('B'), to('C')]] }, B: { main: [[to('D')]] }, C: { main: [[to('D')]] } }
const loop = { A: { main: [[to('B')]] }, B: { main: [[to('C')]] }, C: { main: [[to('B')], [to('D')]] } }
const tools = { A: { ai_tool: [[to('B', { type: 'ai_tool' })]] }, B: { main: [[to('C')]] } }

test('structures of graphs are answered as approved (bun run generate writes them)', async () => {
  const nodes = [
    [a, { ...b, id: 'id-A' }],
    [a, { ...b, name: 'A' }],
    [a, { ...b, id: '' }, { ...c, id: '' }],
    [{ ...a, name: '' }],
    [{ ...a, position: [0] }],
    [{ ...a, position: [0, 0, 0] }],
    [{}],
    [a, {}, { name: '', position: [] }],
    [a, { ...b, id: undefined }],
    [webhook('Hook', 'new'), { ...webhook('Hook 2', 'new'), webhookId: undefined }],
  ]
  const stored = ['{"a":1}', '[]', '1', 'null', '{', { a: 1 }, [], null]
  const targets = [null, 1, 'A', [], {}, { node: 'A' }, to('A', { index: '0' }), to('A', { type: 1 }), to('Z'), to('A')]
  const outputs = [null, 1, [], {}, { main: null }, { main: {} }, { main: [] }, { main: [null] }, { main: [1] }]
  expect(
    await approve([
      ...nodes.map((list, at) => [`nodes=${at}`, 'POST /workflows', graph(list)] as const),
      ...stored.map(
        staticData =>
          [`staticData=${shown(staticData)}`, 'PUT /workflows/w-owner', graph([a], {}, { staticData })] as const,
      ),
      ...outputs.map(given => [`A=${shown(given)}`, 'POST /workflows', graph([a, b], { A: given })] as const),
      ...targets.map(
        target =>
          [`A.main=${shown(target)}`, 'POST /workflows', graph([a, b], { A: { main: [null, [target]] } })] as const,
      ),
      ...targets.map(
        target => [`Z=${shown(target)}`, 'PUT /workflows/w-owner', graph([a], { Z: { main: [[target]] } })] as const,
      ),
    ]),
  ).toMatchSnapshot()
})

const group = (id: string, ...names: string[]) => ({
  id,
  name: id.toUpperCase(),
  nodeIds: names.map(name => `id-${name}`),
})

test('groups of nodes are answered as approved (bun run generate writes them)', async () => {
  const all = [a, b, c, d, node('N', { type: 'n8n-nodes-base.stickyNote' }), webhook('Hook', 'Hook')]
  const sets = ['', 'A', 'B', 'AB', 'AC', 'BC', 'BD', 'ABC', 'BCD', 'ABD', 'ABCD', 'CB', 'N', 'AN', 'BCN', 'Z', 'AA']
  const graphs = { none: {}, chain, fork, loop, tools }
  const others = [
    [group('g', 'A'), group('g', 'B')],
    [group('g', 'A'), group('h', 'B')],
    [group('g', 'A', 'B'), group('h', 'B', 'C')],
    [group('g', 'B', 'C'), group('h', 'A'), group('i', 'D')],
    [{ ...group('g'), nodeIds: ['id-Hook'] }],
    [{ ...group('g', 'A'), nodeIds: ['id-A', 'id-Hook'] }],
    [group('g', 'A'), group('h')],
  ]
  expect(
    await approve([
      ...Object.entries(graphs).flatMap(([name, connections]) =>
        sets.map(
          set =>
            [
              `${name}=${set}`,
              'POST /workflows',
              graph(all, connections, { nodeGroups: [group('g', ...set)] }),
            ] as const,
        ),
      ),
      ...others.map(
        (nodeGroups, at) => [`groups=${at}`, 'POST /workflows', graph(all, chain, { nodeGroups })] as const,
      ),
    ]),
  ).toMatchSnapshot()
})

test('publications are answered as approved (bun run generate writes them)', async () => {
  const instance = await started
  const trigger = (type: string, more = {}) => node('T', { type: `n8n-nodes-base.${type}`, ...more })
  const schedule = (parameters: unknown) => trigger('scheduleTrigger', { parameters })
  const cron = (expression: string) => schedule({ rule: { interval: [{ field: 'cronExpression', expression }] } })
  const called = ['w-owner', 'w-graph', 'w-member', 'none', '', '=x', { __rl: true, value: 'w-late' }]
  const calls = [
    ...called.map(workflowId => [shown(workflowId), { parameters: { workflowId } }] as const),
    ['of a parameter', { parameters: { source: 'parameter', workflowId: 'w-late' } }] as const,
    ['disabled', { parameters: { workflowId: 'w-late' }, disabled: true }] as const,
  ]
  const graphs: [string, unknown[]][] = [
    ...calls.map(([says, more]): [string, unknown[]] => [
      `calls ${says}`,
      [webhook('Hook', 'new'), node('Call', { type: 'n8n-nodes-base.executeWorkflow', ...more })],
    ]),
    ['nothing', []],
    ['no trigger', [a]],
    ['webhook', [webhook('Hook', 'new')]],
    ['disabled', [{ ...webhook('Hook', 'new'), disabled: true }]],
    ['taken', [webhook('Hook', 'day')]],
    ['twice', [webhook('Hook', 'new'), { ...webhook('Second', 'new'), id: 'other' }]],
    ['unknown type', [webhook('Hook', 'new'), node('X', { type: 'x.y' })]],
    ['kept type', [webhook('Hook', 'new'), node('X', { type: 'n8n-nodes-kept.thing' })]],
    ['wait', [trigger('wait', { parameters: { resume: 'webhook' } })]],
    ['github', [trigger('githubTrigger')]],
    [
      'github with credentials',
      [trigger('githubTrigger', { credentials: { githubApi: { id: 'c-global', name: 'x' } } })],
    ],
    [
      'gmail',
      [
        trigger('gmailTrigger', {
          parameters: { pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] } },
        }),
      ],
    ],
    ['form', [trigger('formTrigger', { webhookId: 'form', parameters: { path: 'form' } })]],
    ['manual', [trigger('manualTrigger')]],
    ['error', [trigger('errorTrigger')]],
    ['called', [trigger('executeWorkflowTrigger')]],
    ['cron', [trigger('cron', { parameters: { triggerTimes: { item: [{ mode: 'everyHour', minute: 5 }] } } })]],
    ['schedule', [schedule({})]],
    ['schedule without parameters', [schedule(undefined)]],
    ['two intervals', [schedule({ rule: { interval: [{ field: 'days' }, { field: 'hours' }] } })]],
    ...['* * * * *', '0 0 * * * *', '60 * * * *', 'x', '', '@daily', '={{ 1 }}', '0 0 31 2 *', '*/7 1-5 * 1,2 MON'].map(
      (expression): [string, unknown[]] => [`cron ${expression}`, [cron(expression)]],
    ),
    ['request', [webhook('Hook', 'new'), node('R', { type: 'n8n-nodes-base.httpRequest' })]],
    [
      'request with credentials',
      [
        webhook('Hook', 'new'),
        node('R', {
          type: 'n8n-nodes-base.httpRequest',
          parameters: { url: 'x', authentication: 'genericCredentialType', genericAuthType: 'httpBasicAuth' },
        }),
      ],
    ],
    ['slack', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.slack', typeVersion: 2.2 })]],
    [
      'slack message',
      [
        webhook('Hook', 'new'),
        node('S', {
          type: 'n8n-nodes-base.slack',
          typeVersion: 2.2,
          parameters: { resource: 'message', operation: 'post', select: 'channel' },
          credentials: { slackApi: { id: 'c-managed', name: 'Managed' } },
        }),
      ],
    ],
    ['airtable', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.airtable', typeVersion: 2 })]],
    ['set', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.set', typeVersion: 3.4 })]],
    ['if', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.if', typeVersion: 2 })]],
    ['postgres', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.postgres', typeVersion: 2.4 })]],
    ['telegram', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.telegram' })]],
    ['email', [webhook('Hook', 'new'), node('S', { type: 'n8n-nodes-base.emailSend', typeVersion: 2.1 })]],
  ]
  const outcomes: [string, string][] = []
  await instance.control.reset()
  for (const [says, nodes] of graphs) {
    const key = { [instance.apiKeyHeader]: 'owner-key', 'content-type': 'application/json' }
    const body = JSON.stringify(graph(nodes))
    const saved = await instance.fetch('/api/v1/workflows/w-owner', { method: 'PUT', headers: key, body })
    outcomes.push([says, `${saved.status} ${await instance.outcomeOf('POST /workflows/w-owner/activate', {})}`])
    await instance.takeChanges()
    await instance.fetch('/api/v1/workflows/w-owner', { method: 'PUT', headers: key, body })
    outcomes.push([`published ${says}`, await instance.outcomeOf('POST /workflows/w-owner/publish', { name: 'v' })])
    await instance.takeChanges()
  }
  expect(textOf(linesOf(outcomes))).toMatchSnapshot()
})

test('data of credentials are answered as approved (bun run generate writes them)', async () => {
  const url = 'https://example.com'
  const oAuth = { grantType: 'clientCredentials', clientId: 'a', clientSecret: 'b', authentication: 'header' }
  const types: [type: string, data: unknown][] = [
    ...['x', 'oAuth2Api', 'githubApi', 'httpBasicAuth', 'httpHeaderAuth', 'githubOAuth2Api', 'postgres', 'aws'].map(
      (type): [string, unknown] => [type, {}],
    ),
    ['githubApi', { accessToken: 'a', user: 'u', server: url }],
    ['githubApi', { accessToken: 5, user: null }],
    ['githubApi', { accessToken: 'a', more: 1 }],
    ['httpBasicAuth', { user: 'u', password: 'p' }],
    ['httpHeaderAuth', { name: 'x', value: 'y' }],
    ['postgres', { host: 'h', port: '5432', database: 'd', user: 'u', password: 'p' }],
    ...['x', '', url, '={{ 1 }}', 'ftp://a', '//a', 5].map((accessTokenUrl): [string, unknown] => [
      'oAuth2Api',
      { ...oAuth, accessTokenUrl },
    ]),
    ...['x', '', url].map((authUrl): [string, unknown] => [
      'oAuth2Api',
      { ...oAuth, grantType: 'authorizationCode', authUrl, accessTokenUrl: url },
    ]),
    ...['x', url].map((serverUrl): [string, unknown] => [
      'oAuth2Api',
      { useDynamicClientRegistration: true, serverUrl, grantType: 'pkce' },
    ]),
    ['githubOAuth2Api', { clientId: 'a', clientSecret: 'b', authUrl: 'x' }],
  ]
  const flags = [{}, { isPartialData: true }]
  expect(
    await approve([
      ...types.map(
        ([type, data]) => [`post=${type} ${shown(data)}`, 'POST /credentials', { name: 'New', type, data }] as const,
      ),
      ...types.flatMap(([type, data]) =>
        flags.map(
          flag =>
            [
              `patch=${type} ${shown({ ...flag, data })}`,
              'PATCH /credentials/c-owner',
              { type, data, ...flag },
            ] as const,
        ),
      ),
      ...['', 'ab', 'abc', 'a'.repeat(128), 'a'.repeat(129)].flatMap(name =>
        [{}, { data: { user: 'x' }, isPartialData: true }, { data: { user: 'x', password: 'y' } }].map(
          more => [`name=${shown(name)} ${shown(more)}`, 'PATCH /credentials/c-owner', { name, ...more }] as const,
        ),
      ),
      ...[
        { isGlobal: true },
        { isResolvable: true },
        { isGlobal: false },
        { projectId: IDS.team },
        { type: 'aws' },
      ].map(more => [`patch=${shown(more)}`, 'PATCH /credentials/c-owner', more] as const),
      ...[
        { id: 'own' },
        { id: 'c-owner' },
        { projectId: IDS.team },
        { projectId: 'x' },
        { isResolvable: true },
        { isGlobal: true },
      ].map(
        more =>
          [
            `post=${shown(more)}`,
            'POST /credentials',
            { name: 'New', type: 'httpBasicAuth', data: { user: 'u', password: 'p' }, ...more },
          ] as const,
      ),
    ]),
  ).toMatchSnapshot()
})
