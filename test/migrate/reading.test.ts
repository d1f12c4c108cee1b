import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cloneService, compareInstances, type Fixture } from '../../src/index.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { OWNER, sampleFixture } from './sample.ts'

const sizes = { workflows: 3, tags: 2, credentials: 2, executions: 4 }
const CURRENT = 'n8n-2.41'
const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
const list = (data: unknown, nextCursor: unknown = null) => ({ data, nextCursor })

describe('what no service of n8n answers ends a clone with its reason', () => {
  test.each<[what: string, path: string, answer: (url: URL) => unknown, message: string | undefined]>([
    ['other JSON', '/tags', () => ({ hello: 1 }), 'GET /tags: the answer is not a list'],
    ['a list alone', '/tags', () => [], 'GET /tags: the answer is not a list'],
    ['pages in a circle', '/tags', () => list([], 'again'), 'GET /tags: its pages have no end'],
    [
      'a cursor that leads back',
      '/users',
      ({ searchParams }) => list([], searchParams.get('cursor') === 'a' ? 'b' : 'a'),
      'GET /users: its pages have no end',
    ],
    [
      'pages without end',
      '/tags',
      ({ searchParams }) => list([], `${Number(searchParams.get('cursor')) + 1}`),
      'GET /tags: its pages have no end',
    ],
    ['a cursor that is too long', '/tags', () => list([], 'a'.repeat(4097)), 'GET /tags: its pages have no end'],
    ['a cursor that is empty', '/tags', () => list([], ''), undefined],
    ['a cursor that is a number', '/tags', () => list([], 5), undefined],
    [
      'a page that is too long',
      '/tags',
      () => list(Array.from({ length: 251 }, (_, id) => ({ id: `${id}`, name: `tag ${id}` }))),
      'GET /tags: a page has 251 records, which are more records than were asked for (250)',
    ],
    [
      'a page that is full',
      '/tags',
      () => list(Array.from({ length: 250 }, (_, id) => ({ id: `${id}`, name: `tag ${id}` }))),
      undefined,
    ],
    [
      'a record with too many fields',
      '/tags',
      () => list([wide(5001)]),
      'GET /tags: a record has more than 5000 fields',
    ],
    ['another execution', '/executions/2', () => ({ id: '3' }), 'GET /executions/2: something else came in its place'],
    ['no execution', '/executions/2', () => [], 'GET /executions/2: something else came in its place'],
    [
      'an execution with too many fields',
      '/executions/2',
      () => ({ id: 2, ...wide(5000) }),
      'GET /executions: a record has more than 5000 fields',
    ],
    ['an execution with many fields', '/executions/2', () => ({ id: 2, ...wide(4999) }), undefined],
  ])('%s', async (_what, path, answer, message) => {
    await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
    const answering = async (url: string, init: RequestInit) =>
      new URL(url).pathname.endsWith(path) ? Response.json(answer(new URL(url))) : fetch(url, init)
    const options = { url: service.url, apiKey: service.apiKey, fetch: answering, executions: 4 }
    const outcome = await cloneService(options).catch(error => error)
    expect(outcome.message).toBe(message)
  })

  test('tags that no workflow has are named', async () => {
    await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
    const options = { url: service.url, apiKey: service.apiKey, tags: ['tag 1', 'b "c"'] }
    const error = await cloneService(options).catch(error => error)
    expect(error.message).toBe(`${service.url} has no such workflow with the tag "tag 1" and "b \\"c\\""`)
  })

  test('a key that may not list workflows is told what it lacks', async () => {
    const refusing = async (url: string, init: RequestInit) =>
      url.includes('/workflows') ? Response.json({ message: 'Forbidden' }, { status: 403 }) : fetch(url, init)
    await using service = await startInstance({ profile: CURRENT })
    const options = { url: service.url, apiKey: service.apiKey, fetch: refusing }
    expect(await cloneService(options).catch(error => error)).toMatchObject({
      message: `${service.url}: the key may not list workflows. Give it the scopes workflow:list and workflow:read`,
      status: 403,
    })
  })
})

test('a clone that fails leaves no request behind', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  let running = 0
  const failing = async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith('/tags')) return Response.json([])
    running++
    if (pathname.endsWith('/users')) await Bun.sleep(20)
    const response = await fetch(url, init)
    running--
    return response
  }
  const options = { url: service.url, apiKey: service.apiKey, fetch: failing }
  await expect(cloneService(options)).rejects.toThrow('GET /tags: the answer is not a list')
  expect(running).toBe(0)
})

test('what the key may not read is named, in the order of the alphabet', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  const DENIED = ['/users', '/tags', '/variables', '/projects', '/data-tables', '/credentials', '/executions']
  const refusing = async (url: string, init: RequestInit) => {
    const path = DENIED.find(path => new URL(url).pathname.endsWith(path))
    if (path === undefined) return fetch(url, init)
    const message = path === '/projects' ? 'Your license does not allow it' : 'Forbidden'
    return Response.json({ message }, { status: 403 })
  }
  const options = { url: service.url, apiKey: service.apiKey, fetch: refusing, executions: 4 }
  const { gaps, counts } = await cloneService(options)
  const because = 'the key may not read them; give it the scope, or use the key of an owner'
  expect(gaps).toEqual(
    ['credentials', 'data tables', 'executions', 'tags', 'users', 'variables'].map(part => ({ part, because })),
  )
  // tags and credentials are those that workflows name
  expect(counts).toEqual({ tags: 2, credentials: 2, workflows: 3 })
})

test('progress is reported part by part', async () => {
  await using service = await startInstance({
    profile: CURRENT,
    fixture: {
      ...sampleFixture(sizes),
      licence: 'all',
      variables: [{ key: 'a', value: 'b' }],
      dataTables: [{ id: 'TableAAAAAAAAAAA', name: 'T', columns: [{ name: 'a', type: 'string' }], rows: [{ a: 'x' }] }],
    } as Fixture,
  })
  const last = new Map<string, object>()
  await cloneService({
    url: service.url,
    apiKey: service.apiKey,
    executions: 4,
    onProgress: ({ part, ...rest }) => last.set(part, rest),
  })
  const all = (count: number) => ({ done: count, total: count })
  expect(Object.fromEntries(last)).toEqual({
    users: all(1),
    tags: all(2),
    workflows: all(3),
    credentials: all(2),
    variables: all(1),
    'data tables': all(1),
    executions: all(4),
  })
})

test('each record counts against the budget', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  const { url, apiKey } = service
  const UNLIMITED = { bytes: 1e9, requests: 1e9, values: 1e9 }
  const clone = (records: number) => cloneService({ url, apiKey, executions: 4, budget: { ...UNLIMITED, records } })
  // a user, two tags, three workflows, two credentials, four executions
  expect(Object.values((await clone(12)).counts).reduce((sum, count) => sum + count, 0)).toBe(12)
  await expect(clone(11)).rejects.toThrow('more than 11 records')
})

test('executions with a status are listed once', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  await cloneService({ url: service.url, apiKey: service.apiKey, executions: 4 })
  expect(service.requests.matching({ path: '/executions' })).toHaveLength(1)
})

test('executions that all failed or were cancelled are told apart where the list shows no status', async () => {
  const executions = (['error', 'canceled', 'error'] as const).map((status, at) => ({
    id: at + 1,
    workflowId: '1',
    status,
    finished: false,
  }))
  await using service = await startInstance({ fixture: { workflows: [aWorkflow({ id: '1' })], executions } })
  const { fixture } = await cloneService({ url: service.url, apiKey: service.apiKey, executions: 3 })
  expect(fixture.executions).toMatchObject(
    executions.map(({ status }) => ({ status, retryOf: null, retrySuccessId: null })),
  )
})

test('executions are not asked for where none are wanted', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  const { counts } = await cloneService({ url: service.url, apiKey: service.apiKey })
  expect(counts).toEqual({ users: 1, tags: 2, credentials: 2, workflows: 3, dataTables: 0 })
  expect(service.requests.matching({ path: '/executions' })).toEqual([])
})

test('what no fixture could hold is left out, and named by its id where it has one', async () => {
  await using service = await startInstance({ profile: CURRENT })
  const tags = [{ id: '1', name: 'tag' }, { id: '2', name: 5 }, { name: true }]
  const answering = async (url: string, init: RequestInit) =>
    new URL(url).pathname.endsWith('/tags') ? Response.json(list(tags)) : fetch(url, init)
  const { fixture, gaps } = await cloneService({ url: service.url, apiKey: service.apiKey, fetch: answering })
  expect(fixture.tags).toMatchObject([{ name: 'tag' }])
  expect(gaps).toEqual([
    { part: 'tags', because: '2 is left out, as tags/name must be string' },
    { part: 'tags', because: 'one is left out, as tags/name must be string' },
  ])
})

test('a role that is not known here becomes a member, and a long name is cut', async () => {
  await using service = await startInstance({ profile: CURRENT })
  const user = {
    id: OWNER.id,
    email: 'a@example.com',
    role: 'global:strange',
    firstName: 'x'.repeat(40),
    lastName: 'y',
  }
  const answering = async (url: string, init: RequestInit) =>
    new URL(url).pathname.endsWith('/users') ? Response.json(list([user])) : fetch(url, init)
  const { fixture } = await cloneService({ url: service.url, apiKey: service.apiKey, fetch: answering })
  expect(fixture.users).toMatchObject([{ role: 'global:member', firstName: 'x'.repeat(32), lastName: 'y' }])
})

test('an execution of a mode that is not known here becomes one of a trigger', async () => {
  await using service = await startInstance({ profile: CURRENT, fixture: sampleFixture(sizes) })
  const answering = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    return url.includes('/executions/') ? Response.json({ ...(await response.json()), mode: 'strange' }) : response
  }
  const options = { url: service.url, apiKey: service.apiKey, fetch: answering, executions: 1 }
  expect((await cloneService(options)).fixture.executions).toMatchObject([{ mode: 'trigger' }])
})

test('members of a project whose role the service does not say may look at it', async () => {
  const fixture = { users: [OWNER], projects: [{ id: 'p', name: 'P' }], licence: 'all' } as Fixture
  await using service = await startInstance({ profile: CURRENT, fixture })
  const answering = async (url: string, init: RequestInit) =>
    new URL(url).pathname.endsWith('/projects/p/users') ? Response.json(list([{ id: OWNER.id }])) : fetch(url, init)
  const { fixture: found } = await cloneService({ url: service.url, apiKey: service.apiKey, fetch: answering })
  expect(found.projects).toMatchObject([{ members: [{ user: OWNER.id, role: 'project:viewer' }] }])
})

test('placeholder data has a value for each field, and for those that its values require', async () => {
  const property = (type: string, more: object = {}) => ({ type, ...more })
  const acmeApi = {
    additionalProperties: false,
    type: 'object',
    properties: {
      text: property('string'),
      count: property('number'),
      isOn: property('boolean'),
      more: property('json'),
      object: property('object'),
      fixed: property('fixedCollection'),
      choice: property('string', { enum: ['first', 'second'] }),
      ofFirst: property('string'),
      ofSecond: property('string'),
    },
    allOf: ['first', 'second'].map((choice, at) => ({
      if: { properties: { choice: { enum: [choice] } } },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { allOf: [{ required: [at === 0 ? 'ofFirst' : 'ofSecond'] }] },
      else: { allOf: [{ not: { required: [at === 0 ? 'ofFirst' : 'ofSecond'] } }] },
    })),
    required: [],
  }
  await using source = await startInstance({
    credentialTypes: { acmeApi: acmeApi as never },
    fixture: {
      credentials: [{ id: '1', name: 'Acme', type: 'acmeApi' }],
      workflows: [
        { name: 'W', nodes: [{ name: 'Acme', credentials: { acmeApi: { id: '1', name: 'Acme' } } }], connections: {} },
      ],
    },
  })
  const { fixture } = await cloneService({ url: source.url, apiKey: source.apiKey })
  expect(fixture.credentials).toMatchObject([{ isStandIn: true }])
  expect(fixture.credentials?.[0]?.data).toEqual({
    text: 'stand-in',
    count: 0,
    isOn: false,
    more: {},
    object: {},
    fixed: {},
    choice: 'first',
    ofFirst: 'stand-in',
  })
})

test('executions of a running Understudy are compared page by page', async () => {
  const executions = Array.from({ length: 255 }, (_, at) => ({
    id: at + 1,
    workflowId: '1',
    status: 'success' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
  }))
  await using service = await startInstance({
    profile: CURRENT,
    fixture: {
      users: [OWNER],
      tags: [{ id: '1', name: 'tag' }],
      workflows: [{ ...aWorkflow({ id: '1' }), tags: ['1'] }],
      executions,
    },
  })
  const side = { url: service.url, apiKey: service.apiKey }
  const done: number[] = []
  const onProgress = ({ part, done: count }: { part: string; done: number }) =>
    part === 'executions' && done.push(count)
  const { kinds } = await compareInstances({ workflows: [], executions } as Fixture, side, {
    executions: 253,
    only: ['executions'],
    onProgress,
  })
  const { onlyLeft, onlyRight } = kinds.executions ?? {}
  expect([onlyLeft?.length, onlyRight?.length]).toEqual([0, 0])
  expect(done).toEqual([250, 253])
  // a service that is no Understudy shows the same through its public API alone
  const hidden = async (url: string, init: RequestInit) =>
    url.includes('/_control/') ? Response.json({ message: 'not found' }, { status: 404 }) : fetch(url, init)
  const publicly = await compareInstances({ ...side, fetch: hidden }, side, { executions: 3 })
  expect(publicly).toMatchObject({ isSame: true, kinds: { executions: { same: 3 }, workflows: { same: 1 } } })
  // one by one, with their data
  const last = { ...executions.at(-1), data: { resultData: { runData: {} } } }
  await service.seed({ executions: [last as never] })
  const withData = async (data: object) =>
    (
      await compareInstances({ executions: [{ ...last, data }] } as Fixture, side, {
        executions: 1,
        only: ['executions'],
      })
    ).kinds.executions
  expect(await withData({})).toMatchObject({ different: [{ differences: [{ what: 'data' }] }], same: 0 })
  expect(await withData(last.data)).toMatchObject({ different: [], same: 1 })
  // none are compared where none are asked for
  expect(Object.keys((await compareInstances({ executions } as Fixture, side)).kinds)).toEqual([])
})

describe('a path', () => {
  const tag = (id: string) => ({ id: id.repeat(16), name: id })

  test('of a folder holds the records of all its files', async () => {
    await using folder = await temporaryFolder()
    const write = (name: string, value: object) => writeFile(join(folder.path, name), JSON.stringify(value))
    await write('a.json', { tags: [tag('a')], profile: CURRENT })
    await write('b.json', { tags: [tag('b')], variables: [], profile: 'contract' })
    await write('c.json', { variables: [{ id: 'c'.repeat(16), key: 'k', value: 'v' }] })
    const both = { tags: [tag('a'), tag('b')], variables: [{ id: 'c'.repeat(16), key: 'k', value: 'v' }] } as Fixture
    const { isSame, notCompared, kinds } = await compareInstances(folder.path, both)
    expect([isSame, notCompared, kinds.tags?.same, kinds.variables?.same]).toEqual([true, [], 2, 1])
  })

  test('of a document has every kind but executions, and one of a fixture has those that it names', async () => {
    await using folder = await temporaryFolder()
    const other = { tags: [tag('a')], executions: [] } as Fixture
    const compared = async (value: object) => {
      const file = join(folder.path, 'one.json')
      await writeFile(file, JSON.stringify(value))
      const { kinds, notCompared } = await compareInstances(file, other, { executions: 1 })
      expect(new Set(notCompared.map(({ because }) => because))).toEqual(new Set(['only one side has them']))
      return [kinds.tags?.onlyRight.length, notCompared.map(({ kind }) => kind)]
    }
    expect(await compared({ apiKeys: [] })).toEqual([
      1,
      [
        'workflows',
        'credentials',
        'users',
        'variables',
        'projects',
        'folders',
        'customRoles',
        'dataTables',
        'annotationTags',
        'executions',
      ],
    ])
    expect(await compared({})).toEqual([undefined, ['tags', 'executions']])
  })
})

describe('the published reference names no status of an execution', () => {
  const startedAt = '2026-01-01T00:00:00.000Z'
  const over = { startedAt, stoppedAt: '2026-01-01T00:00:01.000Z' }
  const waiting = { status: 'waiting', ...over, waitTill: '2026-01-02T00:00:00.000Z' }
  /** It is in no list while it runs; one that is listed without an end counts as running. */
  const endless = { status: 'waiting', startedAt, stoppedAt: null, waitTill: null }
  const failures = Array.from({ length: 300 }, () => ({ status: 'error', ...over }))

  test.each([
    {
      what: 'so it follows from the other fields, and from what the filter finds',
      executions: [
        { status: 'error', ...over },
        { status: 'success', ...over },
        waiting,
        endless,
        { status: 'canceled', ...over },
      ],
      most: 9,
      statuses: ['error', 'success', 'waiting', 'running', 'canceled'],
      asked: 1,
    },
    {
      what: 'and the filter is not asked where those tell it',
      executions: [{ status: 'success', ...over }, waiting, endless],
      most: 9,
      statuses: ['success', 'waiting', 'running'],
      asked: 0,
    },
    {
      what: 'and the filter is asked back to the oldest alone',
      executions: failures,
      most: 2,
      statuses: ['error', 'error'],
      asked: 1,
    },
    {
      what: 'and the filter is asked for the next page where it takes one',
      executions: failures,
      most: 260,
      statuses: failures.map(() => 'error').slice(40),
      asked: 2,
    },
  ] satisfies { what: string; executions: object[]; most: number; statuses: string[]; asked: number }[])(
    '$what',
    async ({ executions, most, statuses, asked }) => {
      await using source = await startInstance({
        profile: 'contract',
        fixture: {
          workflows: [{ id: '1', name: 'W', nodes: [], connections: {} }],
          executions: executions.map((one, at) => ({ id: String(at + 1), workflowId: '1', mode: 'manual', ...one })),
        } as never,
      })
      let failed = 0
      const counting = (url: string, init: RequestInit) => {
        if (new URL(url).searchParams.get('status') === 'error') failed++
        return fetch(url, init)
      }
      const { fixture } = await cloneService({
        url: source.url,
        apiKey: source.apiKey,
        executions: most,
        fetch: counting,
      })
      expect([fixture.executions?.map(({ status }) => status), failed]).toEqual([statuses as never, asked])
    },
  )
})
