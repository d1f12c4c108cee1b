import { describe, expect, test } from 'bun:test'
import { Cron } from 'croner'
import { type FixtureOf, type Node, startInstance } from '../../src/testing.ts'
import { cron, inARow, noOp, schedule, webhook } from './workflows.ts'

const DAY = '2026-03-02T00:00:00Z'
const workflow = (id: string, node: Node, rest: Partial<FixtureOf<'workflows'>> = {}) => ({
  ...{ id, name: `Workflow ${id}`, active: true },
  ...inARow(node, noOp('Done')),
  ...rest,
})
const start = (workflows: FixtureOf<'workflows'>[], options = {}) =>
  startInstance({ ...{ socket: false, simulate: true, clock: DAY, idSeed: 'a' }, fixture: { workflows }, ...options })
type Instance = Awaited<ReturnType<typeof start>>

const timesOf = (instance: Instance) => instance.state('executions').executions.map(({ startedAt }) => startedAt)

/** Croner's own dates, after the start and up to the end. */
function dates(pattern: string, timezone: string, from: string, until: string): string[] {
  const rule = new Cron(pattern, { timezone })
  const found: string[] = []
  for (let next = rule.nextRun(new Date(from)); next && next <= new Date(until); next = rule.nextRun(next)) {
    found.push(next.toISOString())
  }
  return found
}

describe('runs when it is due', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ field: 'seconds', secondsInterval: 30 }, '*/30 * * * * *'],
    [{ field: 'minutes', minutesInterval: 10 }, '0 */10 * * * *'],
    [{ field: 'hours', hoursInterval: 2, triggerAtMinute: 15 }, '0 15 */2 * * *'],
    [{ field: 'days', triggerAtHour: 9, triggerAtMinute: 30 }, '0 30 9 * * *'],
    [{ field: 'weeks', triggerAtDay: [1, 2], triggerAtHour: 7 }, '0 0 7 * * 1,2'],
    [{ field: 'months', triggerAtDayOfMonth: 2, triggerAtHour: 3 }, '0 0 3 2 */1 *'],
    [{ field: 'cronExpression', expression: '5 4 * * *' }, '5 4 * * *'],
  ])('%j', async (interval, pattern) => {
    const until = '2026-03-02T06:00:00Z'
    await using instance = await start([workflow('1', schedule(interval))])
    await instance.clock.set(until)
    expect(timesOf(instance)).toEqual(dates(pattern, 'UTC', DAY, until).slice(-1000))
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ mode: 'everyMinute' }, '* * * * *', '2026-03-02T02:00:00Z'],
    [{ mode: 'everyHour' }, '0 * * * *', '2026-03-02T06:00:00Z'],
    [{ mode: 'everyHour', minute: 20 }, '20 * * * *', '2026-03-02T06:00:00Z'],
    [{ mode: 'everyX', unit: 'minutes' }, '*/2 * * * *', '2026-03-02T01:00:00Z'],
    [{ mode: 'everyX', unit: 'minutes', value: 7 }, '*/7 * * * *', '2026-03-02T02:00:00Z'],
    [{ mode: 'everyX', unit: 'hours' }, '0 */2 * * *', '2026-03-03T00:00:00Z'],
    [{ mode: 'everyX', unit: 'hours', value: 5 }, '0 */5 * * *', '2026-03-03T00:00:00Z'],
    [{ mode: 'everyWeek' }, '0 14 * * 1', '2026-03-20T00:00:00Z'],
    [{ mode: 'everyWeek', weekday: 4, hour: 3, minute: 5 }, '5 3 * * 4', '2026-03-20T00:00:00Z'],
    [{ mode: 'everyMonth' }, '0 14 1 * *', '2026-05-02T00:00:00Z'],
    [{ mode: 'everyMonth', dayOfMonth: 9, hour: 3, minute: 5 }, '5 3 9 * *', '2026-05-02T00:00:00Z'],
    [{ mode: 'custom', cronExpression: '= 5 4 * * * ' }, '5 4 * * *', '2026-03-05T00:00:00Z'],
    [{}, '0 14 * * *', '2026-03-05T00:00:00Z'],
  ])('a cron node that says %j', async (item, pattern, until) => {
    const node = { name: 'Cron', type: 'n8n-nodes-base.cron', parameters: { triggerTimes: { item: [item] } } }
    await using instance = await start([workflow('1', node)])
    await instance.clock.set(until)
    expect(timesOf(instance)).toEqual(dates(pattern, 'UTC', DAY, until))
    expect(timesOf(instance).length).toBeGreaterThan(1)
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{}, '0 0 * * *', '2026-03-05T00:00:00Z'],
    [{ field: 'seconds' }, '*/30 * * * * *', '2026-03-02T00:10:00Z'],
    [{ field: 'minutes' }, '*/5 * * * *', '2026-03-02T02:00:00Z'],
    [{ field: 'hours' }, '0 * * * *', '2026-03-02T06:00:00Z'],
    [{ field: 'weeks' }, '0 0 * * 0', '2026-03-20T00:00:00Z'],
    [{ field: 'weeks', triggerAtDay: [] }, '0 0 * * *', '2026-03-05T00:00:00Z'],
    [{ field: 'months' }, '0 0 1 * *', '2026-05-02T00:00:00Z'],
  ])('a schedule that leaves out all that it can: %j', async (interval, pattern, until) => {
    await using instance = await start([workflow('1', schedule(interval))])
    await instance.clock.set(until)
    expect(timesOf(instance)).toEqual(dates(pattern, 'UTC', DAY, until))
    expect(timesOf(instance).length).toBeGreaterThan(1)
  })

  test.each([
    ['2026-03-01T00:00:00Z', 'March 1st 2026, 12:00:00 am'],
    ['2026-03-02T05:06:07Z', 'March 2nd 2026, 5:06:07 am'],
    ['2026-03-03T12:00:00Z', 'March 3rd 2026, 12:00:00 pm'],
    ['2026-03-04T13:00:00Z', 'March 4th 2026, 1:00:00 pm'],
    ['2026-03-11T23:00:00Z', 'March 11th 2026, 11:00:00 pm'],
    ['2026-03-12T00:00:00Z', 'March 12th 2026, 12:00:00 am'],
    ['2026-03-13T00:00:00Z', 'March 13th 2026, 12:00:00 am'],
    ['2026-03-21T00:00:00Z', 'March 21st 2026, 12:00:00 am'],
    ['2026-03-22T00:00:00Z', 'March 22nd 2026, 12:00:00 am'],
    ['2026-03-23T00:00:00Z', 'March 23rd 2026, 12:00:00 am'],
  ])('at %s, and puts out its date as %s', async (time, readable) => {
    const at = new Date(time)
    const expression = `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
    const clock = new Date(at.getTime() - 1000).toISOString()
    await using instance = await start([workflow('1', cron(expression))], { clock })
    await instance.clock.set(time)
    const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
    expect(text).toContain(`"Readable date":"${readable}"`)
    expect(text).toContain(`"Readable time":"${readable.split(', ')[1]}"`)
  })

  test.each<[string, Node, string[]]>([
    [
      'a cron node',
      {
        name: 'Cron',
        type: 'n8n-nodes-base.cron',
        parameters: { triggerTimes: { item: [{ mode: 'everyDay', hour: 5 }] } },
      },
      ['2026-03-02T05:00:00.000Z'],
    ],
    [
      'an interval node',
      { name: 'Interval', type: 'n8n-nodes-base.interval', parameters: { interval: 4, unit: 'hours' } },
      ['2026-03-02T04:00:00.000Z', '2026-03-02T08:00:00.000Z'],
    ],
  ])('%s', async (_name, node, times) => {
    await using instance = await start([workflow('1', node)])
    await instance.clock.advance('9h')
    expect(timesOf(instance)).toEqual(times)
  })

  test('every second day, whichever way the clock is moved', async () => {
    const once = await start([workflow('1', schedule({ field: 'days', daysInterval: 2, triggerAtHour: 8 }))])
    await once.clock.advance('10d')
    const often = await start([workflow('1', schedule({ field: 'days', daysInterval: 2, triggerAtHour: 8 }))])
    for (let hour = 0; hour < 240; hour += 7) await often.clock.advance('7h')
    await often.clock.set('2026-03-12T00:00:00Z')
    expect(timesOf(once).length).toBe(5)
    expect(timesOf(often).slice(0, 5)).toEqual(timesOf(once))
    await once.stop()
    await often.stop()
  })
})

describe('across a change of daylight saving', () => {
  test.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-03-27T00:00:00Z', '2026-03-31T00:00:00Z'],
    ['0 * * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T00:00:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-23T00:00:00Z', '2026-10-28T00:00:00Z'],
    ['*/20 * * * *', 'America/New_York', '2026-10-31T12:00:00Z', '2026-11-02T00:00:00Z'],
    ['0 9 * * 1-5', 'America/New_York', '2026-02-20T00:00:00Z', '2026-04-20T00:00:00Z'],
    ['15 1 * * *', 'Australia/Lord_Howe', '2026-03-20T00:00:00Z', '2026-04-20T00:00:00Z'],
    ['0 0 1 * *', 'Africa/Casablanca', '2026-01-10T00:00:00Z', '2026-12-20T00:00:00Z'],
  ])('%s in %s from %s', async (pattern, timezone, from, until) => {
    await using instance = await start([workflow('1', cron(pattern), { settings: { timezone } })], { clock: from })
    await instance.clock.set(until)
    expect(timesOf(instance)).toEqual(dates(pattern, timezone, from, until))
    expect(timesOf(instance).length).toBeGreaterThan(3)
  })
})

/** Five schedules and two webhooks. */
const demoDay = [
  workflow('1', cron('*/5 * * * *')),
  workflow('2', cron('*/3 * * * *'), { settings: { timezone: 'Europe/Berlin' } }),
  workflow('3', schedule({ field: 'hours' }), { settings: { timezone: 'America/New_York' } }),
  workflow('4', schedule({ field: 'minutes', minutesInterval: 10 })),
  workflow('5', cron('0 9 * * *'), { settings: { timezone: 'Asia/Tokyo' } }),
  workflow('6', webhook('orders', { httpMethod: 'POST' })),
  workflow('7', webhook('refunds')),
]

async function playDay() {
  await using instance = await start(demoDay, { faultSeed: 7 })
  instance.simulation.add({ workflow: '1', error: 'Timed out', probability: 0.2 })
  instance.simulation.add({ workflow: '3', duration: '90m' })
  instance.simulation.add({ workflow: '4', node: 'Done', wait: '30m', times: 3 })
  await instance.request('POST', '/webhook/orders', { total: 3 }, { key: null })
  await instance.clock.advance('12h')
  await instance.request('GET', '/webhook/refunds', undefined, { key: null })
  await instance.clock.advance('12h')
  return instance.state('executions').executions
}

test('a day has exactly the executions of croner’s dates, the same twice under one seed', async () => {
  const [first, second] = [await playDay(), await playDay()]
  expect(second).toEqual(first)
  const until = '2026-03-03T00:00:00Z'
  const expected: Record<string, string[]> = {
    '1': dates('*/5 * * * *', 'UTC', DAY, until),
    '2': dates('*/3 * * * *', 'Europe/Berlin', DAY, until),
    '3': dates('0 0 * * * *', 'America/New_York', DAY, until),
    '4': dates('0 */10 * * * *', 'UTC', DAY, until),
    '5': dates('0 9 * * *', 'Asia/Tokyo', DAY, until),
    '6': ['2026-03-02T00:00:00.000Z'],
    '7': ['2026-03-02T12:00:00.000Z'],
  }
  for (const [id, times] of Object.entries(expected)) {
    const own = first.filter(({ workflowId }) => workflowId === id)
    expect([id, own.map(({ startedAt }) => startedAt)]).toEqual([id, times])
  }
  const started = first.map(({ startedAt }) => startedAt ?? '')
  expect(started).toEqual(started.toSorted())
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['success', 'error', 'running']))
})

test('of a jump the last 1,000 are played, and that is said', async () => {
  const told: string[] = []
  await using instance = await start([workflow('1', cron('* * * * *'))], { report: (text: string) => told.push(text) })
  await instance.clock.advance('365d')
  const times = timesOf(instance)
  expect([times.length, times.at(-1)]).toEqual([1000, '2027-03-02T00:00:00.000Z'])
  expect(instance.simulation.notes.join()).toContain('the last 1000 were played')
  expect(told.length).toBe(1)
})

describe('what cannot run does not, and says why', () => {
  test.each([
    ['a bad cron expression', cron('every morning'), {}, 'the schedule of node "Schedule" cannot be read'],
    ['one that only code gives', cron('={{ $json.x }}'), {}, 'the schedule of node "Schedule" cannot be read'],
    ['minutes that are none', schedule({ field: 'minutes', minutesInterval: 'x' }), {}, 'cannot be read'],
    ['an unknown time zone', cron('* * * * *'), { timezone: 'Mars/Olympus' }, 'there is no time zone "Mars/Olympus"'],
  ])('%s', async (_name, node, settings, note) => {
    const other = workflow('2', cron('0 * * * *'))
    await using instance = await start([workflow('1', node, { settings }), other], { report() {} })
    await instance.clock.advance('2h')
    expect(instance.state('executions').executions.map(({ workflowId }) => workflowId)).toEqual(['2', '2'])
    expect(instance.simulation.notes.join()).toContain(note)
  })

  test('a day that never comes', async () => {
    await using instance = await start([workflow('1', cron('0 0 30 2 *'))])
    await instance.clock.advance('365d')
    expect(timesOf(instance)).toEqual([])
  })
})

test('deactivation ends a schedule at once, activation begins it from then', async () => {
  await using instance = await start([workflow('1', cron('0 * * * *'))])
  await instance.clock.advance('2h')
  await instance.request('POST', '/api/v1/workflows/1/deactivate')
  await instance.clock.advance('2h')
  await instance.request('POST', '/api/v1/workflows/1/activate')
  await instance.clock.advance('1h')
  expect(timesOf(instance).map(time => time?.slice(11, 13))).toEqual(['01', '02', '05'])
})

test('off means off: the clock moves, and nothing runs, then or later', async () => {
  await using instance = await start([workflow('1', cron('0 * * * *'))], { simulate: false })
  await instance.clock.advance('2h')
  instance.simulation.turn(true)
  await instance.clock.advance('1h')
  expect(timesOf(instance)).toEqual(['2026-03-02T03:00:00.000Z'])
})

test('while real time passes, what is due runs by itself', async () => {
  await using instance = await start([workflow('1', cron('* * * * * *'))], { clockMode: 'running' })
  const deadline = Date.now() + 10_000
  while (timesOf(instance).length < 2 && Date.now() < deadline) await Bun.sleep(50)
  expect(timesOf(instance).slice(0, 2)).toEqual(['2026-03-02T00:00:01.000Z', '2026-03-02T00:00:02.000Z'])
})

test('a clock that is set back runs nothing twice', async () => {
  await using instance = await start([workflow('1', cron('0 * * * *'))])
  await instance.clock.advance('2h')
  await instance.clock.set('2026-03-02T01:30:00Z')
  expect(timesOf(instance).length).toBe(2)
  await instance.clock.advance('1h')
  expect(timesOf(instance).length).toBe(3)
})
