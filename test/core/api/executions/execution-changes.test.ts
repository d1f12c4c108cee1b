import { describe, expect, test } from 'bun:test'
import { createClock } from '../../../../src/core/base/clock.ts'
import { RawJson } from '../../../../src/core/base/raw-json.ts'
import { annotationTagsOf, replaceAnnotationTags } from '../../../../src/core/features/executions/annotation-tags.ts'
import { redactRunData } from '../../../../src/core/features/executions/redact.ts'
import { retryExecution } from '../../../../src/core/features/executions/retry.ts'
import { deleteExecution } from '../../../../src/core/features/executions/rules.ts'
import { executionSelection } from '../../../../src/core/features/executions/selection.ts'
import { type StopSelection, stopExecution, stopExecutions } from '../../../../src/core/features/executions/stop.ts'
import type { ExecutionRecord } from '../../../../src/core/model/execution.ts'
import type { Draft } from '../../../../src/core/model/state.ts'
import { runData } from '../../../../src/runs/schedules/run-data.ts'
import { changed, refusalOf, storeOf } from '../memory-draft.ts'

const clock = createClock(Date.parse('2026-02-01T00:00:00Z'))
const now = clock.iso()
const run = (id: string, status: ExecutionRecord['status'], more: Partial<ExecutionRecord> = {}): ExecutionRecord => ({
  id,
  workflowId: 'w1',
  status,
  finished: status === 'success',
  mode: 'webhook',
  retryOf: null,
  retrySuccessId: null,
  startedAt: `2026-01-0${id}T00:00:00.000Z`,
  stoppedAt: null,
  waitTill: null,
  deletedAt: null,
  ...more,
})
const RUNS = [
  run('1', 'success'),
  run('2', 'error', { data: RawJson.of({ resultData: 'kept' }), workflowVersionId: 'v1' }),
  run('3', 'waiting', { waitTill: '3000-01-01T00:00:00.000Z' }),
  run('4', 'running'),
  run('5', 'crashed', { workflowId: 'w2' }),
  run('6', 'new'),
]
const tag = { id: 'a1', name: 'ann', createdAt: now, updatedAt: now }
function seesAll() {
  return true
}
const act = <T>(change: (draft: Draft) => T) =>
  changed(
    storeOf({
      executions: RUNS,
      annotationTags: [tag],
      counters: { workflows: 0, tags: 0, credentials: 0, executions: 9 },
    }),
    change,
  )

describe('an execution is run again', () => {
  const retry = (draft: Draft, id: string, sees: () => boolean = seesAll) =>
    retryExecution(draft, id, { sees, loadWorkflow: false, clock })

  test('and ends as it did, with the next id', async () => {
    await act(draft => {
      expect(retry(draft, '2')).toMatchObject({
        id: '10',
        status: 'error',
        finished: false,
        mode: 'retry',
        retryOf: '2',
        data: RawJson.of({ resultData: 'kept' }),
      })
      expect(draft.executions.get('2')?.retrySuccessId).toBeNull()
    })
  })

  test('and succeeds where it had not ended', async () => {
    await act(draft => {
      expect(retry(draft, '3')).toMatchObject({ status: 'success', finished: true, waitTill: null })
      expect(draft.executions.get('3')).toMatchObject({ status: 'waiting', retrySuccessId: '10' })
    })
  })

  test.each<[string, () => boolean, string]>([
    ['1', seesAll, '409 The execution succeeded, so it cannot be retried.'],
    ['99', seesAll, '404 The execution with the ID "99" does not exist.'],
    ['2', () => false, '404 The execution with the ID "2" does not exist.'],
  ])('but not %s', async (id, sees, text) => {
    await act(draft => expect(refusalOf(() => retry(draft, id, sees))).toBe(text))
  })
})

describe('an execution is stopped', () => {
  test('where it runs or waits', async () => {
    await act(draft => {
      expect(stopExecution(draft, '3', { sees: seesAll, clock })).toMatchObject({
        status: 'canceled',
        finished: false,
        stoppedAt: now,
        waitTill: null,
      })
      for (const [id, text] of [
        ['1', '409 Only running or waiting executions can be stopped and 1 is currently success'],
        ['99', '404 Failed to find execution to stop'],
      ] as const) {
        expect(refusalOf(() => stopExecution(draft, id, { sees: seesAll, clock }))).toBe(text)
      }
    })
  })

  test.each<[StopSelection, number | string]>([
    [{ status: ['waiting', 'running'] }, 2],
    [{ status: ['queued'] }, 1],
    [{ status: ['waiting'], workflowId: 'w1', startedAfter: '2026-01-04T00:00:00.000Z' }, 0],
    [{ status: ['running'], startedBefore: '2026-01-05T00:00:00.000Z' }, 1],
    [{ status: ['waiting'], workflowId: 'nope' }, '404 Workflow not found or not accessible'],
  ])('with others: %j', async (selection, expected) => {
    await act(draft => {
      const context = { sees: seesAll, seesAnyWorkflow: () => true, seesWorkflow: (id: string) => id === 'w1', clock }
      const stop = (): number => stopExecutions(draft, selection, context)
      expect(typeof expected === 'string' ? refusalOf(stop) : stop()).toBe(expected)
    })
  })

  test('and is deleted unless it runs', async () => {
    const kept = { deletesRunning: false }
    await act(draft => {
      expect(refusalOf(() => deleteExecution(draft, '4', seesAll, kept))).toBe('400 Cannot delete a running execution')
      expect(deleteExecution(draft, '3', seesAll, kept).id).toBe('3')
      expect(refusalOf(() => deleteExecution(draft, '3', seesAll, kept))).toBe('404 Not Found')
    })
  })
})

test('annotation tags are replaced by known ones', async () => {
  await act(draft => {
    expect(replaceAnnotationTags(draft, '1', ['a1', 'a1'], seesAll)).toEqual([tag])
    expect(refusalOf(() => replaceAnnotationTags(draft, '1', ['a1', 'nope'], seesAll))).toBe('404 Some tags not found')
    expect(annotationTagsOf(draft, '1', seesAll)).toEqual([tag])
    expect(replaceAnnotationTags(draft, '1', [], seesAll)).toEqual([])
    expect(refusalOf(() => annotationTagsOf(draft, '99', seesAll))).toBe('404 Not Found')
  })
})

test.each([
  [{}, '1 2 3 5 6'],
  [{ status: 'running' }, '4'],
  [{ status: 'error' }, '2 5'],
  [{ status: 'crashed' }, '5'],
  [{ workflowId: 'w2' }, '5'],
  [{ startedAfter: '2026-01-03T00:00:00.000Z', startedBefore: '2026-01-05T00:00:00.000Z' }, '3 5'],
  [{ projectId: 'nope' }, ''],
] as const)('a list of %j has the executions %s', (asked, ids) => {
  const store = storeOf({ executions: RUNS })
  expect(
    RUNS.filter(executionSelection(store.data, asked))
      .map(({ id }) => id)
      .join(' '),
  ).toBe(ids)
})

describe('run data', () => {
  const item = { json: { secret: 1 }, binary: { file: {} }, pairedItem: { item: 0 } }
  const gone = { json: {}, pairedItem: { item: 0 }, redaction: { redacted: true, reason: 'user_requested' } }
  const dataOf = (shown: object) => ({
    resultData: { runData: { A: [{ startTime: 1, data: { main: [[shown], null] } }] }, lastNodeExecuted: 'A' },
    executionData: { nodeExecutionStack: [{ node: { name: 'B' }, data: { main: [[shown]] } }] },
  })

  test('is shown without what its items held', () => {
    expect(redactRunData(dataOf(item))).toEqual(dataOf(gone))
    expect(JSON.stringify(redactRunData(dataOf(item)))).not.toContain('secret')
  })

  test.each<[odd: unknown, shown: unknown]>([
    [null, null],
    [5, 5],
    [{}, {}],
    [
      { version: 1, resultData: { lastNodeExecuted: 'A', runData: {} } },
      { version: 1, resultData: { lastNodeExecuted: 'A', runData: {} } },
    ],
    [{ resultData: { runData: { A: [null] } } }, { resultData: { runData: { A: [{}] } } }],
    [{ executionData: { nodeExecutionStack: ['secret'] } }, { executionData: { nodeExecutionStack: [{}] } }],
  ])('is shown without what is odd: %j', (odd, shown) => {
    expect(redactRunData(odd)).toStrictEqual(shown)
  })

  test('is measured in bytes of JSON', () => {
    const sizeOf = (data: unknown) =>
      runData.sizeOf(storeOf({}).data, run('1', 'success', { data: RawJson.of(data) }), 'signed')
    expect([{ text: 'ä' }, null].map(sizeOf)).toEqual([13, 0])
  })
})
