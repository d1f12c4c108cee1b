import { describe, expect, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { DEMO_END, readDemo } from '../../src/commands/demo.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Execution {
  id: string
  workflowId: string
  status: string
  mode: string
  startedAt: string
  stoppedAt: string | null
  waitTill?: string
  retryOf?: string
  retrySuccessId?: string
}

async function readExecutions(now: number) {
  const { value } = await readDemo(now)
  return (value as { executions: Execution[] }).executions
}

test('the demo of the end of its two weeks is the file', async () => {
  expect(await readDemo(DEMO_END)).toEqual({ source: 'demo.json', value: demo })
})

test('the demo has times of each form that are moved, and one that is not', async () => {
  const text = JSON.stringify(demo)
  const moved = JSON.stringify((await readDemo(DEMO_END + 400 * DAY)).value)
  for (const form of ['"startTime":', '"timestamp":', '"3000-01-01T00:00:00.000Z"']) {
    expect(text).toContain(form)
    expect(moved).toContain(form)
  }
  expect(moved).not.toMatch(/"2026-11-[012]/)
  for (const [, time] of moved.matchAll(/"(?:startTime|timestamp)":(\d+)/g)) {
    expect(Number(time)).toBeGreaterThan(DEMO_END + 380 * DAY)
  }
})

describe.each([
  ['on the day after', DEMO_END + 10 * HOUR],
  ['in the night of a Sunday', Date.UTC(2026, 11, 6, 3, 21, 9, 5)],
  ['on a Monday, in the minute of a report', Date.UTC(2027, 0, 4, 7, 0, 1)],
  ['two weeks later, less a millisecond', DEMO_END + 14 * DAY - 1],
  ['two weeks later', DEMO_END + 14 * DAY],
  ['between a failure and its retry', Date.parse('2026-12-14T07:25:00Z')],
  ['a leap day', Date.UTC(2028, 1, 29, 12)],
  ['years before', Date.UTC(2020, 0, 1, 12)],
])('a demo that starts %s', (_when, now) => {
  const age = (time: string) => now - Date.parse(time)

  test('has executions of the two weeks before, the newest minutes old', async () => {
    const executions = await readExecutions(now)
    expect(executions).toHaveLength(demo.executions.length)
    const ages = executions.map(({ startedAt }) => age(startedAt))
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    expect(ages.at(-1)).toBeWithin(0, MINUTE)
    expect(ages[0]).toBeLessThan(15 * DAY)
    const ended = executions.flatMap(({ status, stoppedAt }) =>
      status === 'success' && stoppedAt ? age(stoppedAt) : [],
    )
    expect(Math.min(...ended)).toBeWithin(0, 5 * MINUTE)
  })

  test('has one that runs, for less than a minute, and none that waits for a time in the past', async () => {
    const executions = await readExecutions(now)
    const running = executions.filter(({ stoppedAt }) => stoppedAt === null)
    expect(running.map(({ status, startedAt }) => [status, age(startedAt) < MINUTE])).toEqual([['running', true]])
    const waiting = executions.filter(({ status }) => status === 'waiting')
    expect(waiting.length).toBeGreaterThan(2)
    expect(waiting.filter(({ waitTill }) => age(String(waitTill)) >= 0)).toEqual([])
  })

  test('has schedules that ran at their hour and on their weekday', async () => {
    const slots = (executions: Execution[]) =>
      executions
        .filter(({ mode }) => mode === 'trigger')
        .map(({ workflowId, startedAt }) => `${workflowId} ${new Date(startedAt).getUTCDay()} ${startedAt.slice(11)}`)
        .sort()
    expect(slots(await readExecutions(now))).toEqual(slots(demo.executions as Execution[]))
  })

  test('has ids in order, to which retries refer', async () => {
    const executions = await readExecutions(now)
    expect(executions.map(({ id }) => id)).toEqual(demo.executions.map(({ id }) => id))
    const byId = new Map(executions.map(execution => [execution.id, execution]))
    const retries = executions.filter(({ retryOf }) => retryOf !== undefined)
    expect(retries).toHaveLength(demo.executions.filter(it => 'retryOf' in it).length)
    for (const { id, workflowId, status, startedAt, retryOf = '' } of retries) {
      const retried = byId.get(retryOf)
      expect(retried).toMatchObject({ workflowId, status: 'error' })
      expect(age(retried?.startedAt ?? '')).toBeGreaterThan(age(startedAt))
      if (status === 'success') expect(retried?.retrySuccessId).toBe(id)
    }
  })

  test('has other records that are changed on the last day, and never later', async () => {
    const { executions: _, ...records } = (await readDemo(now)).value as Record<string, unknown>
    const times = JSON.stringify(records).match(/"20\d\d-\d\d-\d\dT[\d:.]+Z"/g) ?? []
    expect(Math.min(...times.map(time => age(JSON.parse(time))))).toBeWithin(0, DAY + HOUR)
  })
})
