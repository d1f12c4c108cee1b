import type { NodeContext, NodeResult, NodeType } from './tools/node-context.ts'
import { NodeFailure } from './tools/node-context.ts'
import { flagOf, invalidInput, textOf } from './tools/parameters.ts'
import { timeOf } from './tools/value-types.ts'

const SPANS: Record<string, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
/** When a wait ends that has no end of its own. */
export const NEVER = Date.UTC(3000, 0, 1)

/** Wait: for a time, until a time, for a call or a form. */
export const wait: NodeType = {
  run(context): NodeResult {
    const resume = textOf(context, 'resume', 0, 'timeInterval')
    if (resume === 'webhook' || resume === 'form') return { waitsUntil: limitOf(context), isResumedByCall: true }
    if (resume === 'specificTime') {
      const until = timeAt(context, 'dateTime')
      if (until === undefined) throw new NodeFailure(DATE_INVALID)
      return { waitsUntil: Math.min(until, NEVER), isResumedByCall: false }
    }
    const isNew = context.typeVersion >= 1.1
    const unit = textOf(context, 'unit', 0, isNew ? 'seconds' : 'hours')
    const given = context.parameter('amount', 0, isNew ? 5 : 1)
    const amount = given === null || given === undefined ? Number.NaN : Number(given)
    if (given !== null && given !== undefined && Number.isNaN(amount)) {
      throw invalidInput(context, 'Wait Amount', 'amount', 'number', given, 0)
    }
    const span = Object.hasOwn(SPANS, unit) ? SPANS[unit] : undefined
    if (span === undefined) throw new NodeFailure(UNIT_INVALID)
    if (!(amount >= 0)) throw new NodeFailure('Invalid wait amount. Please enter a number that is 0 or greater.')
    return { waitsUntil: Math.min(context.now + amount * span, NEVER), isResumedByCall: false }
  },
}

const UNIT_INVALID = "Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'."
const DATE_INVALID =
  'Cannot put execution to wait because `dateTime` parameter is not a valid date. Please pick a specific date and time to wait until.'

/** When a node that waits for a call goes on without one. */
export function limitOf(context: NodeContext): number {
  if (!flagOf(context, 'limitWaitTime', 0)) return NEVER
  if (textOf(context, 'limitType', 0, 'afterTimeInterval') === 'atSpecifiedTime') {
    return Math.min(timeAt(context, 'maxDateAndTime') ?? NEVER, NEVER)
  }
  const amount = Number(context.parameter('resumeAmount', 0, 1))
  const unit = textOf(context, 'resumeUnit', 0, 'hours')
  const span = (Object.hasOwn(SPANS, unit) ? SPANS[unit] : undefined) ?? Number.NaN
  const until = context.now + amount * span
  return Number.isFinite(until) ? Math.min(until, NEVER) : NEVER
}

function timeAt(context: NodeContext, parameter: string): number | undefined {
  return timeOf(context.parameter(parameter, 0), context.zone)?.toMillis()
}
