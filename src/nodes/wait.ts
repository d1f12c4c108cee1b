import { DateTime } from 'luxon'
import { type NodeContext, NodeFailure, type NodeType } from './node-context.ts'

const SPANS: Record<string, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
/** When a wait ends that has no end of its own. */
const NEVER = Date.UTC(3000, 0, 1)
const DATE_INVALID = 'The date is not valid'
const AMOUNT_INVALID = 'Invalid wait amount. Please enter a number that is 0 or greater.'

/** Wait: for a time, until a time, or for a call of its webhook or form. */
export const wait: NodeType = {
  run(context) {
    switch (context.parameter('resume', 0, 'timeInterval')) {
      case 'webhook':
      case 'form':
        return { waitsUntil: callLimit(context), isResumedByCall: true }
      case 'specificTime': {
        const until = timeOf(context.parameter('dateTime', 0), context.zone)
        if (!Number.isFinite(until)) throw new NodeFailure(DATE_INVALID)
        return { waitsUntil: Math.min(until, NEVER), isResumedByCall: false }
      }
      default: {
        const isNew = context.typeVersion >= 1.1
        const unit = String(context.parameter('unit', 0, isNew ? 'seconds' : 'hours'))
        const amount = context.parameter('amount', 0, isNew ? 5 : 1)
        const span = typeof amount === 'object' ? Number.NaN : Number(amount) * (SPANS[unit] ?? Number.NaN)
        if (!(span >= 0)) throw new NodeFailure(AMOUNT_INVALID)
        return { waitsUntil: Math.min(context.now + span, NEVER), isResumedByCall: false }
      }
    }
  },
}

/** When waiting for a call ends without one. */
function callLimit(context: NodeContext): number {
  if (context.parameter('limitWaitTime', 0, false) !== true) return NEVER
  const until =
    context.parameter('limitType', 0) === 'atSpecifiedTime'
      ? timeOf(context.parameter('maxDateAndTime', 0), context.zone)
      : context.now +
        Number(context.parameter('resumeAmount', 0, 1)) *
          (SPANS[String(context.parameter('resumeUnit', 0, 'hours'))] ?? Number.NaN)
  return Number.isFinite(until) ? Math.min(until, NEVER) : NEVER
}

/** A text without a zone is in that of the workflow. */
function timeOf(value: unknown, zone: string): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return Number.NaN
  const read = DateTime.fromISO(value.trim().replace(' ', 'T'), { zone })
  return read.isValid ? read.toMillis() : Date.parse(value)
}
