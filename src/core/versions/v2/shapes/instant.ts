import { Type } from '@sinclair/typebox'
import { refusing } from './refusal.ts'

const LEAP_YEAR = '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const LONG_MONTH = '(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])'
const SHORT_MONTH = '(0[469]|11)-(0[1-9]|[12]\\d|30)'
const FEBRUARY = '02-(0[1-9]|1\\d|2[0-8])'
const DAY = `(\\d{4}-(${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)`
const TIME = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?'

/**
 * A date and time in UTC, as a query has it: other zones, dates without a time and days that there are not are refused;
 * seconds may be left out.
 */
export const Instant = () => instant(`^${DAY}T${TIME}Z$`)

/** A date and time with its zone, as a body has it. */
export const ZonedInstant = () => instant(`^${DAY}T${TIME}(Z|[+-]\\d\\d:?\\d\\d)$`)

function instant(pattern: string) {
  const shape = new RegExp(pattern)
  return refusing(Type.String({ format: 'date-time', pattern }), value =>
    typeof value !== 'string' || shape.test(value) ? undefined : 'Invalid datetime',
  )
}
