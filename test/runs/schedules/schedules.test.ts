import { describe, expect, test } from 'bun:test'
import { DAY, dates, start, timesOf, workflow } from './scheduled.ts'
import { cron, inARow, noOp, schedule, webhook } from './workflows.ts'

describe('across a change of daylight saving', () => {
  test.each([
    { pattern: '30 2 * * *', zone: 'Europe/Berlin', from: '2026-03-27T00:00:00Z', until: '2026-03-31T00:00:00Z' },
    { pattern: '0 * * * *', zone: 'Europe/Berlin', from: '2026-03-28T12:00:00Z', until: '2026-03-30T00:00:00Z' },
    { pattern: '30 2 * * *', zone: 'Europe/Berlin', from: '2026-10-23T00:00:00Z', until: '2026-10-28T00:00:00Z' },
    { pattern: '*/20 * * * *', zone: 'America/New_York', from: '2026-10-31T12:00:00Z', until: '2026-11-02T00:00:00Z' },
    { pattern: '0 9 * * 1-5', zone: 'America/New_York', from: '2026-02-20T00:00:00Z', until: '2026-04-20T00:00:00Z' },
    { pattern: '15 1 * * *', zone: 'Australia/Lord_Howe', from: '2026-03-20T00:00:00Z', until: '2026-04-20T00:00:00Z' },
    { pattern: '0 0 1 * *', zone: 'Africa/Casablanca', from: '2026-01-10T00:00:00Z', until: '2026-12-20T00:00:00Z' },
  ])('$pattern in $zone from $from', async ({ pattern, zone, from, until }) => {
    await using instance = await start([workflow('1', cron(pattern), { settings: { timezone: zone } })], {
      clock: from,
    })
    await instance.clock.set(until)
    expect(timesOf(instance)).toEqual(dates(pattern, zone, from, until))
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
  const workflows = [workflow('1', cron('* * * * *')), workflow('2', cron('30 21 7 1 3 *'))]
  await using instance = await start(workflows, { report: (text: string) => told.push(text) })
  await instance.clock.advance('365d')
  const times = timesOf(instance)
  expect([times.length, times.at(0), times.at(-1)]).toEqual([
    1000,
    '2027-03-01T07:21:30.000Z',
    '2027-03-02T00:00:00.000Z',
  ])
  const note =
    'more than 1000 scheduled runs were due from 2026-03-02T00:00:00.000Z to 2027-03-02T00:00:00.000Z: ' +
    'the last 1000 were played'
  expect([instance.simulation.notes, told]).toEqual([[note], [`Simulation: ${note}`]])
})

describe('what cannot run does not, and says why', () => {
  test.each([
    ['a bad cron expression', cron('every morning'), {}, 'the schedule of node "Schedule" cannot be read'],
    ['one that only code gives', cron('={{ $json.x }}'), {}, 'the schedule of node "Schedule" cannot be read'],
    [
      'no expression at all',
      schedule({ field: 'cronExpression' }),
      {},
      'the schedule of node "Schedule" cannot be read',
    ],
    ['a number of parts that no clock has', cron('* * * *'), {}, 'the schedule of node "Schedule" cannot be read'],
    [
      'a cron node without an expression',
      { name: 'Cron', type: 'n8n-nodes-base.cron', parameters: { triggerTimes: { item: [{ mode: 'custom' }] } } },
      {},
      'the schedule of node "Cron" cannot be read',
    ],
    ['minutes that are none', schedule({ field: 'minutes', minutesInterval: 'x' }), {}, 'cannot be read'],
    ['an unknown time zone', cron('* * * * *'), { timezone: 'Mars/Olympus' }, 'there is no time zone "Mars/Olympus"'],
  ])('%s', async (_name, node, settings, note) => {
    const other = workflow('2', cron('0 * * * *'))
    await using instance = await start([workflow('1', node, { settings }), other], { report() {} })
    await instance.clock.advance('2h')
    expect(instance.state('executions').executions.map(({ workflowId }) => workflowId)).toEqual(['2', '2'])
    expect(instance.simulation.notes.length).toBe(1)
    expect(instance.simulation.notes.join()).toStartWith('workflow 1 does not run by its schedule: ')
    expect(instance.simulation.notes.join()).toEndWith(note)
  })

  test('once where it is the same again, the last twenty of all, and none after a reset', async () => {
    const hourly = workflow('0', cron('0 * * * *'))
    const bad = (count: number) => Array.from({ length: count }, (_, at) => workflow(String(at + 1), cron('x')))
    await using once = await start([hourly, ...bad(1)], { report() {} })
    await once.clock.advance('1h')
    await once.clock.advance('1h')
    expect(once.simulation.notes.length).toBe(1)
    await using many = await start([hourly, ...bad(21)], { report() {} })
    await many.clock.advance('1h')
    const named = many.simulation.notes.map(note => / (\d+) /.exec(note)?.[1])
    expect(named).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 2)))
    await many.request('POST', '/_control/reset')
    expect(many.simulation.notes).toEqual([])
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

test('after a reset, schedules run from the time that the clock then has', async () => {
  await using instance = await start([workflow('1', cron('0 * * * *'))])
  await instance.clock.advance('5h')
  await instance.request('POST', '/_control/reset')
  await instance.clock.advance('2h')
  expect(timesOf(instance)).toEqual(['2026-03-02T01:00:00.000Z', '2026-03-02T02:00:00.000Z'])
})

test('a stop ends a jump before all that is due has run', async () => {
  const nodes = Array.from({ length: 40 }, (_, at) => noOp(`Node ${at}`))
  const often = { id: '1', name: 'Often', active: true, ...inARow(cron('* * * * *'), ...nodes) }
  const instance = await start([often])
  const advanced = instance.clock.advance('1000m').catch(error => error)
  await new Promise(resolve => setTimeout(resolve))
  await instance.stop()
  await advanced
  expect(timesOf(instance).length).toBeLessThan(1000)
})

test('after a stop the clock moves, and nothing runs, also where it is turned off and on', async () => {
  const instance = await start([workflow('1', cron('0 * * * *'))])
  await instance.stop()
  await instance.clock.advance('2h')
  instance.simulation.turn(false)
  instance.simulation.turn(true)
  await instance.clock.advance('2h')
  expect(timesOf(instance)).toEqual([])
})

test('while real time passes, what is due runs by itself', async () => {
  await using instance = await start([workflow('1', cron('* * * * * *'))], { clockMode: 'running' })
  while (timesOf(instance).length < 2) await Bun.sleep(50)
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
