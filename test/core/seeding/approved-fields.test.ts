// Small faults in the code of seeds (a bound by one, a default, a word of a message) change an answer somewhere: every
// field of every kind of record is left out and given values of each type, and the outcomes are approved as a whole.
import { expect, test } from 'bun:test'
import type { ProfileName } from '../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { type FieldOutcomes, linesOf, SAMPLES, samplesOf, shortened, shown } from '../../control/approve.ts'
import { PEOPLE, world } from '../api/world.ts'
import { TEAM } from './seed-pieces.ts'

type Fields = Record<string, unknown>

const AT = { createdAt: '2026-02-01T00:00:00.000Z', updatedAt: '2026-02-02T00:00:00.000Z' }
const TABLE = 'tableOfOrders001'
const ITEM = 'columnOfItems001'
const FLOW = { id: '9', name: 'Published', active: true, versionId: 'v2', activeVersionId: 'v1' }
const NODES = [{ id: 'n', name: 'N', type: 't', position: [0, 0], parameters: {} }]

/** What is there before. */
const BEFORE = {
  ...world,
  customRoles: [
    { slug: 'project:tester', displayName: 'Tester', roleType: 'project' },
    { slug: 'global:auditor', displayName: 'Auditor', roleType: 'global' },
  ],
  projects: [TEAM, { id: 'emptyproject0001', name: 'Empty' }],
  folders: [
    { id: 'outer', name: 'Outer', projectId: TEAM.id },
    { id: 'inner', name: 'Inner', projectId: TEAM.id, parentFolderId: 'outer' },
    { id: 'other', name: 'Other', projectId: 'emptyproject0001' },
  ],
  annotationTags: [{ id: 'a1', name: 'good' }],
  workflows: [
    ...(world.workflows ?? []),
    {
      ...FLOW,
      nodes: NODES,
      versions: [{ versionId: 'v1', nodes: NODES, connections: {} }],
      publishHistory: [{ id: 3, versionId: 'v1', event: 'activated', userId: PEOPLE.owner }],
    },
  ],
  variables: [{ id: 'var1', key: 'A', value: '1' }],
  dataTables: [
    {
      id: TABLE,
      name: 'Orders',
      columns: [
        { id: ITEM, name: 'item', type: 'string' },
        { name: 'amount', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'due', type: 'date' },
      ],
      rows: [{ item: 'tea', amount: 1 }, { item: 'rum' }],
    },
  ],
}

interface Kind {
  kind: string
  /** What the test calls it, and the version, where it is not the first. */
  profile?: ProfileName
  record: Fields
  /** Values of a field beside those that every field is given. */
  more?: Record<string, readonly unknown[]>
}

const text = (length: number) => 'x'.repeat(length)
const IDS = ['1', '9', 5, 999_999_999_999_999, 1_000_000_000_000_000]
const DATES = ['2026-03-01', '2026-03-01T10:00:00+02:00']
const OWNERS = ['mia@example.com', 'MIA@example.com', PEOPLE.member, 'no@example.com']
const PROJECTS = [TEAM.id, 'emptyproject0001', 'no']
const dates = { createdAt: DATES, updatedAt: DATES }
const version = {
  nodes: [NODES, [{ name: 'without an id' }], [7]],
  connections: [{ N: {} }],
  nodeGroups: [[{ id: 'g', name: 'G', nodeIds: ['n'] }], [{ id: 'g', name: 'G' }]],
}

const EACH: Kind[] = [
  {
    kind: 'users',
    record: {
      id: '55555555-5555-4555-8555-555555555555',
      email: 'Ann@example.com',
      firstName: 'Ann',
      lastName: 'A',
      role: 'global:admin',
      isPending: true,
      mfaEnabled: true,
      projectId: 'annsproject',
      apiKey: 'ann-key',
      ...AT,
    },
    more: {
      id: [PEOPLE.member, PEOPLE.member.toUpperCase()],
      email: ['MIA@example.com', 'a@b', 'olga@example.com'],
      firstName: [text(32), text(33)],
      lastName: [text(32), text(33)],
      apiKey: ['member-key'],
      projectId: PROJECTS,
      role: ['global:owner', 'global:member', 'global:auditor', 'project:tester', 'project:admin', 'global:chatUser'],
      ...dates,
    },
  },
  {
    kind: 'apiKeys',
    record: {
      id: 'k1',
      user: 'mia@example.com',
      label: 'CI',
      key: 'ci-key',
      scopes: ['tag:list'],
      expiresAt: '2026-09-01T00:00:00.000Z',
      createdAt: AT.createdAt,
      lastUsedAt: AT.updatedAt,
    },
    more: {
      user: OWNERS,
      userId: OWNERS,
      label: ['fixture'],
      key: ['admin-key', 'member-key'],
      hash: ['a'.repeat(64), 'a'.repeat(63)],
      scopes: [['tag:list', 'no:scope'], ['user:create']],
      ...dates,
      expiresAt: DATES,
      lastUsedAt: DATES,
    },
  },
  {
    kind: 'workflows',
    record: {
      id: 'w',
      name: 'W',
      active: true,
      nodes: NODES,
      connections: { N: {} },
      settings: { timezone: 'UTC' },
      staticData: { a: 1 },
      tags: ['urgent', { name: 'billing' }, '3'],
      owner: 'mia@example.com',
      projectId: TEAM.id,
      parentFolderId: 'inner',
      versionId: 'w2',
      versionCounter: 4,
      activeVersionId: 'w1',
      description: 'D',
      versions: [
        { versionId: 'w2', nodes: NODES, connections: {} },
        { versionId: 'w1', name: 'one', authors: 'Al' },
      ],
      publishHistory: [{ versionId: 'w1', event: 'activated' }],
      isArchived: true,
      sourceWorkflowId: 's',
      meta: { m: 1 },
      pinData: { N: [] },
      triggerCount: 3,
      more: { x: 1 },
      ...AT,
    },
    more: {
      id: IDS,
      owner: OWNERS,
      projectId: PROJECTS,
      parentFolderId: ['outer', 'other'],
      versionId: ['w1', 'v1'],
      tags: [['no'], ['urgent', 'urgent', '1'], [{}], [7], [{ id: 2 }], [{ id: 'no', name: 'unused' }]],
      versionCounter: [1],
      activeVersionId: ['w2', 'v1'],
      ...version,
      settings: [{ executionOrder: 'v1' }],
      activeVersion: [{ versionId: 'w1' }, { versionId: 'w3', nodes: NODES }, { versionId: 'v1', nodes: NODES }],
      versions: [
        [{ versionId: 'a' }, { versionId: 'a' }],
        [{ versionId: 'v1' }],
        [{ versionId: '' }],
        [{}],
        [{ versionId: 'w1', nodes: [{ name: 'new' }], connections: { a: {} }, autosaved: true, description: 'd' }],
        [{ versionId: 'w1', more: 1 }],
      ],
      publishHistory: [
        [{ versionId: 'no', event: 'activated' }],
        [{ versionId: 'v1', event: 'activated' }],
        [{ versionId: 'w1', event: 'no' }],
        [{ id: 3, versionId: 'w1', event: 'deactivated' }],
        [
          { id: 8, versionId: 'w1', event: 'activated', userId: 'MIA@example.com' },
          { id: '8', versionId: 'w1', event: 'activated' },
        ],
        [{ id: 8, versionId: 'w1', event: 'activated', userId: 'no', createdAt: AT.createdAt }],
        [{ id: 8, versionId: 'w2', event: 'deactivated', userId: 'mia@example.com', createdAt: AT.createdAt }],
      ],
      shared: [[{ role: 'workflow:owner', projectId: TEAM.id }]],
      nodGroups: [1],
      nodes2: [1],
      activ: [true],
      createdBy: [1],
      zzz: [1],
      parentFolder: [1],
      notes: [1],
      ...dates,
    },
  },
  { kind: 'tags', record: { id: '5', name: 'new', ...AT }, more: { id: IDS, name: ['urgent', text(200)], ...dates } },
  {
    kind: 'annotationTags',
    record: { id: 'a5', name: 'new', ...AT },
    more: { id: ['a1', 7], name: ['good'], ...dates },
  },
  {
    kind: 'credentials',
    record: {
      id: '5',
      name: 'C',
      type: 'httpBasicAuth',
      data: { user: 'u' },
      owner: 'mia@example.com',
      projectId: TEAM.id,
      isStandIn: true,
      isManaged: true,
      isGlobal: true,
      isResolvable: true,
      resolvableAllowFallback: true,
      resolverId: 'r',
      ...AT,
    },
    more: { id: IDS, owner: OWNERS, projectId: PROJECTS, data: [{ user: 'v' }], ...dates },
  },
  {
    kind: 'executions',
    record: {
      id: '50',
      workflowId: '1',
      status: 'error',
      finished: true,
      mode: 'manual',
      retryOf: 1,
      retrySuccessId: 2,
      ...AT,
      startedAt: '2026-02-03T00:00:00.000Z',
      stoppedAt: '2026-02-04T00:00:00.000Z',
      waitTill: null,
      deletedAt: '2026-02-05T00:00:00.000Z',
      data: { a: 1 },
      workflowData: { b: 1 },
      customData: { c: 'd' },
      storedAt: 'db',
      tracingContext: { t: 1 },
      deduplicationKey: 'k',
      jsonSizeBytes: 5,
      binaryDataSizeBytes: 6,
      workflowVersionId: 'v',
      usedPrivateCredentials: true,
      annotationTags: ['good'],
    },
    more: {
      id: [...IDS, '01', '999999999999999', '1000000000000000'],
      workflowId: IDS,
      retryOf: ['01'],
      mode: ['retry'],
      status: ['success', 'waiting', 'running', 'new', 'crashed', 'canceled', 'unknown'],
      startedAt: DATES,
      stoppedAt: DATES,
      waitTill: DATES,
      deletedAt: DATES,
      createdAt: DATES,
      annotationTags: [['a1', 'good'], ['no']],
      jsonSizeBytes: IDS,
    },
  },
  {
    kind: 'variables',
    record: { id: 'var5', key: 'B', type: 'string', value: 'v', projectId: TEAM.id },
    more: { id: ['var1'], key: ['A'], projectId: PROJECTS },
  },
  {
    kind: 'workflowVersions',
    record: {
      id: 'v5',
      workflowId: '1',
      nodes: NODES,
      connections: { N: {} },
      authors: 'Al',
      name: 'V',
      description: 'D',
      autosaved: true,
      nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['n'] }],
      ...AT,
    },
    more: { ...version, id: ['v1'], workflowId: IDS, ...dates },
  },
  {
    kind: 'publishEvents',
    record: {
      id: 5,
      workflowId: '1',
      versionId: 'v',
      event: 'activated',
      userId: PEOPLE.owner,
      createdAt: AT.createdAt,
    },
    more: { id: [3, '9'], workflowId: IDS, event: ['deactivated'], userId: OWNERS, createdAt: DATES },
  },
  {
    kind: 'dataTables',
    record: {
      id: 'tableOfDrinks001',
      name: ' Drinks ',
      owner: 'mia@example.com',
      projectId: TEAM.id,
      nextRowId: 9,
      ...AT,
      columns: [{ id: 'columnOfItems002', name: 'item', type: 'string', ...AT }],
      rows: [{ id: 4, item: 'tea', ...AT }],
    },
    more: {
      id: [TABLE, text(16), text(17)],
      name: ['Orders', ' ', text(128), text(129)],
      owner: OWNERS,
      projectId: PROJECTS,
      columns: [
        [{ name: 'item', type: 'number' }],
        [{ name: 'id', type: 'number' }],
        [{ name: 'item' }],
        [{ name: '1a', type: 'string' }],
        [{ name: 'a b', type: 'string' }],
        ...[text(63), text(64)].map(name => [
          { name: 'item', type: 'string' },
          { name, type: 'date' },
        ]),
        [
          { name: 'item', type: 'string' },
          { name: 'item', type: 'string' },
        ],
        [
          { id: text(16), name: 'item', type: 'string' },
          { id: text(16), name: 'b', type: 'string' },
        ],
        ...[50, 51].map(count =>
          Array.from({ length: count }, (_, n) => ({ name: n ? `c${n}` : 'item', type: 'string' })),
        ),
      ],
      rows: [
        ...[0, 1, 1.5, '1', null, 2 ** 53 - 1, 2 ** 53].map(id => [{ id }]),
        [{ id: 1 }, { id: 1 }],
        [{ id: 3 }, { item: 'next' }],
        [{ no: 1 }],
        ...[null, 7, true, ''].map(item => [{ item }]),
        ...['2026-03-01', 'x', 7].flatMap(date => [[{ createdAt: date }], [{ updatedAt: date }]]),
      ],
      nextRowId: [4, 5, 6],
      ...dates,
    },
  },
  {
    kind: 'dataTableRows',
    record: { id: `${TABLE}:7`, tableId: TABLE, rowId: 7, values: { [ITEM]: 'gin' }, ...AT },
    more: {
      id: [`${TABLE}:8`, `${TABLE} 7`],
      tableId: ['no'],
      rowId: [1, 2, 3, 999_999_999_999_999, 1e15],
      values: [{ no: 1 }, { [ITEM]: 1 }, { [ITEM]: null }],
      ...dates,
    },
  },
  {
    kind: 'projects',
    record: {
      id: 'p5',
      name: 'P',
      type: 'team',
      icon: { type: 'icon', value: 'v', color: 'c' },
      description: 'D',
      customTelemetryTags: [{ key: 'k', value: 'v' }],
      creatorId: PEOPLE.member,
      members: [{ user: 'mia@example.com', role: 'project:editor' }],
      ...AT,
    },
    more: {
      id: PROJECTS,
      type: ['team', 'personal'],
      icon: [{ type: 'emoji', value: 'v' }],
      creatorId: OWNERS,
      customTelemetryTags: [[{ key: 'k' }], [{ key: 'k', value: 'v', more: 1 }]],
      members: [
        ...OWNERS.map(user => [{ user, role: 'project:viewer' }]),
        ...[
          'project:admin',
          'project:editor',
          'project:tester',
          'global:auditor',
          'project:personalOwner',
          'no',
          '',
        ].map(role => [{ userId: PEOPLE.member, role }]),
        [{ role: 'project:viewer' }],
        [{ user: 'mia@example.com' }],
        [{ user: PEOPLE.admin, userId: PEOPLE.member, role: 'project:viewer' }],
      ],
      ...dates,
    },
  },
  {
    kind: 'folders',
    record: { id: 'f5', name: 'F', projectId: TEAM.id, parentFolderId: 'inner', ...AT },
    more: { id: ['outer'], projectId: PROJECTS, parentFolderId: ['outer', 'other', 'f5', 'no'], ...dates },
  },
  {
    kind: 'customRoles',
    record: {
      slug: 'project:new',
      displayName: 'New',
      description: 'D',
      roleType: 'project',
      scopes: ['workflow:read'],
      ...AT,
    },
    more: {
      id: ['project:new', 'project:old'],
      slug: ['global:owner', 'project:admin', 'project:tester'],
      roleType: ['global', 'credential', 'workflow'],
      ...dates,
    },
  },
]

const KINDS = [
  ...EACH,
  ...EACH.filter(({ kind }) => kind === 'apiKeys').map(it => ({ ...it, profile: 'n8n-2.41' as const })),
].map(it => ({ ...it, name: it.profile ? `${it.kind} in ${it.profile}` : it.kind }))

const start = (profile: ProfileName = 'contract') =>
  startInstance({ fixture: BEFORE as never, socket: false, clock: '2026-05-01T00:00:00Z', idSeed: 'approved', profile })

/** Each field of each record of an instance: kind, id and name, with its value. */
async function fieldsOf(instance: TestInstance): Promise<Map<string, string>> {
  const [state, keys] = await Promise.all(['state', 'keys'].map(part => instance.request('GET', `/_control/${part}`)))
  const fields = new Map<string, string>()
  for (const [kind, part] of Object.entries({ ...Object(state?.body), ...Object(keys?.body) })) {
    if (!Array.isArray(part)) fields.set(kind, JSON.stringify(part))
    for (const record of Array.isArray(part) ? part : []) {
      for (const [name, value] of Object.entries(record)) {
        const isOwnersUse = kind === 'keys' && name === 'lastUsedAt' && record.label === 'owner'
        if (!isOwnersUse) fields.set(`${kind}/${record.id}/${name}`, JSON.stringify(value))
      }
    }
  }
  return fields
}

/** How one state differs from another, on a line; the record is named once, or not at all if it is the reader's own. */
function differenceOf(before: Map<string, string>, after: Map<string, string>, own = ''): string {
  const changed = [...after].filter(([place, value]) => before.get(place) !== value)
  const gone = [...before.keys()].filter(place => !after.has(place))
  let last = own
  const named = (place: string) => {
    const at = place.lastIndexOf('/')
    const record = place.slice(0, Math.max(at, 0))
    const isSame = record === last
    last = record
    return isSame ? place.slice(at + 1) : place
  }
  const texts = [...changed.map(([place, value]) => `${named(place)}=${value}`), ...gone.map(it => `-${named(it)}`)]
  return texts.join(' ')
}

async function seeded(instance: TestInstance, fixture: unknown) {
  const { status, body } = await instance.request('POST', '/_control/seed', fixture)
  if (status >= 400) return { refusal: `${status} ${String(Object(body).message).replaceAll('request/body', '')}` }
  const state = await fieldsOf(instance)
  await instance.reset()
  return { state, counts: JSON.stringify(body) }
}

test.each(KINDS)('each field of $name is taken or refused as approved (bun run generate writes them)', async given => {
  const { kind, record, more = {}, profile } = given
  await using instance = await start(profile)
  const before = await fieldsOf(instance)
  const whole = await seeded(instance, { [kind]: [record] })
  const own = `${kind === 'apiKeys' ? 'keys' : kind}/${record.id ?? record.slug}`
  const first = whole.refusal ?? `${whole.counts} ${shortened(differenceOf(before, whole.state ?? before, own))}`
  const fields: FieldOutcomes[] = []
  for (const field of [...new Set([...Object.keys(record), ...Object.keys(more)]), 'unknown']) {
    const outcomes: [string, string][] = []
    for (const value of [...samplesOf(field), ...(more[field] ?? [])]) {
      const { [field]: _, ...rest } = record
      const { refusal, state, counts } = await seeded(instance, {
        [kind]: [value === undefined ? rest : { ...rest, [field]: value }],
      })
      const same = counts === whole.counts ? '' : `${counts} `
      const outcome = refusal ?? shortened(`${same}${differenceOf(whole.state ?? before, state ?? before, own)}`)
      outcomes.push([shown(value), outcome.replace(`/${kind}/0`, '') || 'the same'])
    }
    fields.push({ field, outcomes })
  }
  expect(`${first}\n${linesOf(fields)}`).toMatchSnapshot()
})

const users = (...records: Fields[]) => ({ users: records })
const flow = (...records: Fields[]) => ({ workflows: records.map(it => ({ name: 'W', ...it })) })
const folders = (...records: Fields[]) => ({ folders: records.map(it => ({ name: 'F', projectId: TEAM.id, ...it })) })
const apiKeys = (...records: Fields[]) => ({ apiKeys: records.map(it => ({ label: 'CI', ...it })) })
const exported = { nodes: NODES, connections: { N: {} } }
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const bare = (kind: string, record: Fields) => ({ [kind]: [record] })
const ORDERS = { id: TABLE, name: 'Orders' }

/** Records that refer to one another, or take the place of others, and what a fixture has beside its records. */
const WHOLE: [what: string, fixtures: unknown[]][] = [
  [
    'as little as a record may have',
    [
      users({ email: 'a@b.cd' }),
      flow({}),
      apiKeys({ user: PEOPLE.member, key: 'k' }),
      folders({}),
      bare('tags', { name: 'T' }),
      bare('annotationTags', { name: 'T' }),
      bare('credentials', { name: 'C', type: 't' }),
      bare('variables', { key: 'K', value: 'v' }),
      bare('workflowVersions', { id: 'q', workflowId: '1' }),
      bare('publishEvents', { workflowId: '1', versionId: 'q', event: 'activated' }),
      bare('dataTables', { name: 'T', columns: [] }),
      bare('projects', { name: 'P' }),
      bare('customRoles', { slug: 's', displayName: 'S' }),
      ...['success', 'error', 'crashed', 'waiting', 'running', 'canceled', 'new', 'unknown'].map(status =>
        bare('executions', { workflowId: '1', status }),
      ),
      bare('executions', { workflowId: '9', status: 'waiting', waitTill: null, stoppedAt: null }),
      bare('executions', { workflowId: '9', status: 'running', stoppedAt: '2026-04-01T00:00:00.000Z', finished: true }),
    ],
  ],
  [
    'a record in the place of another',
    [
      bare('users', { id: PEOPLE.member, email: 'mia@example.com' }),
      bare('users', { id: PEOPLE.member, email: 'mia@example.com', apiKey: 'member-key' }),
      bare('users', { id: PEOPLE.member, email: 'mia@example.com', apiKey: 'another-key' }),
      bare('users', { id: PEOPLE.owner, email: 'new@example.com', role: 'global:owner' }),
      bare('users', { id: PEOPLE.owner, email: 'new@example.com' }),
      bare('tags', { id: 1, name: 'urgent' }),
      bare('tags', { id: '1', name: 'billing' }),
      bare('annotationTags', { id: 'a1', name: 'better' }),
      bare('credentials', { id: '1', name: 'Other', type: 't' }),
      bare('credentials', { id: '1', name: 'Other', type: 't', data: {} }),
      bare('workflows', { id: '9', name: 'Other' }),
      bare('workflows', { id: '9', name: 'Other', versions: [], publishHistory: [] }),
      bare('workflows', { id: '9', name: 'Other', active: true, activeVersionId: 'v1' }),
      bare('workflows', { id: '9', name: 'Other', activeVersionId: null }),
      bare('workflows', { id: '9', name: 'Other', active: true, versionId: 'v2', activeVersionId: 'v2' }),
      bare('executions', { id: 1, workflowId: '1', status: 'error' }),
      bare('variables', { id: 'var1', key: 'A', value: '2' }),
      bare('projects', { id: TEAM.id, name: 'Other' }),
      bare('folders', { id: 'outer', name: 'Other', projectId: 'emptyproject0001' }),
      bare('customRoles', { slug: 'global:auditor', displayName: 'A', roleType: 'global' }),
      bare('dataTables', { ...ORDERS, columns: [{ name: 'item', type: 'string' }] }),
      bare('dataTables', { ...ORDERS, columns: [{ name: 'item', type: 'number' }] }),
      bare('dataTables', { ...ORDERS, columns: [{ name: 'other', type: 'string' }], rows: [] }),
      bare('dataTables', { ...ORDERS, columns: [], nextRowId: 1 }),
      bare('dataTableRows', { tableId: TABLE, rowId: 2, values: {} }),
      bare('workflowVersions', { id: 'v1', workflowId: '9' }),
      bare('publishEvents', { id: 3, workflowId: '9', versionId: 'v2', event: 'deactivated' }),
      bare('publishEvents', { id: 3, workflowId: '1', versionId: 'v2', event: 'deactivated' }),
    ],
  ],
  [
    'the same record twice',
    [
      users({ id: PEOPLE.member, email: 'mia@example.com' }, { id: PEOPLE.member, email: 'mia@example.com' }),
      users({ email: 'a@example.com' }, { email: 'A@example.com' }),
      ...KINDS.filter(({ profile }) => profile === undefined).map(({ kind, record }) => ({ [kind]: [record, record] })),
      { tags: [{ name: 'new' }, { name: 'new' }] },
      { dataTableRows: many(2, () => ({ tableId: TABLE, rowId: 7, values: {} })) },
      { apiKeys: many(2, () => ({ user: PEOPLE.member, label: 'CI', hash: 'a'.repeat(64) })) },
      { apiKeys: many(2, () => ({ user: PEOPLE.member, label: 'CI', key: 'same' })) },
      { customRoles: many(2, () => ({ id: 'r', displayName: 'R' })) },
      { dataTables: many(2, () => ({ name: 'Same', columns: [] })) },
      apiKeys({ user: PEOPLE.member, key: 'one' }, { user: PEOPLE.member, key: 'two' }),
      apiKeys({ id: 'a', user: PEOPLE.member, key: 'one' }, { id: 'a', user: PEOPLE.member, label: 'B', key: 'two' }),
    ],
  ],
  [
    'people, keys and their owners',
    [
      users({ email: 'a@b.cd', role: 'global:owner' }, { email: 'b@b.cd', role: 'global:owner' }, { email: 7 }),
      users({ email: 'a@b.cd', role: 'global:owner' }),
      users({ email: 'OLGA@example.com', id: PEOPLE.owner, role: 'global:owner' }),
      users({ email: 'a@b.cd', apiKey: 'a' }, { email: 'b@b.cd', apiKey: 'a' }),
      users({ email: 'a@b.cd', projectId: 'p' }, { email: 'b@b.cd', projectId: 'p' }),
      { projects: [{ id: 'p', name: 'P' }], users: [{ email: 'a@b.cd', projectId: 'p' }] },
      { ...users({ email: 'a@b.cd', projectId: 'p' }), ...flow({ projectId: 'p' }) },
      { ...users({ email: 'a@b.cd', projectId: 'p' }), ...flow({ projectId: 'p', owner: 'a@b.cd' }) },
      { ...users({ email: 'a@b.cd', projectId: 'p' }), ...flow({ projectId: 'p', owner: 'mia@example.com' }) },
      { projects: [{ id: 'p', name: 'P', creatorId: PEOPLE.member }], ...flow({ projectId: 'p' }) },
      { projects: [{ id: 'p', name: 'P' }], ...flow({ projectId: 'p' }, { projectId: 'p', owner: 'mia@example.com' }) },
      { projects: [{ id: 'p', name: 'P' }], ...flow({ shared: [{ role: 'workflow:owner', projectId: 'p' }] }) },
      { projects: [{ id: 'p', name: 'P' }], ...flow({ shared: [{ role: 'workflow:editor', projectId: 'p' }] }) },
      {
        projects: [{ id: 'p', name: 'P' }],
        ...flow({ owner: PEOPLE.member, shared: [{ role: 'workflow:owner', projectId: 'p' }] }),
      },
      flow({ shared: [{ role: 'workflow:owner', projectId: 'no' }] }, { shared: [{ role: 'workflow:owner' }, null] }),
      apiKeys({}),
      apiKeys({ user: PEOPLE.member }),
      apiKeys({ userId: 'gone', key: 'x' }),
      apiKeys({ user: 'gone', key: 'x' }),
      apiKeys({ user: PEOPLE.member, key: 'x', hash: 'a'.repeat(64) }),
      apiKeys({ user: PEOPLE.member, hash: 'a'.repeat(64) }),
      apiKeys({ user: PEOPLE.member, key: 'x', scopes: [] }),
      apiKeys({ user: PEOPLE.member, key: 'member-key', label: 'fixture' }),
      apiKeys({ user: PEOPLE.member, key: 'new-key', label: 'fixture' }),
      apiKeys({ user: PEOPLE.member, key: 'member-key', label: 'other' }),
      apiKeys({ user: PEOPLE.admin, key: 'member-key' }),
      { customRoles: [{ displayName: 'R' }] },
      { customRoles: [{ id: 'r', displayName: 'R', roleType: 'project' }] },
      {
        customRoles: many(25, n => ({ slug: `r${n}`, displayName: 'R', roleType: 'global' })),
        ...users({ email: 'a@b.cd', role: 'no' }, { email: 'b@b.cd', role: 'r24' }),
      },
      { projects: [{ name: 'P', members: [{ user: PEOPLE.member, role: 'no' }, { role: 'x' }] }] },
    ],
  ],
  [
    'folders, tags, versions and executions that name others',
    [
      folders({ id: 'a', parentFolderId: 'b' }, { id: 'b', parentFolderId: 'a' }),
      folders({ id: 'a', parentFolderId: 'b' }, { id: 'b', parentFolderId: 'c' }, { id: 'c' }),
      folders({ id: 'a', parentFolderId: 'b' }, { id: 'b', parentFolderId: 'no' }, { id: 'c', parentFolderId: 'a' }),
      folders({ id: 'a', parentFolderId: 'a' }, { id: 'outer', parentFolderId: 'inner' }),
      flow({ projectId: TEAM.id, parentFolderId: 'inner' }, { parentFolderId: 'inner' }),
      { tags: [{ name: 'new' }], ...flow({ tags: ['new', { name: 'new' }] }) },
      { tags: [{ id: 'x', name: '1' }], ...flow({ tags: ['1', 'x'] }) },
      { annotationTags: [{ name: 'n' }], executions: [{ workflowId: '1', status: 'new', annotationTags: ['n', 'n'] }] },
      { ...flow({ id: 'w' }), executions: many(3, () => ({ workflowId: 'w', status: 'waiting' })) },
      {
        executions: [
          { id: 100, workflowId: 1, status: 'success' },
          { workflowId: 1, status: 'success' },
        ],
      },
      flow({ nodes: [{ name: 'a' }, { id: 'b' }, { id: '' }] }),
      flow({ versions: [{ versionId: 'x' }, { versionId: 'y', nodes: NODES, connections: { q: {} } }] }),
      flow({ versionId: 'y', versions: [{ versionId: 'x' }, { versionId: 'y', nodes: NODES, nodeGroups: [] }] }),
      flow({ versionId: 'z', versions: [{ versionId: 'x' }], nodes: NODES }),
      flow({ activeVersionId: 'x', versions: [{ versionId: 'x' }] }),
      flow({ active: false, activeVersionId: 'x', versions: [{ versionId: 'x' }] }),
      flow({ active: true, activeVersionId: 'x', versions: [{ versionId: 'y' }, { versionId: 'x' }] }),
      flow({ active: true, activeVersion: { versionId: 'x', nodes: NODES, name: 'n', authors: 'a', autosaved: true } }),
      flow({ active: true, activeVersion: { versionId: 'x' } }, { activeVersion: { versionId: 'y', nodes: [] } }),
      flow({ active: true, activeVersion: { versionId: 'v1', nodes: [] } }),
      { workflowVersions: [{ id: 'q', workflowId: 'w' }], ...flow({ id: 'w', active: true, activeVersionId: 'q' }) },
      {
        workflowVersions: [
          { id: 'q', workflowId: 'none' },
          { id: 'r', workflowId: 9 },
        ],
      },
      { publishEvents: [{ workflowId: 9, versionId: 'v1', event: 'activated' }] },
      { publishEvents: [{ workflowId: 'none', versionId: 'v1', event: 'activated' }] },
      flow({ id: 9, publishHistory: [{ versionId: 'v1', event: 'activated' }] }),
      flow({ versionId: 'q', publishHistory: [{ id: 3, versionId: 'q', event: 'activated' }] }),
      {
        variables: [
          { key: 'K', value: 'v' },
          { key: 'K', value: 'v', projectId: 'no' },
        ],
      },
      { dataTables: [{ name: 'T', columns: [{ name: 'd', type: 'date' }], rows: [{ d: '2026-03-01' }, { d: null }] }] },
      { dataTables: [{ name: 'T', columns: [{ name: 'd', type: 'date' }], rows: [{ d: 'x' }] }] },
      { dataTables: [{ name: 'T', columns: [{ name: 'b', type: 'boolean' }], rows: [{ b: true }, { b: false }] }] },
      { dataTables: [{ name: 'T', columns: [], rows: [{ id: 5 }, {}, { id: 2 }] }] },
      { dataTables: [{ name: 'Orders', columns: [], projectId: TEAM.id }] },
      {
        dataTableRows: [
          { tableId: TABLE, rowId: 3, values: {} },
          { tableId: TABLE, rowId: 9, values: {} },
        ],
      },
    ],
  ],
  [
    'what a fixture has beside its records',
    [
      ...[0, 1, 7, 100, '1', null].map(format => ({ format })),
      ...[{}, { workflows: 50 }, { executions: -1 }, { tags: null }, { users: 1 }, null].map(counters => ({
        counters,
      })),
      { counters: { workflows: 50, tags: 51, credentials: 52, executions: 53, publishEvents: 54 } },
      ...[null, {}, { branch: 'main' }, [], 7].map(sourceControl => ({ sourceControl })),
      ...[[], [{ packageName: 'p', installedNodes: [{ name: 'n', type: 't' }] }], [{ packageName: 'p' }], null].map(
        communityPackages => ({ communityPackages }),
      ),
      ...[null, 'all', [], ['feat:variables'], ['no'], 'no', 7].map(licence => ({ licence })),
      ...[null, {}, { enabled: true, exporterHeaders: 'a=b' }, 7].map(otelSettings => ({ otelSettings })),
      ...[null, 'n8n-1.41', 7].map(profile => ({ profile })),
      ...[null, 'x', 7].map(sealCheck => ({ sealCheck })),
      ...[
        null,
        {},
        { t: { additionalProperties: false, type: 'object', properties: {}, required: [] } },
        { t: {} },
      ].map(credentialTypes => ({ credentialTypes })),
      ...SAMPLES.slice(1),
      [[]],
      [null],
      [{}, {}],
      { tags: {} },
      { tags: [null, 7, []] },
      { unknown: 1, tag: [] },
      [{ tags: [{ id: 1, name: 'a' }] }, { tags: [{ id: 1, name: 'b' }, { name: 'c' }], users: [] }],
      [{ tags: [{ name: 'a' }] }, { tags: [{ name: 7 }] }],
      [{ tags: [{ name: 'x' }] }, { tags: [{ name: 'x' }] }],
    ],
  ],
  [
    'an exported workflow',
    [
      exported,
      { ...exported, name: 'E', tags: [{ id: 'a', name: 'urgent' }, 'no'] },
      {
        ...exported,
        name: 'E',
        tags: [
          { id: 'a', name: 'fresh' },
          { id: 'b', name: 'fresh' },
        ],
      },
      { ...exported, name: 'E', tags: ['urgent'] },
      { ...exported, name: 'E', tags: null, id: 'e', active: true, pinData: { a: [] }, meta: { m: 1 } },
      [exported, { ...exported, name: 'F' }],
      [exported, { tags: [] }],
      [exported, null],
      { workflow: exported },
      { workflow: { ...exported, id: 'x', settings: { a: 1 }, meta: { m: 1 }, pinData: { p: [] } }, name: 'outer' },
      { workflow: { name: 'inner', workflow: exported }, name: 'outer' },
      { workflow: { name: 'inner', workflow: { ...exported, name: 'graph' } }, name: 'outer' },
      { workflow: { name: 'inner', nodes: [] } },
      { workflow: { name: 'inner', connections: {} } },
      { workflow: null },
      { nodes: [] },
      { connections: {} },
      { nodes: 7, connections: {} },
      { ...exported, nme: 'x', nodez: [], tagz: [] },
      { ...exported, createdBy: 'x', updatedBy: 'x', notes: 'x', parentFolder: {} },
      { ...exported, ...Object.fromEntries(many(100, n => [`zz${n}`, 1])), activ: true },
      { ...exported, ...Object.fromEntries(many(99, n => [`zz${n}`, 1])), activ: true },
    ],
  ],
  [
    'more errors than anyone reads',
    [
      ...[19, 20, 21].map(count => ({ tags: many(count, () => ({})) })),
      ...[1000, 1001, 1500].map(count => ({ tags: many(count, () => ({})) })),
      ...[20, 21, 1000, 1001, 1500].map(count => ({ tags: many(count, () => ({ name: 'urgent' })) })),
      { tags: [{ name: 'urgent' }], executions: [{ workflowId: 'no', status: 'new' }] },
    ],
  ],
]

test.each(WHOLE)('%s is taken or refused as approved (bun run generate writes them)', async (_what, fixtures) => {
  await using instance = await start()
  const before = await fieldsOf(instance)
  const lines: string[] = []
  for (const fixture of fixtures) {
    const { refusal, counts, state = before } = await seeded(instance, fixture)
    const outcome = refusal === undefined ? `${counts} ${differenceOf(before, state)}` : refusal
    lines.push(`${shortened(JSON.stringify(fixture), 120)}\n  → ${shortened(outcome, 180)}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

test.each([
  ['without a user', {}],
  ['with others, but no owner', { users: [{ email: 'owner@example.com' }], workflows: [{ name: 'W' }] }],
  [
    'with a project that has no creator',
    { projects: [{ id: 'p', name: 'P' }], workflows: [{ name: 'W', projectId: 'p' }] },
  ],
  ['with an owner who has a key', { users: [{ email: 'o@example.com', role: 'global:owner', apiKey: 'k' }] }],
])('an instance that starts %s holds what is approved (bun run generate writes it)', async (_what, fixture) => {
  const options = { socket: false, clock: '2026-05-01T00:00:00Z', idSeed: 'approved' } as const
  await using instance = await startInstance({ ...options, fixture: fixture as never })
  expect(Array.from(await fieldsOf(instance), ([place, value]) => `${place} ${value}`).join('\n')).toMatchSnapshot()
})
