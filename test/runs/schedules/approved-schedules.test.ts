// Small faults in the rules of schedules, or in the times at which they are due, change a line of one of these tables.
import { describe, expect, test } from 'bun:test'
import { runAtOnce } from '../../../src/core/base/run-in-slices.ts'
import { createDateBudget, dueTimes, nextDue } from '../../../src/runs/schedules/due-times.ts'
import { scheduleItem } from '../../../src/runs/schedules/schedule-item.ts'
import { scheduleOf } from '../../../src/runs/schedules/schedule-triggers.ts'
import type { Node } from '../../../src/testing.ts'
import { shortened, shown } from './approved.ts'
import { node } from './playing.ts'

const FROM = Date.parse('2026-03-27T21:30:00Z')
const MOST = 12
const DAY = 86_400_000
const stretch = (from: number, until: number, most: number) => ({ from, until, most, budget: createDateBudget() })

/** `27 21:30` of March, or with its month and year; seconds where there are any. */
const told = (time: number) =>
  new Date(time)
    .toISOString()
    .replace('2026-03-', '')
    .replace('2026-', '')
    .replace('T', ' ')
    .replace(/(:00)?\.000Z$/, '')

/** When nodes are due, the next first, or why they never are. */
function dueOf(nodes: Node[], { zone = 'Europe/Berlin', settings = {}, days = 400, from = FROM } = {}): string {
  const { zone: used, triggers, problem } = scheduleOf({ nodes, settings }, zone)
  if (problem !== undefined) return `${problem} (${used}, ${triggers.length})`
  const lines = triggers.map(({ node: name, timing }) => {
    const next = runAtOnce(nextDue(timing, used, from))
    if (next === undefined) return `${name} never`
    // as many as a few steps from the next one
    const span = Math.min(days * DAY, Math.max((next - from) * 6, 4000))
    const times = runAtOnce(dueTimes(timing, used, stretch(from, from + span, MOST)))
    return `${name} ${told(next)}: ${times.toReversed().slice(-3).map(told).join(', ')} of ${times.length}`
  })
  return lines.length === 0 ? `none in ${used}` : lines.join('; ')
}

const by = (interval: unknown, name = 'S') => node(name, 'scheduleTrigger', { rule: { interval } })
const cron = (item: unknown, name = 'C') => node(name, 'cron', { triggerTimes: { item } })
const every = (parameters: Record<string, unknown>) => node('I', 'interval', parameters)
const lines = <T>(values: T[], made: (value: T) => Node[], options = {}) =>
  values.map(value => `${shown(value, 140)} → ${dueOf(made(value), options)}`)
const ODD = [null, '', 'x', 1.5, -1, true, '5']

describe('schedules are due as approved (bun run generate writes them)', () => {
  test('fields of a schedule trigger', () => {
    const fields = [
      {},
      ...[1, 2, 30, 59, 60, 0, ...ODD].map(secondsInterval => ({ field: 'seconds', secondsInterval })),
      ...[1, 2, 7, 59, 60, 0, ...ODD].map(minutesInterval => ({ field: 'minutes', minutesInterval })),
      ...[1, 2, 7, 23, 24, 0, ...ODD].map(hoursInterval => ({ field: 'hours', hoursInterval })),
      ...[0, 1, 59, 60, ...ODD].map(triggerAtMinute => ({ field: 'hours', triggerAtMinute })),
      ...[1, 2, 3, 366, 367, 0, ...ODD].map(daysInterval => ({ field: 'days', daysInterval })),
      ...[0, 2, 3, 23, 24, ...ODD].map(triggerAtHour => ({ field: 'days', triggerAtHour, triggerAtMinute: 30 })),
      ...[1, 2, 3, 52, 366, 367, 0, ...ODD].map(weeksInterval => ({ field: 'weeks', weeksInterval })),
      ...[[], [0], [1, 3], [6], [7], [8], 'x', 5].map(triggerAtDay => ({ field: 'weeks', triggerAtDay })),
      { field: 'weeks', triggerAtHour: 5, triggerAtMinute: 6, triggerAtDay: [2], weeksInterval: 2 },
      ...[1, 2, 6, 12, 13, 0, ...ODD].map(monthsInterval => ({ field: 'months', monthsInterval })),
      ...[1, 28, 31, 32, 0, ...ODD].map(triggerAtDayOfMonth => ({ field: 'months', triggerAtDayOfMonth })),
      { field: 'months', triggerAtHour: 5, triggerAtMinute: 6 },
      { field: 'other', triggerAtHour: 5 },
      ...['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'cronExpression'].map(field => ({ field })),
    ]
    expect(shortened(lines(fields, field => [by([field])]))).toMatchSnapshot()
  })

  test('expressions', () => {
    const expressions = [
      '5 4 * * *',
      '=5 4 * * *',
      '==5 4 * * *',
      ' 5 4 * * * ',
      '30 5 4 * * *',
      '0 30 5 4 * * 2030',
      '* * * *',
      '0 0 30 2 *',
      '0 0 29 2 *',
      '0 0 L * *',
      '0 0 * * 1#1',
      '0 12 13 * 5',
      '*/7 * * * *',
      '0 0-5/2 * * *',
      '@daily',
      '=@hourly',
      '={{ $json.cron }}',
      '{{ 5 4 * * * }}',
      '0 0 * * MON-FRI',
      '0 0 1 JAN *',
      '60 * * * *',
      '',
      null,
      5,
      undefined,
    ]
    expect(
      shortened([
        ...lines(expressions, expression => [by([{ field: 'cronExpression', expression }])]),
        ...lines(expressions, cronExpression => [cron([{ mode: 'custom', cronExpression }])]),
      ]),
    ).toMatchSnapshot()
  })

  test('cron and interval nodes', () => {
    const modes = [
      'everyMinute',
      'everyHour',
      'everyX',
      'everyDay',
      'everyWeek',
      'everyMonth',
      'custom',
      'x',
      undefined,
    ]
    const places = [{}, { hour: 5 }, { minute: 7 }, { weekday: 3 }, { dayOfMonth: 9 }, { hour: 24 }, { minute: 60 }]
    const more = [{ weekday: 8 }, { dayOfMonth: 32 }, { value: 5 }, { unit: 'minutes' }, { unit: 'minutes', value: 9 }]
    const items = modes.flatMap(mode => [...places, ...more].map(place => ({ mode, ...place })))
    const amounts = [undefined, 0, 0.5, 0.999, 1, 1.001, 1.0005, 2, 90, -1, '3', 'x', null, 1e15]
    const units = [undefined, 'seconds', 'minutes', 'hours', 'days', 'x', null]
    const intervals = [...amounts.map(interval => ({ interval })), ...units.map(unit => ({ unit, interval: 2 }))]
    const known = new Set<string>()
    const isNew = (line: string) => {
      const [item = '', due = ''] = line.split(' → ')
      const seen = `${item.slice(0, 24)} ${due}`
      return !known.has(seen) && known.add(seen)
    }
    expect(
      shortened([
        ...lines(items, item => [cron([item])]).filter(isNew),
        ...lines(intervals, interval => [every(interval)]),
      ]),
    ).toMatchSnapshot()
  })

  test('several triggers, zones and what cannot be read', () => {
    const daily = { field: 'days', triggerAtHour: 2, triggerAtMinute: 30 }
    const hourly = { field: 'hours' }
    const bad = { field: 'cronExpression', expression: 'x' }
    const zones = [undefined, '', 'DEFAULT', 'UTC', 'Asia/Tokyo', 'America/New_York', 'Nowhere', 5, null]
    const graphs: Record<string, Node[]> = {
      none: [node('A', 'noOp')],
      'no type': [{ name: 'A' }],
      'no parameters': [{ name: 'A', type: 'n8n-nodes-base.scheduleTrigger' }],
      'no name': [{ type: 'n8n-nodes-base.scheduleTrigger' }],
      'parameters that are no such': [node('A', 'scheduleTrigger', { rule: 5 })],
      'no rules': [by([])],
      'rules that are none': [by([null, 5, daily])],
      'two rules': [by([daily, hourly])],
      'two nodes': [by([daily]), cron([{ mode: 'everyHour' }]), every({ unit: 'hours' })],
      'a bad rule': [by([daily, bad])],
      'a bad node': [by([daily]), by([bad], 'B')],
      'a rule by an object that is no text': [by([{ field: 'seconds', secondsInterval: { toString: 1 } }])],
      'a node of a type that is a name of all objects': [by([daily]), { name: 'X', type: 'constructor' }],
      disabled: [by([daily]), { ...by([bad], 'B'), disabled: true }],
      'all disabled': [{ ...by([daily]), disabled: true }],
      'an interval without parameters': [{ name: 'I', type: 'n8n-nodes-base.interval' }],
      'a cron node without times': [{ name: 'C', type: 'n8n-nodes-base.cron' }],
    }
    const counts = [999, 1000, 1001].map(count => {
      const { triggers } = scheduleOf({ nodes: [by(Array.from({ length: count }, () => daily))], settings: {} }, 'UTC')
      return `${count} rules: ${triggers.length}`
    })
    const [nodes] = [[by([daily])]]
    const again = ['UTC', 'Asia/Tokyo', 'UTC'].map(zone => dueOf(nodes, { zone }))
    expect(
      shortened([
        ...zones.map(timezone => `zone ${shown(timezone)}: ${dueOf([by([daily])], { settings: { timezone } })}`),
        ...Object.entries(graphs).map(([name, graph]) => `${name}: ${dueOf(graph)}`),
        ...counts,
        ...again,
      ]),
    ).toMatchSnapshot()
  })

  test('when the wall clock changes', () => {
    const starts = ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z', '2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z']
    const rules = [
      '30 2 * * *',
      '0 2 * * *',
      '0 3 * * *',
      '30 1 * * *',
      '*/30 1-3 * * *',
      '0 */6 * * *',
      '59 23 * * *',
      '0 0 * * 0',
    ]
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
    const all = starts.flatMap(start =>
      zones.flatMap(zone =>
        rules.map(rule => {
          const from = Date.parse(start)
          const times = runAtOnce(dueTimes({ cron: rule }, zone, stretch(from, from + 3 * DAY, 1000)))
          return `${rule} in ${zone}: ${times.toReversed().map(told).join(', ')}`
        }),
      ),
    )
    expect(shortened(all.map(line => (line.length > 110 ? shown(line, 90) : line)))).toMatchSnapshot()
  })

  test('the bounds of a look-up', () => {
    const hour = { cron: '0 * * * *' }
    const at = Date.parse('2026-03-01T12:00:00Z')
    const spans: { name: string; from: number; until: number; most: number }[] = [
      { name: 'begins at one', from: at, until: at + 3_600_000, most: 9 },
      { name: 'ends before one', from: at, until: at + 3_599_999, most: 9 },
      { name: 'begins before one', from: at - 1, until: at, most: 9 },
      { name: 'nothing', from: at, until: at, most: 9 },
      { name: 'backwards', from: at, until: at - 1, most: 9 },
      { name: 'most', from: at, until: at + 10 * 3_600_000, most: 2 },
      { name: 'none', from: at, until: at + 10 * 3_600_000, most: 0 },
      { name: 'a week', from: at, until: at + 7 * DAY, most: 9999 },
      { name: 'a month', from: at, until: at + 31 * DAY, most: 9999 },
    ]
    const timings = [
      hour,
      { interval: 3_600_000 },
      { cron: '0 0 * * *', every: { unit: 'day', count: 3 } },
      { cron: '0 0 * * 1', every: { unit: 'week', count: 2 } },
      { cron: '0 0 1 1 *', every: { unit: 'day', count: 366 } },
      { cron: '0 0 29 2 *' },
      { cron: '0 0 30 2 *' },
    ] as const
    const found = timings.flatMap(timing =>
      spans.map(({ name, from, until, most }) => {
        const times = runAtOnce(dueTimes(timing, 'Europe/Berlin', stretch(from, until, most)))
        return `${shown(timing)} ${name}: ${times.length} ${shown(times.map(told), 80)}`
      }),
    )
    const next = timings.flatMap(timing =>
      [at - 1, at, at + 1].map(
        from => `${shown(timing)} after ${told(from)}: ${shown(runAtOnce(nextDue(timing, 'UTC', from)))}`,
      ),
    )
    const monday = Date.parse('2026-03-16T00:00:00Z')
    const weekly = runAtOnce(dueTimes({ cron: '0 0 * * 1' }, 'UTC', stretch(monday - 22 * DAY, monday, 9)))
    expect(shortened([...found, ...next, `a week to the moment: ${weekly.map(told)}`])).toMatchSnapshot()
  })

  test('what a schedule trigger puts out', () => {
    const times = [
      ...Array.from(
        { length: 31 },
        (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}T${String(day % 24).padStart(2, '0')}:05:09.007Z`,
      ),
      ...Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-15T11:59:59.999Z`),
    ]
    const zones = ['UTC', 'America/New_York', 'Asia/Kolkata']
    const items = times.map((time, at) => scheduleItem(Date.parse(time), zones[at % 3] ?? ''))
    expect(
      shortened([Object.keys(items[0] ?? {}).join(), ...items.map(item => Object.values(item).join(' '))]),
    ).toMatchSnapshot()
  })
})
