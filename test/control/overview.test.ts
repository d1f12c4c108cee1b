import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'

const hour = (text: string) => `2026-03-0${text}:00:00.000Z`
const run = (id: number, workflowId: string, status: string, startedAt: string) => ({
  id,
  workflowId,
  status,
  startedAt,
})

const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner', apiKey: 'owner-key' },
    { email: 'member@example.com', role: 'global:member', apiKey: 'member-key' },
  ],
  tags: [{ name: 'sales' }],
  workflows: [
    { id: '1', name: 'Intake', active: true },
    { id: '2', name: 'Report' },
  ],
  executions: [
    run(8, '1', 'success', '2026-03-01T09:10:00.000Z'),
    run(9, '1', 'error', '2026-03-01T09:50:00.000Z'),
    run(10, '2', 'running', '2026-03-01T11:00:00+01:00'),
    run(11, '1', 'success', '2026-03-01T11:05:00.000Z'),
    run(12, '1', 'crashed', '2025-12-24T00:00:00.000Z'),
  ],
}

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ socket: false, fixture, clock: '2026-03-01T12:30:00.000Z' })
})
afterAll(() => instance.stop())

const get = async (query: string) => (await instance.request('GET', `/_control/overview${query}`)).body
const idsOf = (body: unknown) => (body as { data: { id: string }[] }).data.map(({ id }) => id)

describe('the overview', () => {
  test('counts every kind, and executions per hour and status', async () => {
    expect(await get('')).toEqual({
      counts: { workflows: 2, activeWorkflows: 1, executions: 5, tags: 1, credentials: 0, users: 2 },
      executions: {
        from: '2026-02-15T13:00:00.000Z',
        until: hour('1T13'),
        hours: [
          { hour: hour('1T09'), counts: { success: 1, error: 1 } },
          { hour: hour('1T10'), counts: { running: 1 } },
          { hour: hour('1T11'), counts: { success: 1 } },
        ],
      },
    })
  })

  test.each<[string, string, unknown[]]>([
    ['of one workflow', '?workflowId=2', [{ hour: hour('1T10'), counts: { running: 1 } }]],
    ['of the last hours', '?hours=2', [{ hour: hour('1T11'), counts: { success: 1 } }]],
    ['of an unknown workflow', '?workflowId=3', []],
  ])('counts executions %s', async (_, query, hours) => {
    expect(await get(query)).toMatchObject({ executions: { hours } })
  })

  test.each([
    ['?workflowId=2&hours=2', '2026-03-01T09:00:00.000Z', hour('1T11')],
    ['?workflowId=2&hours=3', '2026-03-01T10:00:00.000Z', hour('1T13')],
    ['?workflowId=3&hours=1', '2026-03-01T12:00:00.000Z', hour('1T13')],
  ])('counts of %s the hours from %s until %s', async (query, from, until) => {
    expect(await get(query)).toMatchObject({ executions: { from, until } })
  })

  test('ends with the newest execution where nothing ran lately', async () => {
    await using later = await startInstance({ socket: false, fixture, clock: '2027-01-01T00:00:00.000Z' })
    const { body } = await later.request('GET', '/_control/overview')
    expect(body).toMatchObject({ executions: { until: hour('1T12'), hours: [{}, {}, {}] } })
  })

  test('ends with the first hour of 1970 where nothing ran later', async () => {
    const executions = [run(1, '1', 'success', '1970-01-01T00:30:00.000Z')]
    await using old = await startInstance({ socket: false, fixture: { ...fixture, executions } })
    const { body } = await old.request('GET', '/_control/overview')
    expect(body).toMatchObject({ executions: { until: '1970-01-01T01:00:00.000Z', hours: [{}] } })
  })

  test.each<[string, string, string[]]>([
    ['all, newest first', '', ['12', '11', '10', '9', '8']],
    ['of one workflow', '?workflowId=2', ['10']],
    ['of one status', '?status=crashed', ['12']],
    ['of one status and workflow', '?status=running&workflowId=1', []],
    ['of one id', '?id=9', ['9']],
  ])('lists executions: %s', async (_, query, ids) => {
    const body = await get(`/executions${query}`)
    expect(idsOf(body)).toEqual(ids)
    expect(body).toMatchObject({ total: ids.length, nextCursor: null })
  })

  test('says what a listed execution is, without its data', async () => {
    const { data } = (await get('/executions?id=9')) as { data: unknown[] }
    expect(data[0]).toMatchObject({
      id: '9',
      workflowId: '1',
      workflowName: 'Intake',
      status: 'error',
      mode: 'trigger',
    })
    expect(data[0]).not.toHaveProperty('data')
  })

  test('lists executions page by page', async () => {
    const seen: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page++) {
      const body = (await get(`/executions${query}`)) as { nextCursor: string | null }
      seen.push(...idsOf(body))
      expect(body.nextCursor === null).toBe(page === 2)
      query = `?cursor=${encodeURIComponent(body.nextCursor ?? '')}`
    }
    expect(seen).toEqual(['12', '11', '10', '9', '8'])
  })

  test.each<[string, number, string]>([
    ['/executions?status=odd', 400, 'request/query/status must be equal to one of the allowed values'],
    ['/executions?limit=0', 400, 'request/query/limit must be >= 1'],
    ['/executions?cursor=x', 400, 'An invalid cursor was provided'],
    [`/executions?cursor=${Buffer.from('{"limit":0}').toString('base64')}`, 400, 'An invalid cursor was provided'],
    ['?hours=0', 400, 'request/query/hours must be >= 1'],
    ['?day=1', 400, "Unknown query parameter 'day'"],
  ])('refuses %s', async (query, status, message) => {
    const answer = await instance.request('GET', `/_control/overview${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message: expect.stringContaining(message) })
  })

  test.each<[string, string | null, number]>([
    ['nobody', null, 401],
    ['a member', 'member-key', 403],
  ])('is not for %s', async (_, key, status) => {
    for (const path of ['', '/executions']) {
      expect((await instance.request('GET', `/_control/overview${path}`, undefined, { key })).status).toBe(status)
    }
  })
})

describe('the workflows of the overview', () => {
  const nodes = (number: number) =>
    Array.from({ length: number }, (_, at) => ({ name: `N${at}`, type: 'n8n-nodes-base.set' }))
  const made = (id: string, name: string, updatedAt: string, more: object = {}) => ({ id, name, updatedAt, ...more })
  let own: TestInstance
  beforeAll(async () => {
    own = await startInstance({
      socket: false,
      fixture: {
        tags: [{ id: 't1', name: 'sales' }],
        workflows: [
          made('1', 'beta', hour('1T10'), { active: true, nodes: nodes(1) }),
          made('2', 'Alpha', hour('1T12'), { tags: ['t1'], nodes: nodes(3) }),
          made('3', 'gamma', hour('1T11'), { nodes: nodes(2) }),
        ],
      },
    })
  })
  afterAll(() => own.stop())
  const list = async (query: string) => (await own.request('GET', `/_control/overview/workflows${query}`)).body

  test.each([
    ['', ['2', '3', '1']],
    ['?sortBy=updatedAt&order=asc', ['1', '3', '2']],
    ['?sortBy=name', ['2', '1', '3']],
    ['?sortBy=nodes', ['2', '3', '1']],
    ['?sortBy=active', ['1', '3', '2']],
    ['?name=A&sortBy=name', ['2', '1', '3']],
    ['?name=gam', ['3']],
    ['?tags=sales', ['2']],
    ['?tags=sales,none', []],
    ['?active=true', ['1']],
    ['?active=archived', []],
    ['?limit=2&page=2', ['1']],
    ['?limit=2&page=9', ['1']],
    ['?parentFolderId=0', ['2', '3', '1']],
    ['?projectId=none', []],
  ])('are listed by %p', async (query, ids) => expect(idsOf(await list(query))).toEqual(ids))

  test('say how many there are, and hold of the nodes only what a list shows', async () => {
    expect(await list('?limit=1')).toMatchObject({ total: 3, page: 1, data: [{ tags: [{ id: 't1', name: 'sales' }] }] })
    // in quotes, as an id may hold the same letters
    expect(JSON.stringify(await list(''))).not.toContain('"N0"')
  })

  test.each(['?page=0', '?sortBy=owner', '?order=up', '?limit=1000'])('refuse %p', async query => {
    expect((await own.request('GET', `/_control/overview/workflows${query}`)).status).toBe(400)
  })
})

test.each([
  ['&page=1', ['12', '11']],
  ['&page=2', ['10', '9']],
  ['&page=9', ['8']],
  ['&startedAfter=2026-03-01T10:30:00Z', ['11']],
  ['&startedBefore=2026-01-01T00:00:00Z', ['12']],
  ['&startedAfter=2026-03-01T11:05:00Z', ['11']],
  ['&startedAfter=2026-03-01T11:05:00.001Z', []],
  ['&startedBefore=2025-12-24T00:00:00Z', ['12']],
  ['&startedBefore=2025-12-23T23:59:59.999Z', []],
  ['&status=success&page=1', ['11', '8']],
])('executions are listed by %p', async (query, ids) => {
  expect(idsOf(await get(`/executions?limit=2${query}`))).toEqual(ids)
})

test.each([
  ['?limit=2&page=1', { page: 1, total: 5 }, false],
  ['?limit=2&page=9', { page: 3, total: 5 }, true],
  ['?limit=2', { total: 5 }, false],
  ['?limit=5', { total: 5 }, true],
  ['?workflowId=none&page=4', { page: 1, total: 0 }, true],
])('a page of executions by %p says which it is, and whether it is the last', async (query, said, isLast) => {
  const { data, nextCursor, ...rest } = (await get(`/executions${query}`)) as { data: []; nextCursor: string | null }
  expect([rest, nextCursor === null]).toEqual([said as never, isLast])
})

test('executions of a workflow that is gone are gone', async () => {
  await using own = await startInstance({ socket: false, fixture })
  await own.request('DELETE', '/api/v1/workflows/2')
  const { body } = await own.request('GET', '/_control/overview/executions')
  expect(idsOf(body)).toEqual(['12', '11', '9', '8'])
})

describe('a list of workflows', () => {
  const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`
  const made = (id: string, name: string, created: number, updated: number, more: object = {}) => ({
    id,
    name,
    createdAt: at(created),
    updatedAt: at(updated),
    ...more,
  })
  let own: TestInstance
  beforeAll(async () => {
    own = await startInstance({
      socket: false,
      fixture: {
        tags: [
          { id: 't1', name: 'sales' },
          { id: 't2', name: 'night' },
        ],
        workflows: [
          made('b', 'Same', 1, 5, { active: true, tags: ['t1', 't2'] }),
          made('a', 'same', 2, 5, {
            isArchived: true,
            nodes: [{ name: 'N', type: 'x', disabled: true }, { name: 'M' }],
          }),
          made('c', 'Other', 3, 4, { tags: ['t2'] }),
        ],
      },
    })
  })
  afterAll(() => own.stop())
  const list = async (query: string) => (await own.request('GET', `/_control/overview/workflows${query}`)).body

  test.each([
    ['', ['b', 'a', 'c']],
    ['?order=asc', ['c', 'a', 'b']],
    ['?sortBy=createdAt', ['c', 'a', 'b']],
    ['?sortBy=createdAt&order=asc', ['b', 'a', 'c']],
    ['?sortBy=name', ['c', 'a', 'b']],
    ['?sortBy=name&order=desc', ['b', 'a', 'c']],
    ['?sortBy=nodes&order=asc', ['b', 'c', 'a']],
    ['?sortBy=active&order=asc', ['a', 'c', 'b']],
    ['?name=SAM', ['b', 'a']],
    ['?name=', ['b', 'a', 'c']],
    ['?tags=night', ['b', 'c']],
    ['?tags=,night,sales,', ['b']],
    ['?tags=', ['b', 'a', 'c']],
    ['?active=true', ['b']],
    ['?active=false', ['a', 'c']],
    ['?active=archived', ['a']],
    ['?active=false&name=same', ['a']],
    ['?limit=1', ['b']],
    ['?limit=1&page=2', ['a']],
    ['?name=none&page=2', []],
  ])('by %p', async (query, ids) => expect(idsOf(await list(query))).toEqual(ids))

  test('is whole', async () => {
    expect(await list('?name=same')).toEqual({
      data: [
        {
          id: 'b',
          name: 'Same',
          active: true,
          isArchived: false,
          createdAt: at(1),
          updatedAt: at(5),
          projectId: expect.any(String),
          parentFolderId: null,
          tags: [
            { id: 't1', name: 'sales' },
            { id: 't2', name: 'night' },
          ],
          nodes: [],
        },
        {
          id: 'a',
          name: 'same',
          active: false,
          isArchived: true,
          createdAt: at(2),
          updatedAt: at(5),
          projectId: expect.any(String),
          parentFolderId: null,
          tags: [],
          nodes: [{ type: 'x', disabled: true }, {}],
        },
      ],
      total: 2,
      page: 1,
    })
  })
})
