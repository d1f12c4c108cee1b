import { Cron, CronPattern } from 'croner'
import { isRecord } from '../../base/is-record.ts'
import type { Node } from '../../model/workflow.ts'

/**
 * The cron expressions that a node's parameters hold: those of a schedule trigger's rule, and those of a cron node or
 * a poller in `custom` mode. Parameters are unchecked, so whatever is not of the known form holds none.
 */
export function cronExpressionsOf(node: Node, polling: boolean): unknown[] {
  const { rule, triggerTimes, pollTimes } = node.parameters ?? {}
  if (node.type === 'n8n-nodes-base.scheduleTrigger') {
    return itemsOf(rule, 'interval').flatMap(item => (item.field === 'cronExpression' ? [item.expression] : []))
  }
  const times = node.type === 'n8n-nodes-base.cron' ? triggerTimes : polling ? pollTimes : undefined
  return itemsOf(times, 'item').flatMap(item => (item.mode === 'custom' ? [item.cronExpression] : []))
}

/** A longer one is none: each minute of an hour, hour of a day and so on by itself takes less. */
const LONGEST = 500

/** Whether it is a cron expression of five or six fields. One that only running the workflow gives passes. */
export function isCronExpression(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (value.startsWith('=') && value.includes('{{')) return true
  const pattern = value.replace(/^=+/, '')
  if (pattern.length > LONGEST) return false
  try {
    new CronPattern(pattern, undefined, { mode: '5-or-6-parts' })
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false
    throw error
  }
}

/** Whether a cron expression is ever due: the 31st of February is not. */
export const isEverDue = (expression: string): boolean =>
  new Cron(expression.replace(/^=+/, ''), { mode: '5-or-6-parts', timezone: 'UTC' }).nextRun() !== null

/** The most expressions of a workflow that are checked. */
const MAX_EXPRESSIONS = 1000

/** Whether all of them are cron expressions. */
export const areCronExpressions = (values: readonly unknown[]) =>
  values.slice(0, MAX_EXPRESSIONS).every(isCronExpression)

function itemsOf(value: unknown, list: string): Record<string, unknown>[] {
  const items = isRecord(value) ? value[list] : undefined
  return Array.isArray(items) ? items.filter(isRecord) : []
}
