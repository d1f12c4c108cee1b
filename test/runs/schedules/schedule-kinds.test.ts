import { describe, expect, test } from 'bun:test'
import type { Node } from '../../../src/testing.ts'
import { DAY, dates, start, timesOf, workflow } from './scheduled.ts'
import { cron, schedule } from './workflows.ts'

const bare = (parameters: Record<string, unknown> | undefined): Node => ({
  name: 'Schedule',
  type: 'n8n-nodes-base.scheduleTrigger',
  ...(parameters ? { parameters } : {}),
})

describe('runs when it is due', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ field: 'seconds', secondsInterval: 30 }, '*/30 * * * * *'],
    [{ field: 'minutes', minutesInterval: 10 }, '0 */10 * * * *'],
    [{ field: 'hours', hoursInterval: 2, triggerAtMinute: 15 }, '0 15 */2 * * *'],
    [{ field: 'days', triggerAtHour: 9, triggerAtMinute: 30 }, '0 30 9 * * *'],
    [{ field: 'weeks', triggerAtDay: [1, 2], triggerAtHour: 7 }, '0 0 7 * * 1,2'],
    [{ field: 'months', triggerAtDayOfMonth: 2, triggerAtHour: 3 }, '0 0 3 2 */1 *'],
    [{ field: 'cronExpression', expression: '5 4 * * *' }, '5 4 * * *'],
    [{ field: 'cronExpression', expression: '=5 4 * * *' }, '5 4 * * *'],
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
    [{ field: 'weeks', triggerAtDay: 3, triggerAtMinute: 5 }, '5 0 * * 0', '2026-03-20T00:00:00Z'],
    [{ field: 'months' }, '0 0 1 * *', '2026-05-02T00:00:00Z'],
    [{ field: 'months', monthsInterval: 2, triggerAtMinute: 5 }, '5 0 1 */2 *', '2026-08-02T00:00:00Z'],
  ])('a schedule that says no more than %j', async (interval, pattern, until) => {
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

  const INTERVALS: { parameters: Record<string, unknown>; time: string; every: number; count: number }[] = [
    { parameters: {}, time: '5s', every: 1000, count: 5 },
    { parameters: { interval: 1 }, time: '5s', every: 1000, count: 5 },
    { parameters: { interval: 90 }, time: '9m', every: 90_000, count: 6 },
    { parameters: { unit: 'minutes' }, time: '5m', every: 60_000, count: 5 },
    { parameters: { interval: 7, unit: 'minutes' }, time: '29m', every: 420_000, count: 4 },
    { parameters: { unit: 'hours' }, time: '5h', every: 3_600_000, count: 5 },
    { parameters: { interval: 0 }, time: '5s', every: 1000, count: 0 },
    { parameters: { interval: 0.5 }, time: '5s', every: 1000, count: 0 },
    { parameters: { interval: 1, unit: 'days' }, time: '3d', every: 1000, count: 0 },
    { parameters: { interval: 'x' }, time: '5s', every: 1000, count: 0 },
  ]

  for (const { parameters, time, every, count } of INTERVALS) {
    test(`an interval node that says ${JSON.stringify(parameters)}, in ${time} every ${every} ms: ${count} times`, async () => {
      const node = { name: 'Interval', type: 'n8n-nodes-base.interval', parameters }
      // intervals are counted from 1970
      await using instance = await start([workflow('1', node)], { clock: '1970-01-01T00:00:00Z' })
      await instance.clock.advance(time)
      const expected = Array.from({ length: count }, (_, at) => new Date((at + 1) * every).toISOString())
      expect(timesOf(instance)).toEqual(expected)
    })
  }

  test.each<[Record<string, unknown>, string, string[]]>([
    [{ field: 'days', daysInterval: 1 }, '3d', ['03', '04', '05']],
    [{ field: 'days', daysInterval: 3 }, '7d', ['05', '08']],
    [{ field: 'days', daysInterval: '3' }, '7d', ['05', '08']],
    [{ field: 'days', daysInterval: '1' }, '3d', ['03', '04', '05']],
    [{ field: 'days', daysInterval: 366 }, '348d', ['13']],
    [{ field: 'days', daysInterval: 366 }, '347d', []],
    [{ field: 'days', daysInterval: 0 }, '3d', []],
    [{ field: 'days', daysInterval: 367 }, '40d', []],
    [{ field: 'days', daysInterval: 1.5 }, '3d', []],
    [{ field: 'weeks', triggerAtDay: [1], weeksInterval: 1 }, '15d', ['09', '16']],
    [{ field: 'weeks', triggerAtDay: [1], weeksInterval: 2 }, '15d', ['09']],
    [{ field: 'weeks', triggerAtDay: [0, 6], weeksInterval: 2 }, '15d', ['08', '14']],
    [
      { field: 'weeks', triggerAtDay: [0, 1, 2, 3, 4, 5, 6], weeksInterval: 366 },
      '2600d',
      ['13', '14', '15', '16', '17', '18', '19'],
    ],
  ])('%j is due in %s on the days %j', async (interval, time, days) => {
    await using instance = await start([workflow('1', schedule(interval))])
    await instance.clock.advance(time)
    expect(timesOf(instance).map(text => text?.slice(8, 10))).toEqual(days)
  })

  test.each<[string, Node[], string[]]>([
    ['a schedule without a rule at midnight', [bare({})], ['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z']],
    ['a schedule without parameters too', [bare(undefined)], ['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z']],
    ['a schedule with an empty rule never', [bare({ rule: { interval: [] } })], []],
    ['a disabled schedule never', [{ ...bare({}), disabled: true }], []],
    ['a cron node without times never', [{ name: 'Cron', type: 'n8n-nodes-base.cron', parameters: {} }], []],
    ['none where one of two cannot be read', [bare({}), { ...cron('x'), name: 'Other' }], []],
    [
      'one beside one that is disabled',
      [bare({}), { ...cron('x'), name: 'Other', disabled: true }],
      ['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
    ],
  ])('%s', async (_name, nodes, times) => {
    await using instance = await start([{ id: '1', name: 'w', active: true, nodes, connections: {} }], { report() {} })
    await instance.clock.advance('49h')
    expect(timesOf(instance)).toEqual(times)
  })

  test('one workflow has a limited number of schedules', async () => {
    const never = Array<object>(999).fill({ field: 'cronExpression', expression: '0 0 1 1 *' })
    const at = (hour: number) => ({ field: 'days', triggerAtHour: hour })
    await using instance = await start([workflow('1', bare({ rule: { interval: [...never, at(5), at(6)] } }))])
    await instance.clock.advance('9h')
    expect(timesOf(instance)).toEqual(['2026-03-02T05:00:00.000Z'])
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

test.each([
  ['2026-01-04T23:08:09Z', 'America/New_York', ['Sunday', '2026', 'January', '04', '18', '08', '09']],
  ['2026-02-28T00:00:00Z', 'UTC', ['Saturday', '2026', 'February', '28', '00', '00', '00']],
  ['2026-04-01T00:00:00Z', 'UTC', ['Wednesday', '2026', 'April', '01', '00', '00', '00']],
  ['2026-05-01T00:00:00Z', 'UTC', ['Friday', '2026', 'May', '01', '00', '00', '00']],
  ['2026-06-04T00:00:00Z', 'UTC', ['Thursday', '2026', 'June', '04', '00', '00', '00']],
  ['2026-07-07T00:00:00Z', 'UTC', ['Tuesday', '2026', 'July', '07', '00', '00', '00']],
  ['2026-08-31T00:00:00Z', 'UTC', ['Monday', '2026', 'August', '31', '00', '00', '00']],
  ['2026-09-30T00:00:00Z', 'UTC', ['Wednesday', '2026', 'September', '30', '00', '00', '00']],
  ['2026-10-10T00:00:00Z', 'UTC', ['Saturday', '2026', 'October', '10', '00', '00', '00']],
  ['2026-11-11T00:00:00Z', 'UTC', ['Wednesday', '2026', 'November', '11', '00', '00', '00']],
  ['2026-12-31T20:00:00Z', 'Asia/Tokyo', ['Friday', '2027', 'January', '01', '05', '00', '00']],
  ['2026-12-31T23:59:59Z', 'UTC', ['Thursday', '2026', 'December', '31', '23', '59', '59']],
])('at %s in %s a schedule puts out %j', async (time, timezone, parts) => {
  const clock = new Date(Date.parse(time) - 1000).toISOString()
  await using instance = await start([workflow('1', cron('* * * * * *'), { settings: { timezone } })], { clock })
  await instance.clock.set(time)
  const [{ data } = {}] = instance.state('executions').executions
  const item = (data as Data).resultData.runData.Schedule?.[0]?.data.main[0]?.[0]?.json
  const names = ['Day of week', 'Year', 'Month', 'Day of month', 'Hour', 'Minute', 'Second']
  expect(names.map(name => item?.[name])).toEqual(parts)
})
interface Data {
  resultData: { runData: Record<string, { data: { main: { json: Record<string, unknown> }[][] } }[]> }
}

describe('puts out the wall clock of its zone', () => {
  test.each([
    { zone: 'Europe/Berlin', at: '2026-03-29T00:59:00Z', local: '2026-03-29T01:59:00.000+01:00', day: 'Sunday' },
    { zone: 'Europe/Berlin', at: '2026-03-29T01:00:00Z', local: '2026-03-29T03:00:00.000+02:00', day: 'Sunday' },
    { zone: 'Europe/Berlin', at: '2026-10-25T00:30:00Z', local: '2026-10-25T02:30:00.000+02:00', day: 'Sunday' },
    { zone: 'Europe/Berlin', at: '2026-10-25T01:30:00Z', local: '2026-10-25T02:30:00.000+01:00', day: 'Sunday' },
    { zone: 'America/New_York', at: '2026-03-02T02:00:00Z', local: '2026-03-01T21:00:00.000-05:00', day: 'Sunday' },
    { zone: 'America/St_Johns', at: '2026-03-02T00:00:00Z', local: '2026-03-01T20:30:00.000-03:30', day: 'Sunday' },
    { zone: 'Asia/Kathmandu', at: '2026-03-02T20:00:00Z', local: '2026-03-03T01:45:00.000+05:45', day: 'Tuesday' },
    { zone: 'Australia/Lord_Howe', at: '2026-04-04T14:59:00Z', local: '2026-04-05T01:59:00.000+11:00', day: 'Sunday' },
    { zone: 'Australia/Lord_Howe', at: '2026-04-04T15:00:00Z', local: '2026-04-05T01:30:00.000+10:30', day: 'Sunday' },
    { zone: 'Europe/London', at: '2026-03-02T00:00:00Z', local: '2026-03-02T00:00:00.000+00:00', day: 'Monday' },
    { zone: 'Europe/London', at: '2026-07-02T00:00:00Z', local: '2026-07-02T01:00:00.000+01:00', day: 'Thursday' },
    { zone: 'UTC', at: '2026-03-02T00:00:00Z', local: '2026-03-02T00:00:00.000+00:00', day: 'Monday' },
  ])('$zone at $at', async ({ zone: timezone, at: time, local: timestamp, day }) => {
    const clock = new Date(Date.parse(time) - 1000).toISOString()
    await using instance = await start([workflow('1', cron('* * * * *'), { settings: { timezone } })], { clock })
    await instance.clock.set(time)
    const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
    expect(text).toContain(`"timestamp":"${timestamp}"`)
    expect(text).toContain(`"Day of week":"${day}"`)
    expect(text).toContain(`"Timezone":"${timezone} (UTC${timestamp.slice(-6)})"`)
  })
})
