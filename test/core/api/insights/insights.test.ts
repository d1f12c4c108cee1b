import { describe, expect, test } from 'bun:test'
import scopes from '../../../../data/n8n-2.41/scopes.json'
import { discover } from '../../../../src/core/features/discover/discover.ts'
import { insightsSummary } from '../../../../src/core/features/insights/summary.ts'
import type { ExecutionRecord } from '../../../../src/core/model/execution.ts'
import type { WorkflowRecord } from '../../../../src/core/model/workflow.ts'
import { refusalOf, storeOf } from '../memory-draft.ts'
import known from '../operations/discover.json'

const now = Date.parse('2026-02-10T12:00:00Z')
const run = (
  id: string,
  day: string,
  status: ExecutionRecord['status'],
  mode: ExecutionRecord['mode'] = 'webhook',
) => ({
  id,
  workflowId: 'w1',
  status,
  finished: status === 'success',
  mode,
  retryOf: null,
  retrySuccessId: null,
  startedAt: `${day}T00:00:00.000Z`,
  stoppedAt: `${day}T00:00:02.000Z`,
  waitTill: null,
  deletedAt: null,
})
const workflow = { id: 'w1', owner: 'u', settings: { timeSavedPerExecution: 5 } } as unknown as WorkflowRecord
const store = storeOf({
  workflows: [workflow],
  executions: [
    run('1', '2026-02-09', 'success'),
    run('2', '2026-02-09', 'error'),
    run('3', '2026-02-08', 'success'),
    run('4', '2026-02-08', 'success', 'manual'),
    run('5', '2026-02-08', 'canceled'),
    run('6', '2026-01-30', 'crashed'),
  ],
})

describe('insights', () => {
  test('sum up the finished runs of a week, beside the week before', () => {
    expect(insightsSummary(store.data, {}, now)).toEqual({
      total: { value: 3, deviation: 2, unit: 'count' },
      failed: { value: 1, deviation: 0, unit: 'count' },
      failureRate: { value: 0.333, deviation: -0.667, unit: 'ratio' },
      timeSaved: { value: 10, deviation: 10, unit: 'minute' },
      averageRunTime: { value: 2000, deviation: 0, unit: 'millisecond' },
    })
  })

  test('count the runs of exactly seven days, and of the seven before', () => {
    const at = (id: string, before: number) => ({
      ...run(id, '2026-02-09', 'success'),
      startedAt: new Date(now - before).toISOString(),
      stoppedAt: new Date(now - before).toISOString(),
    })
    const week = 7 * 86_400_000
    const edges = [0, week, week + 1, 2 * week, 2 * week + 1].map((before, number) => at(String(number), before))
    const { data } = storeOf({ workflows: [workflow], executions: edges })
    expect(insightsSummary(data, {}, now).total).toEqual({ value: 2, deviation: 0, unit: 'count' })
  })

  test('count a run that stopped before it started, as a clock that is put back makes them, as one of no time', () => {
    const back = { ...run('7', '2026-02-09', 'success'), startedAt: '2026-02-09T00:00:05.000Z' }
    const { data } = storeOf({ workflows: [workflow], executions: [run('1', '2026-02-09', 'success'), back] })
    expect(insightsSummary(data, {}, now).averageRunTime.value).toBe(1000)
  })

  test.each([
    ['of another project', { projectId: 'nope' }],
    ['of days to come', { startDate: '2099-01-01T00:00:00.000Z', endDate: '2099-02-01T00:00:00.000Z' }],
  ])('are nothing %s', (_says, query) => {
    const summary = insightsSummary(store.data, query, now)
    expect(Object.values(summary).map(({ value, deviation }) => [value, deviation])).toEqual(Array(5).fill([0, null]))
  })

  test.each([
    [
      { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z' },
      '403 The selected date range exceeds the maximum history allowed by your license',
    ],
    [{ endDate: '2026-02-01T00:00:00.000Z' }, '403 Hourly data is not available with your current license'],
  ])('are not told of %j', (query, text) => {
    expect(refusalOf(() => insightsSummary(store.data, query, now))).toBe(text)
  })
})

describe('what a key may do', () => {
  const { operations, filters } = known
  const names = (held: readonly string[], query: Parameters<typeof discover>[2]) =>
    Object.entries(discover(operations, held, query).data.resources).map(
      ([name, { operations, endpoints }]) => `${name}: ${operations.join(' ')} (${endpoints.length})`,
    )

  test('is everything for an owner, with the filters of the service', () => {
    const { data } = discover(operations, scopes.owner, {})
    expect(data.filters).toEqual(filters)
    expect(Object.values(data.resources).flatMap(({ endpoints }) => endpoints).length).toBe(154)
  })

  test('is what needs no scope for a key without any', () => {
    expect(names([], {})).toEqual(['discover:  (1)', 'credential:  (1)'])
  })

  test.each([
    ['by resource', { resource: 'tags' }, ['tags: list create read update delete (5)']],
    ['by operation', { operation: 'changeRole' }, ['user: changeRole (1)']],
    ['by what there is not', { resource: 'nope' }, []],
  ])('is told %s', (_says, query, expected) => {
    expect(names(scopes.owner, query)).toEqual(expected)
    expect(discover(operations, scopes.owner, query).data.filters).toEqual(filters)
  })

  test('has all that an operation is for, whichever of its scopes the key has', () => {
    expect(names(['role:manageProject'], { resource: 'role' })).toEqual(['role: manage manageProject (3)'])
  })

  test('has schemas where they are asked for', () => {
    const tag = {
      operationId: 'createTag',
      method: 'POST',
      path: '/tags',
      resource: 'tags',
      scopes: [],
      requestSchema: {},
    }
    const first = (include?: 'schemas') => discover([tag], [], { include }).data.resources.tags?.endpoints[0]
    expect(first('schemas')).toEqual({
      method: 'POST',
      path: '/api/v1/tags',
      operationId: 'createTag',
      requestSchema: {},
    })
    expect(first()).not.toHaveProperty('requestSchema')
  })
})
