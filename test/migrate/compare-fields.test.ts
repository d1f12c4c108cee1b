import { describe, expect, test } from 'bun:test'
import type { Field } from '../../src/core/model/field.ts'
import { RECORD_FIELDS } from '../../src/core/model/record-fields.ts'
import { loadVersion, VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { compareInstances, type Fixture } from '../../src/index.ts'
import { servedFields, shownNames } from '../../src/migrate/compare/served-fields.ts'
import { HISTORIES, KINDS, type Kind } from '../../src/migrate/compare/side.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { NEWEST } from '../lineage.ts'

type Record = { [field: string]: unknown }

const fieldsOf = (kind: Kind) => Object.entries<Field>(RECORD_FIELDS[kind])

const CASES = KINDS.flatMap(kind =>
  fieldsOf(kind)
    .filter(([field]) => field !== 'id')
    .map(([field, { compared, absent, examples }]) => ({ kind, field, compared, absent, examples })),
)

/** A record that has every field. */
const whole = (kind: Kind): Record => ({
  ...Object.fromEntries(fieldsOf(kind).map(([field, { examples }]) => [field, examples[0]])),
  // an execution that is over is read, and one without an end is not
  ...(kind === 'executions' ? { status: 'success' } : {}),
})

/** What two records of a kind with one id differ in, and in which fields they were not compared. */
async function compared(kind: Kind, left: Record, right: Record) {
  const fixture = (record: Record) => ({ [kind]: [record] }) as Fixture
  const { isSame, kinds } = await compareInstances(fixture(left), fixture(right), { executions: 1 })
  const { different = [], notCompared = [], onlyLeft = [] } = kinds[kind] ?? {}
  return { isSame, different: different.length + onlyLeft.length, notCompared }
}

describe('two records that differ in one field', () => {
  test.each(CASES)(
    'of $kind, $field: differ, or the answer names it',
    async ({ kind, field, compared: how, examples }) => {
      const record = whole(kind)
      const { isSame, different, notCompared } = await compared(kind, record, { ...record, [field]: examples[1] })
      const named = notCompared.find(one => one.field === field)
      if (typeof how === 'object' && 'not' in how)
        expect([isSame, named]).toEqual([true, { field, because: how.not, differs: 1 }])
      else expect([isSame, different, named]).toEqual([false, 1, undefined])
    },
  )

  test.each(CASES.filter(({ absent }) => absent !== 'required'))(
    'of $kind, where one leaves $field out: differ, or the answer names it',
    async ({ kind, field, absent, examples }) => {
      const isDefault = (value: unknown) =>
        typeof absent === 'object' &&
        [Object(absent).stored, Object(absent).means].some(one => JSON.stringify(one) === JSON.stringify(value))
      const value = examples.find(one => !isDefault(one))
      const { [field]: _left, ...record } = whole(kind)
      const found = await compared(kind, record, { ...record, [field]: value })
      const named = found.notCompared.find(one => one.field === field)
      expect([found.isSame, named?.differs]).toEqual(named ? [true, 1] : [false, undefined])
    },
  )
})

/** What answers show that is made of other records, or says what may be done. */
const DERIVED: { [kind: string]: readonly string[] } = {
  customRoles: ['systemRole', 'licensed', 'usedByUsers', 'usedByProjects'],
  folders: [
    'count',
    'tags',
    'workflowCount',
    'subFolderCount',
    'path',
    'totalSubFolders',
    'totalWorkflows',
    'parentFolder',
  ],
  projects: ['type'],
  annotationTags: [],
}

const versions = await Promise.all(VERSION_NAMES.map(loadVersion))

test.each(versions.flatMap(version => KINDS.map(kind => ({ version, profile: version.name, kind }))))(
  'each field of $kind that $profile shows is compared, or known as not compared',
  ({ version, kind }) => {
    const known = fieldsOf(kind).flatMap(([name, { shownAs = [] }]) => [name, ...shownAs])
    const shown = shownNames(version.operations, kind)
    expect(
      shown.filter(name => ![...known, ...(DERIVED[kind] ?? []), ...version.writes.workflowFields].includes(name)),
    ).toEqual([])
    expect(servedFields(version, kind).size).toBeGreaterThanOrEqual(shown.length > 0 ? 1 : 0)
  },
)

const withoutControl = async (url: string, init: RequestInit) =>
  url.includes('/_control/') ? new Response('{}', { status: 404 }) : fetch(url, init)

const ID = 'AAAAAAAAAAAAAAAA'
const OWNER_ID = '11111111-1111-4111-8111-111111111111'
const graph = { nodes: [], connections: {} }
const published = { ...graph, nodes: [{ id: 'n', name: 'N', type: 'n8n-nodes-base.noOp', position: [0, 0] }] }
/** One record of each kind, two executions, and histories. */
const everything = {
  licence: 'all',
  users: [{ id: OWNER_ID, email: 'olga@example.com', role: 'global:owner' }],
  tags: [{ id: 'tagtagtagtagtag1', name: 'a' }],
  credentials: [{ id: 'credential000001', name: 'C', type: 'httpBasicAuth', data: { user: 'u' } }],
  projects: [{ id: 'teamteamteamtea1', name: 'Team' }],
  folders: [{ id: 'folderfolderfol1', name: 'F', projectId: 'teamteamteamtea1' }],
  customRoles: [{ slug: 'project:own', displayName: 'Own', roleType: 'project', scopes: ['workflow:read'] }],
  variables: [
    { id: 'variablevariabl1', key: 'K', value: '1' },
    { id: 'variablevariabl2', key: 'K', value: '2', projectId: 'teamteamteamtea1' },
  ],
  dataTables: [{ id: 'datatable0000001', name: 'T', columns: [{ name: 'c', type: 'string' }], rows: [{ c: 'x' }] }],
  annotationTags: [{ id: 'annotationannot1', name: 'seen' }],
  workflows: [{ id: ID, name: 'W', tags: ['a'], active: true, versionId: 'v2', activeVersionId: 'v1', ...graph }],
  workflowVersions: [{ id: 'v1', workflowId: ID, ...published }],
  publishEvents: [{ workflowId: ID, versionId: 'v1', event: 'activated' }],
  executions: [
    { id: '1', workflowId: ID, status: 'error', mode: 'webhook', retrySuccessId: '2', data: { a: 1 } },
    { id: '2', workflowId: ID, status: 'success', mode: 'retry', retryOf: '1', data: { a: 2 } },
  ],
} as unknown as Fixture

/** What it holds, with the published version in its workflow, so that no history is left. */
function stateOf(service: TestInstance): Fixture {
  const { workflowVersions, publishEvents, workflows = [], ...rest } = service.state() as Fixture
  const versions = [{ versionId: 'v1', ...published }]
  return { ...rest, workflows: workflows.map(workflow => ({ ...workflow, versions })) } as Fixture
}

const HIDDEN = ['folders', 'customRoles', 'annotationTags'] as const
const because = (reason: string) => (kind: string) => ({ kind, because: reason })

test.each<{ name: string; control: number; body?: object; hidden: readonly Kind[] }>([
  { name: 'a running instance', control: 200, hidden: [] },
  { name: 'a service without a control API', control: 404, body: {}, hidden: HIDDEN },
  { name: 'a service that answers anything', control: 200, body: {}, hidden: HIDDEN },
  { name: 'a service that does not let the key in', control: 401, body: { format: 1 }, hidden: HIDDEN },
])('of $name each kind is read that it shows', async ({ control, body, hidden }) => {
  await using service = await startInstance({ profile: NEWEST, fixture: everything })
  const side = {
    url: service.url,
    apiKey: service.apiKey,
    fetch: async (url: string, init: RequestInit) =>
      body && url.includes('/_control/') ? Response.json(body, { status: control }) : fetch(url, init),
  }
  const shown = KINDS.filter(kind => !hidden.includes(kind))
  const counts = Object.fromEntries(shown.map(kind => [kind, everything[kind]?.length ?? 0]))
  const progress: object[] = []
  const options = { executions: 2, onProgress: (one: object) => progress.push(one) }
  const same = await compareInstances(stateOf(service), side, options)
  expect(same.isSame).toBe(true)
  expect(Object.fromEntries(Object.entries(same.kinds).map(([kind, { same }]) => [kind, same]))).toEqual(counts)
  expect(progress).toContainEqual({ part: 'executions', done: 2, total: 2 })
  expect(same.notCompared).toEqual(
    body
      ? hidden.map(because('they are not read through the public API'))
      : HISTORIES.map(because('each service has its own history')),
  )
  const nothing = Object.fromEntries(KINDS.map(kind => [kind, []])) as Fixture
  const { kinds } = await compareInstances(nothing, side, options)
  expect(Object.fromEntries(Object.entries(kinds).map(([kind, { onlyRight }]) => [kind, onlyRight.length]))).toEqual(
    counts,
  )
})

test('of a running instance that fails nothing is read', async () => {
  await using service = await startInstance({ profile: NEWEST, fixture: everything })
  const failing = async (url: string, init: RequestInit) =>
    url.includes('/_control/') ? new Response('{}', { status: 503 }) : fetch(url, init)
  const side = { url: service.url, apiKey: service.apiKey, fetch: failing, retries: { tries: 1 } }
  await expect(compareInstances(everything, side)).rejects.toThrow('503')
})

test('kinds that a key may not list are not compared, and why is said', async () => {
  await using service = await startInstance({ profile: NEWEST, fixture: everything })
  const refusing = async (url: string, init: RequestInit) =>
    /_control|variables|data-tables/.test(url) ? Response.json({ message: 'no' }, { status: 403 }) : fetch(url, init)
  const side = { url: service.url, apiKey: service.apiKey, fetch: refusing }
  const { notCompared } = await compareInstances(everything, side, { only: ['dataTables', 'variables'] })
  const scope = because('the key may not read them; give it the scope, or use the key of an owner')
  expect(notCompared.slice(0, 2)).toEqual(['variables', 'dataTables'].map(scope))
})

test('the newest executions of running instances are compared, as many as are asked for', async () => {
  await using service = await startInstance({ profile: NEWEST, fixture: everything })
  const side = { url: service.url, apiKey: service.apiKey }
  for (const [options, same, notCompared] of [
    [{}, undefined, [{ kind: 'executions', because: 'none were asked for' }]],
    [{ executions: 1 }, 1, []],
    [{ executions: 9 }, 2, []],
  ] as const) {
    const found = await compareInstances(side, side, { only: ['executions'], ...options })
    expect([found.kinds.executions?.same, found.notCompared.filter(({ kind }) => kind === 'executions')]).toEqual([
      same,
      [...notCompared],
    ])
  }
})

test('what the version of a fixture does not show is named', async () => {
  const [workflow] = everything.workflows ?? []
  const older = { profile: 'n8n-1.41', workflows: [workflow] } as Fixture
  const { isSame, kinds } = await compareInstances(older, { workflows: [{ ...workflow, description: 'x' }] } as Fixture)
  const named = { field: 'description', because: 'one side does not show it', differs: 1 }
  expect([isSame, kinds.workflows?.notCompared]).toEqual([true, expect.arrayContaining([named])])
})

test.each(['n8n-1.41' as const, NEWEST].flatMap(profile => [fetch, withoutControl].map(fetch => ({ profile, fetch }))))(
  'retries are the same where $profile shows their ids as numbers or as texts: $fetch.name',
  async ({ profile, fetch }) => {
    const { users, executions } = everything
    const fixture = { users, workflows: [{ id: ID, name: 'W', ...graph }], executions } as Fixture
    await using service = await startInstance({ profile, fixture })
    const side = { url: service.url, apiKey: service.apiKey, fetch: fetch as typeof globalThis.fetch }
    const options = { executions: 2, only: ['executions'] as const }
    const { kinds } = await compareInstances(service.state() as Fixture, side, options)
    expect(kinds.executions).toMatchObject({ same: 2, different: [] })
  },
)

describe('through the public API alone', () => {
  const current = versions.at(-1)?.name as (typeof VERSION_NAMES)[number]
  const chat = { email: 'chat@example.com', role: 'global:chatUser' }
  const owner = { email: 'olga@example.com', role: 'global:owner' }

  test('roles and modes that a document does not know are compared as they are', async () => {
    const fixture = { users: [owner, chat] } as Fixture
    await using service = await startInstance({ profile: current, fixture })
    const side = { url: service.url, apiKey: service.apiKey, fetch: withoutControl }
    const member = { users: [owner, { ...chat, role: 'global:member' }] } as Fixture
    const { kinds, notCompared } = await compareInstances(member, side, { only: ['users', 'folders', 'executions'] })
    const differences = [{ what: 'role', left: 'global:member', right: 'global:chatUser' }]
    expect(kinds.users).toMatchObject({ different: [{ differences }], same: 1 })
    expect(notCompared).toEqual([
      { kind: 'folders', because: 'they are not read through the public API' },
      { kind: 'executions', because: 'none were asked for' },
    ])
  })

  test('what the version of one side does not show is named, with the number of records that have it', async () => {
    const workflow = { id: 'AAAAAAAAAAAAAAAA', name: 'W', nodes: [], connections: {}, description: 'x' }
    await using service = await startInstance({
      profile: VERSION_NAMES[1] as (typeof VERSION_NAMES)[number],
      fixture: { users: [owner], workflows: [workflow] } as Fixture,
    })
    const side = { url: service.url, apiKey: service.apiKey, fetch: withoutControl }
    const { kinds, isSame } = await compareInstances({ workflows: [workflow] } as Fixture, side, {
      only: ['workflows'],
    })
    expect(isSame).toBe(true)
    expect(kinds.workflows?.notCompared).toContainEqual({
      field: 'description',
      because: 'one side does not show it',
      differs: 1,
    })
  })
})
