import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import type { Case } from '../../../case.ts'
import { DATE, playCases } from '../cases.ts'
import { field, idsIn, MEMBER, PROFILES, startWorld } from '../world.ts'

const like = (fields: Record<string, unknown>) => expect.objectContaining(fields)

playCases([
  { name: 'has no execution 1e99', ask: ['GET', '/executions/1e99'], status: 404, body: { message: 'Not Found' } },
  ...['__proto__', 'constructor', '1%2C2'].map(
    (id): Case => ({
      name: `refuses the id ${id}`,
      ask: ['GET', `/executions/${id}`],
      status: 400,
      body: { message: 'request/params/id must be number' },
    }),
  ),
  {
    name: 'refuses two statuses, with both faults',
    ask: ['GET', '/executions?status=error&status=success'],
    status: 400,
    body: {
      message:
        'request/query/status must be string, request/query/status must be equal to one of the allowed values: error, success, waiting',
    },
  },
  ...(
    [
      [1, { finished: true, stoppedAt: DATE, waitTill: null }],
      [2, { finished: false, stoppedAt: DATE }],
      [3, { finished: false, stoppedAt: DATE, waitTill: '3000-01-01T00:00:00.000Z' }],
      [4, { finished: false, waitTill: null }],
      [5, { finished: false, stoppedAt: DATE }],
      [6, { finished: false, stoppedAt: DATE }],
    ] as const
  ).map(
    ([id, fields]): Case => ({
      name: `reads execution ${id}, whatever its status`,
      ask: ['GET', `/executions/${id}`],
      status: 200,
      body: like({ ...fields, mode: 'webhook', startedAt: DATE }),
    }),
  ),
  {
    name: 'deletes an execution, which is gone afterwards',
    ask: ['DELETE', '/executions/1'],
    status: 200,
    body: like({ id: 1, finished: true }),
    after: [[['GET', '/executions/1'], { message: 'Not Found' }]],
  },
  {
    name: 'deletes a running execution too',
    ask: ['DELETE', '/executions/4'],
    status: 200,
    body: like({ id: 4, finished: false }),
  },
  {
    name: 'answers no data of a deleted execution',
    ask: ['DELETE', '/executions/1'],
    status: 200,
    body: expect.not.objectContaining({ data: expect.anything() }),
  },
  {
    name: 'reads the data of an execution as it was given',
    ask: ['GET', '/executions/1?includeData=true'],
    status: 200,
    body: like({ data: { resultData: { runData: { Orders: [] } } } }),
  },
  {
    name: 'keeps the data back when includeData is false',
    ask: ['GET', '/executions/1?includeData=false'],
    status: 200,
    body: expect.not.objectContaining({ data: expect.anything() }),
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    ['', '7 6 5 3 2 1'],
    ['?status=success', '7 1'],
    ['?status=error', '5 2'],
    ['?status=waiting', '3'],
    ['?workflowId=1', '6 5 3 2 1'],
    ['?workflowId=2', '7'],
    ['?workflowId=99', ''],
    ['?workflowId=__proto__', ''],
    ['?workflowId=1&status=success', '1'],
    ['?status=error&workflowId=2', ''],
    ['?limit=2', '7 6'],
  ])('GET /executions%s answers the executions %s: newest first, running ones left out', async (query, ids) => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('GET', `/api/v1/executions${query}`)
    expect([answer.status, idsIn(answer).join(' ')]).toEqual([200, ids])
  })

  test('orders ids as numbers, however long they are', async () => {
    const ids = [9, 10, 100, 99, 9007199254740]
    const executions = ids.map(id => ({ id, workflowId: '1', status: 'success' as const }))
    await using instance = await startInstance({
      profile,
      fixture: { workflows: [{ id: '1', name: 'x' }], executions },
    })
    const answer = await instance.request('GET', '/api/v1/executions')
    expect(idsIn(answer).map(Number)).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('never gives an id twice', async () => {
    const fixture = {
      workflows: [{ id: '1', name: 'x' }],
      executions: [{ workflowId: '1', status: 'success' }],
    } as Fixture
    await using instance = await startInstance({ profile, fixture })
    await instance.request('DELETE', '/api/v1/executions/1')
    await instance.request('POST', '/_control/seed', { executions: [{ workflowId: '1', status: 'error' }] })
    expect(idsIn(await instance.request('GET', '/api/v1/executions')).map(Number)).toEqual([2])
  })

  test('shows a member the executions of the own workflows only', async () => {
    await using instance = await startWorld(profile)
    const list = await instance.request('GET', '/api/v1/executions', undefined, MEMBER)
    const filtered = await instance.request('GET', '/api/v1/executions?workflowId=1', undefined, MEMBER)
    const others = await instance.request('GET', '/api/v1/executions/1', undefined, MEMBER)
    const deleted = await instance.request('DELETE', '/api/v1/executions/1', undefined, MEMBER)
    const own = await instance.request('GET', '/api/v1/executions/7', undefined, MEMBER)
    expect(idsIn(list).map(Number)).toEqual([7])
    expect(idsIn(filtered)).toEqual([])
    expect([others.status, deleted.status, own.status]).toEqual([404, 404, 200])
    expect((await instance.request('GET', '/api/v1/executions/1')).status).toBe(200)
  })

  test('pages from the newest to the oldest by the last id', async () => {
    await using instance = await startWorld(profile)
    const pages: unknown[] = []
    let cursor: unknown = ''
    while (cursor !== null) {
      const page = await instance.request('GET', `/api/v1/executions?limit=4${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(idsIn(page).map(Number))
      cursor = field(page, 'nextCursor')
    }
    expect(pages).toEqual([
      [7, 6, 5, 3],
      [2, 1],
    ])
  })
})

describe('a list of executions in n8n-2.41 reports its first wrong parameter, of several', () => {
  const WRONG: [string, string, string][] = [
    ['includeData', 'x', "request/query/includeData Invalid enum value. Expected 'true' | 'false', received 'x'"],
    ['status', 'x', 'request/query/status '],
    ['startedAfter', 'x', 'request/query/startedAfter Invalid datetime'],
    ['startedBefore', 'x', 'request/query/startedBefore Invalid datetime'],
    ['limit', 'x', 'request/query/limit Param `limit` must be a valid integer'],
  ]
  test.each(WRONG.map(([name, , message], at) => [name, message, WRONG.slice(at)] as const))(
    '%s before those that follow it',
    async (_name, message, wrong) => {
      await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
      const query = wrong.toReversed().map(([name, value]) => `${name}=${value}`)
      const { status, text } = await instance.request('GET', `/api/v1/executions?${query.join('&')}`)
      expect([status, JSON.parse(text).message]).toEqual([400, expect.stringContaining(message)])
    },
  )
})

test('large data is shown without what its items hold, as small data is', async () => {
  const item = (text: string) => ({
    json: { text, list: [1, { text }] },
    binary: { a: { data: text } },
    pairedItem: { item: 0 },
  })
  const dataOf = (text: string) => ({
    resultData: {
      runData: {
        A: [
          { startTime: 1, data: { main: [[item(text), item(text)], null] }, inputOverride: { main: [[item(text)]] } },
        ],
      },
    },
    executionData: { nodeExecutionStack: [{ node: { name: 'A' }, data: { main: [[item(text)]] } }] },
  })
  const executions = [
    { id: '1', workflowId: 'w', status: 'success', data: dataOf('secret') },
    { id: '2', workflowId: 'w', status: 'success', data: dataOf('secret'.repeat(20_000)) },
  ] as Fixture['executions']
  await using instance = await startInstance({
    socket: false,
    profile: 'n8n-2.41',
    fixture: { workflows: [{ id: 'w', name: 'w' }], executions },
  })
  const query = 'includeData=true&redactExecutionData=true'
  const listed = await instance.request<{ data: { data: unknown }[] }>('GET', `/api/v1/executions?${query}`)
  const [large, small] = listed.body.data.map(({ data }) => data)
  const one = await instance.request<{ data: unknown }>('GET', `/api/v1/executions/2?${query}`)
  expect(listed.text).not.toContain('secret')
  expect(large).toEqual(small)
  expect(one.body.data).toEqual(small)
  expect(small).toMatchObject({
    resultData: {
      runData: {
        A: [{ data: { main: [[{ json: {}, redaction: { redacted: true } }, { pairedItem: { item: 0 } }], null] } }],
      },
    },
  })
})
