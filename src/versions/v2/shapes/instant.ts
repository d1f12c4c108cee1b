import { Type } from '@sinclair/typebox'
import { isDateTime } from '../../../model/schema.ts'
import { refusing } from './refusal.ts'

const TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?'

/** A date and time in UTC, as a query has it: other zones, and dates without a time, are refused. */
export const Instant = () => instant(`${TIME}Z$`)

/** A date and time with its zone, as a body has it. */
export const ZonedInstant = () => instant(`${TIME}(Z|[+-]\\d\\d:?\\d\\d)$`)

function instant(pattern: string) {
  const shape = new RegExp(pattern)
  return refusing(Type.String({ format: 'date-time', pattern }), value =>
    typeof value !== 'string' || (shape.test(value) && isDateTime(value)) ? undefined : 'Invalid datetime',
  )
}
