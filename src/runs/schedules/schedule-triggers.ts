import { recordsOf } from '../../core/base/is-record.ts'
import { zoneOf } from '../../core/base/zone.ts'
import { isCronExpression } from '../../core/features/workflows/cron.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { Timing } from './due-times.ts'
import { recordOf } from './item.ts'

/** A node that runs a workflow by the clock. */
export interface ScheduleTrigger {
  node: string
  timing: Timing
}

/** What a workflow runs by, in which zone, and why it does not where it should. */
export interface Schedule {
  zone: string
  triggers: readonly ScheduleTrigger[]
  problem?: string
}

const NONE: Schedule = { zone: 'UTC', triggers: [] }
/** More schedules of one workflow than this are not played. */
const MAX_TRIGGERS = 1000
const SECOND = 1000
const UNITS: Record<string, number> = { seconds: SECOND, minutes: 60 * SECOND, hours: 3600 * SECOND }

const schedules = new WeakMap<Scheduled, { key: string; schedule: Schedule }>()
type Scheduled = Pick<WorkflowRecord, 'nodes' | 'settings'>

/** The schedule, interval and cron triggers of a workflow that are not disabled. With one that cannot be read none runs. */
export function scheduleOf(workflow: Scheduled, otherZone: string): Schedule {
  const known = schedules.get(workflow)
  const { settings } = workflow
  const key = `${JSON.stringify(settings.timezone)} ${otherZone}`
  if (known?.key === key) return known.schedule
  const schedule = readSchedule(workflow.nodes, settings, otherZone)
  schedules.set(workflow, { key, schedule })
  return schedule
}

function readSchedule(nodes: readonly Node[], settings: Record<string, unknown>, otherZone: string): Schedule {
  const enabled = nodes.filter(node => node.disabled !== true && Object.hasOwn(TIMINGS, node.type ?? ''))
  if (enabled.length === 0) return NONE
  const zone = zoneOf(settings, otherZone)
  if (zone === undefined) return { ...NONE, problem: `there is no time zone ${JSON.stringify(settings.timezone)}` }
  const triggers: ScheduleTrigger[] = []
  for (const node of enabled) {
    for (const timing of timingsOf(node)) {
      if (!isTiming(timing))
        return { ...NONE, problem: `the schedule of node ${JSON.stringify(node.name)} cannot be read` }
      triggers.push({ node: node.name ?? '', timing })
      if (triggers.length === MAX_TRIGGERS) return { zone, triggers }
    }
  }
  return { zone, triggers }
}

/** A parameter may be neither text nor a number, such as `{ "toString": 1 }`: then its node cannot be read. */
function timingsOf({ type = '', parameters = {} }: Node): Timing[] {
  try {
    return TIMINGS[type]?.(parameters) ?? []
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return [{ interval: Number.NaN }]
  }
}

function isTiming(timing: Timing): boolean {
  if ('interval' in timing) return Number.isSafeInteger(timing.interval) && timing.interval >= SECOND
  const { cron, every } = timing
  if (cron.includes('{{') || !isCronExpression(cron)) return false
  return !every || (Number.isInteger(every.count) && every.count >= 1 && every.count <= 366)
}

/** Node type → when it is due, by its parameters. Where the service draws a second, a minute or an hour, this takes 0. */
const TIMINGS: Record<string, (parameters: Record<string, unknown>) => Timing[]> = {
  'n8n-nodes-base.scheduleTrigger': ({ rule }) => {
    const { interval } = recordOf(rule)
    return Array.isArray(interval) ? recordsOf(interval).map(timingOfInterval) : [{ cron: '0 0 0 * * *' }]
  },
  'n8n-nodes-base.cron': ({ triggerTimes }) => recordsOf(recordOf(triggerTimes).item).map(timingOfTime),
  'n8n-nodes-base.interval': ({ interval = 1, unit = 'seconds' }) => [
    { interval: Number(interval) * (UNITS[String(unit)] ?? Number.NaN) },
  ],
}

function timingOfInterval(given: Record<string, unknown>): Timing {
  const { field = 'days', triggerAtHour: hour = 0, triggerAtMinute: minute = 0 } = given
  switch (field) {
    case 'cronExpression':
      return { cron: String(given.expression ?? '').replace(/^=+/, '') }
    case 'seconds':
      return { cron: `*/${given.secondsInterval ?? 30} * * * * *` }
    case 'minutes':
      return { cron: `0 */${given.minutesInterval ?? 5} * * * *` }
    case 'hours':
      return { cron: `0 ${minute} */${given.hoursInterval ?? 1} * * *` }
    case 'weeks': {
      const days = Array.isArray(given.triggerAtDay) ? given.triggerAtDay.join(',') || '*' : '0'
      return { cron: `0 ${minute} ${hour} * * ${days}`, ...every('week', given.weeksInterval) }
    }
    case 'months':
      return { cron: `0 ${minute} ${hour} ${given.triggerAtDayOfMonth ?? 1} */${given.monthsInterval ?? 1} *` }
    default:
      return { cron: `0 ${minute} ${hour} * * *`, ...every('day', given.daysInterval) }
  }
}

const every = (unit: 'day' | 'week', count: unknown = 1) =>
  count === 1 ? {} : { every: { unit, count: Number(count) } }

function timingOfTime(given: Record<string, unknown>): Timing {
  const { mode = 'everyDay', minute = 0, hour = 14, weekday = 1, dayOfMonth = 1 } = given
  switch (mode) {
    case 'custom':
      return {
        cron: String(given.cronExpression ?? '')
          .replace(/^=+/, '')
          .trim(),
      }
    case 'everyMinute':
      return { cron: '0 * * * * *' }
    case 'everyHour':
      return { cron: `0 ${minute} * * * *` }
    case 'everyX':
      return { cron: given.unit === 'minutes' ? `0 */${given.value ?? 2} * * * *` : `0 0 */${given.value ?? 2} * * *` }
    case 'everyWeek':
      return { cron: `0 ${minute} ${hour} * * ${weekday}` }
    case 'everyMonth':
      return { cron: `0 ${minute} ${hour} ${dayOfMonth} * *` }
    default:
      return { cron: `0 ${minute} ${hour} * * *` }
  }
}
