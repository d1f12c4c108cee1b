import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'
import { idsIn } from '../world.ts'

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
const run = (id: string, status: string, started: number, workflowId = 'w1') => ({
  id,
  workflowId,
  status: status as 'error',
  mode: 'webhook' as const,
  startedAt: day(started),
})
const table = (id: string, name: string, created: number, updated: number, rows: object[] = []) => ({
  id,
  name,
  owner: 'olga@example.com',
  columns: [{ id: `Column${id.slice(0, 10)}`, name: 'a', type: 'string' as const }],
  createdAt: day(created),
  updatedAt: day(updated),
  rows: rows as Record<string, string>[],
})
const [T1, T2, T3] = ['Table00000000001', 'Table00000000002', 'Table00000000003']

const records: Fixture = {
  ...licensedPlace,
  workflows: [
    { id: 'w1', name: 'One', tags: ['billing'], active: false },
    { id: 'w2', name: 'Two', projectId: IDS.team },
  ],
  executions: [
    run('1', 'error', 1),
    run('2', 'crashed', 2),
    run('3', 'success', 3),
    run('4', 'running', 4),
    run('5', 'waiting', 5, 'w2'),
    run('6', 'canceled', 6, 'w2'),
    run('7', 'new', 7, 'w2'),
  ],
  credentials: [
    {
      id: 'c1',
      name: 'a',
      type: 'httpBasicAuth',
      data: { user: 'u', password: 'p' },
      createdAt: day(1),
      updatedAt: day(1),
    },
    {
      id: 'c2',
      name: 'b',
      type: 'httpBasicAuth',
      data: { user: 'u', password: 'p' },
      createdAt: day(3),
      updatedAt: day(3),
    },
    {
      id: 'c3',
      name: 'c',
      type: 'httpBasicAuth',
      data: { user: 'u', password: 'p' },
      createdAt: day(2),
      updatedAt: day(2),
    },
    {
      id: 'c4',
      name: 'd',
      type: 'httpBasicAuth',
      data: { user: 'u', password: 'p' },
      createdAt: day(2),
      updatedAt: day(2),
    },
  ],
  dataTables: [
    table(T1, 'beta', 1, 3, [{ a: 'a long text in it' }]),
    table(T2, 'Alpha', 2, 1),
    table(T3, 'gamma', 3, 2, [{ a: 'b' }]),
  ],
  variables: [
    { id: 'v1', key: 'c', value: '' },
    { id: 'v2', key: 'a', value: '1', projectId: IDS.team },
    { id: 'v3', key: 'b', value: '', projectId: 'other-team' },
  ],
}
const start = () => startLicensed(records)

describe('a list', () => {
  test.each<[string, string[]]>([
    ['/executions', ['7', '6', '5', '3', '2', '1']],
    ['/executions?status=running', ['4']],
    ['/executions?status=error', ['2', '1']],
    ['/executions?status=crashed', ['2']],
    ['/executions?status=waiting', ['5']],
    ['/executions?workflowId=w2', ['7', '6', '5']],
    ['/executions?workflowId=nope', []],
    [`/executions?projectId=${IDS.team}`, ['7', '6', '5']],
    ['/executions?projectId=nope', []],
    [`/executions?startedAfter=${day(3)}`, ['7', '6', '5', '3']],
    ['/executions?startedAfter=2026-01-03T00:00:00.001Z', ['7', '6', '5']],
    [`/executions?startedBefore=${day(3)}`, ['3', '2', '1']],
    ['/executions?startedBefore=2026-01-02T23:59:59.999Z', ['2', '1']],
    [`/executions?startedAfter=${day(2)}&startedBefore=${day(3)}`, ['3', '2']],
    ['/executions?limit=2', ['7', '6']],
    ['/executions?limit=0', ['7', '6', '5', '3', '2', '1']],
    ['/credentials', ['c2', 'c4', 'c3', 'c1']],
    ['/credentials?limit=1', ['c2']],
    ['/data-tables', [T1, T3, T2]],
    ['/data-tables?sortBy=name:asc', [T2, T1, T3]],
    ['/data-tables?sortBy=name:desc', [T3, T1, T2]],
    ['/data-tables?sortBy=createdAt:asc', [T1, T2, T3]],
    ['/data-tables?sortBy=updatedAt:asc', [T2, T3, T1]],
    ['/data-tables?sortBy=updatedAt:desc', [T1, T3, T2]],
    ['/data-tables?sortBy=size:asc', [T2, T3, T1]],
    ['/data-tables?sortBy=size:desc', [T1, T3, T2]],
    ['/data-tables?filter={"name":"ALP"}', [T2]],
    ['/data-tables?filter={"name":["alp","gam"]}', [T3, T2]],
    [`/data-tables?filter={"id":["${T1}","${T2}"]}`, [T1, T2]],
    [`/data-tables?filter={"id":"${T1}"}`, [T1]],
    [`/data-tables?filter={"projectId":"${IDS.team}"}`, []],
    ['/variables', ['v2', 'v3', 'v1']],
    ['/variables?state=empty', ['v3', 'v1']],
    [`/variables?projectId=${IDS.team}`, ['v2']],
    ['/workflows', ['w1', 'w2']],
    ['/workflows?tags=billing', ['w1']],
    ['/workflows?tags=billing,nope', []],
    ['/workflows?tags=nope', []],
    ['/workflows?name=on', ['w1']],
    ['/workflows?name= TWO ', ['w2']],
    [`/workflows?projectId=${IDS.team}`, ['w2']],
    ['/workflows?projectId=nope', []],
    ['/workflows?active=true', []],
    ['/workflows?active=false', ['w1', 'w2']],
    ['/workflows?offset=1', ['w2']],
    ['/workflows?offset=2', []],
    ['/workflows?limit=1&offset=1', ['w2']],
  ])('%s has %j', async (path, ids) => {
    await using instance = await start()
    const [name, query = ''] = path.split('?')
    const answer = await asked(instance, `GET ${name}?${new URLSearchParams(query)}`)
    expect([answer.status, idsIn(answer)]).toEqual([200, ids])
  })

  test.each([
    ['/executions?limit=2', ['7 6', '5 3', '2 1']],
    ['/executions?limit=6', ['7 6 5 3 2 1']],
    ['/executions?limit=5&workflowId=w1', ['3 2 1']],
    ['/credentials?limit=3', ['c2 c4 c3', 'c1']],
    ['/credentials?limit=4', ['c2 c4 c3 c1']],
    ['/data-tables?limit=2', [`${T1} ${T3}`, T2]],
    ['/variables?limit=2', ['v2 v3', 'v1']],
    ['/workflows?limit=1', ['w1', 'w2']],
    ['/workflows?limit=2', ['w1 w2']],
  ])('%s comes in the pages %j', async (path, expected) => {
    await using instance = await start()
    const pages: string[] = []
    for (let cursor = ''; pages.length < 10; ) {
      const answer = await asked(instance, `GET ${path}${cursor}`)
      pages.push((idsIn(answer) as string[]).join(' '))
      const { nextCursor } = answer.body as { nextCursor: string | null }
      if (nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`
    }
    expect(pages).toEqual(expected)
  })

  test.each([
    [{ limit: 1, offset: 0 }, ['w1'], true],
    [{ limit: '1', offset: 0 }, ['w1'], true],
    [{ limit: 1, offset: '0' }, ['w1'], true],
    [{ limit: '9', offset: 0 }, ['w1', 'w2'], false],
  ])('a page by the cursor %j has %j, with another one after it: %p', async (cursor, ids, hasNext) => {
    await using instance = await start()
    const answer = await asked(instance, `GET /workflows?cursor=${btoa(JSON.stringify(cursor))}`)
    const { nextCursor } = answer.body as { nextCursor: string | null }
    expect([idsIn(answer), nextCursor !== null]).toEqual([ids, hasNext])
  })
})

describe('stopping executions', () => {
  test.each<[object, string | number]>([
    [{ status: ['running'] }, 1],
    [{ status: ['waiting', 'running'] }, 2],
    [{ status: ['queued'] }, 1],
    [{ status: ['running', 'waiting', 'queued'], workflowId: 'w2' }, 2],
    [{ status: ['running'], workflowId: 'w2' }, 0],
    [{ status: ['running'], startedAfter: day(4) }, 1],
    [{ status: ['running'], startedAfter: '2026-01-04T00:00:00.001Z' }, 0],
    [{ status: ['running'], startedBefore: day(4) }, 1],
    [{ status: ['running'], startedBefore: '2026-01-03T23:59:59.999Z' }, 0],
    [{ status: ['running'], startedAfter: 'x' }, '400 request/body/startedAfter Invalid datetime'],
    [{ status: ['running'], startedAfter: 5 }, '400 request/body/startedAfter Expected string, received number'],
    [{ status: ['running'], startedBefore: '' }, '400 request/body/startedBefore Invalid datetime'],
    [{ status: ['running'], startedBefore: '2026-01-04' }, '400 request/body/startedBefore Invalid datetime'],
    [{ status: ['running'], startedAfter: '2026-01-04T01:00:00+01:00' }, 1],
    [{ status: ['running'], startedBefore: '2026-01-04T00:59:59+01:00' }, 0],
    [{ status: [] }, '400 request/body/status must include at least one status'],
    [{ status: ['running'], workflowId: 'nope' }, '404 Workflow not found or not accessible'],
  ])('with %j stops %p', async (selection, stopped) => {
    await using instance = await start()
    const before = instance.state().executions
    const answer = await asked(instance, 'POST /executions/stop', selection)
    const changed = instance.state().executions.filter((one, at) => one.status !== before[at]?.status)
    expect(changed.map(({ status }) => status)).toEqual(Array(changed.length).fill('canceled'))
    expect(typeof stopped === 'number' ? answer.body : outcomeOf(answer)).toEqual(
      typeof stopped === 'number' ? { stopped } : stopped,
    )
    expect(changed.length).toBe(typeof stopped === 'number' ? stopped : 0)
  })

  test.each([
    ['4', '200'],
    ['5', '200'],
    ['3', '409 Only running or waiting executions can be stopped and 3 is currently success'],
    ['7', '409 Only running or waiting executions can be stopped and 7 is currently new'],
    ['99', '404 Failed to find execution to stop'],
  ])('of execution %s is answered %s', async (id, outcome) => {
    await using instance = await start()
    const answer = await asked(instance, `POST /executions/${id}/stop`)
    expect(outcomeOf(answer)).toBe(outcome)
    const stopped = instance.state().executions.find(one => one.id === id)
    if (outcome !== '200') return
    expect(answer.body).toMatchObject({ status: 'canceled', finished: false, stoppedAt: stopped?.stoppedAt })
    expect(stopped).toMatchObject({ status: 'canceled', finished: false, waitTill: null })
  })

  test.each([
    ['DELETE /executions/4', '400 Cannot delete a running execution'],
    ['DELETE /executions/5', '200'],
    ['DELETE /executions/99', '404 Not Found'],
    ['POST /executions/3/retry', '409 The execution succeeded, so it cannot be retried.'],
  ])('%s is answered %s', async (request, outcome) => {
    await using instance = await start()
    expect(outcomeOf(await asked(instance, request))).toBe(outcome)
    expect(instance.state().executions.length).toBe(outcome === '200' ? 6 : 7)
  })

  test.each<[string, boolean, object, object]>([
    ['1', false, { status: 'error', finished: false }, { retrySuccessId: null }],
    ['2', false, { status: 'crashed', finished: false }, { retrySuccessId: null }],
    ['6', false, { status: 'canceled', finished: false }, { retrySuccessId: null }],
    ['5', false, { status: 'success', finished: true }, { retrySuccessId: '8' }],
    ['4', true, { status: 'success', finished: true }, { retrySuccessId: '8' }],
  ])('and running %s again ends as it did, or well', async (id, loadWorkflow, ended, original) => {
    await using instance = await start()
    const { status, body } = await asked(instance, `POST /executions/${id}/retry`, { loadWorkflow })
    expect([status, body]).toEqual([200, expect.objectContaining({ id: '8', mode: 'retry', retryOf: id, ...ended })])
    const { executions } = instance.state()
    expect(executions.find(one => one.id === '8')).toMatchObject({
      ...ended,
      mode: 'retry',
      retryOf: id,
      waitTill: null,
    })
    expect(executions.find(one => one.id === id)).toMatchObject(original)
  })
})
