import { Type } from '@sinclair/typebox'
import { Nullable } from '../../model/schema.ts'

/**
 * How simulated runs of a workflow end.
 *
 * @example
 * { workflow: '1', node: 'HTTP Request', error: 'Timed out', times: 2 }
 * { workflow: 'Nightly report', duration: '5m' }
 * { workflow: '1', wait: '2h', probability: 0.1 }
 */
export interface OutcomeRule {
  /** Its id or name. */
  workflow: string
  /** Where it fails or waits; the last node that runs where left out. A run that cannot come to it is let be. */
  node?: string
  /** Fail, and say this. */
  error?: string
  /** Wait for so long (`'2h'`, milliseconds), or until a time (ISO 8601); then succeed. */
  wait?: string | number
  /** Take so long (`'5m'`, milliseconds): the execution is `running` meanwhile. */
  duration?: string | number
  /** Apply it to this share of the runs: 0 to 1. */
  probability?: number
  /** Apply it this many times only. */
  times?: number
}

/** A rule in force, and how often it was applied. */
export interface PlannedOutcome extends OutcomeRule {
  /** Counts from 1 since the start or the last reset. */
  id: number
  hits: number
  /** To how many more runs it will be applied; null without a limit. */
  left: number | null
}

/** The most rules that may be in force. */
export const MAX_OUTCOME_RULES = 1000

const span = (description: string) =>
  Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a duration such as "1h", or a number of milliseconds',
      description,
    }),
  )

const rule = {
  workflow: Type.String({ minLength: 1, description: 'Its id or name' }),
  node: Type.Optional(Type.String({ description: 'Where it fails or waits; the last node that runs where left out' })),
  error: Type.Optional(Type.String({ description: 'Fail, and say this' })),
  wait: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a duration such as "1h", a number of milliseconds, or a date and time',
      description: 'Wait for so long, e.g. `"2h"`, or until a time (ISO 8601); then succeed',
    }),
  ),
  duration: span('Take so long, e.g. `"5m"`: the execution is `running` meanwhile'),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Apply it to this share of the runs' }),
  ),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'Apply it this many times only' })),
}

export const OutcomeRuleShape = Type.Unsafe<OutcomeRule>(Type.Object(rule, { additionalProperties: false }))

export const PlannedOutcomeShape = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    ...rule,
    hits: Type.Integer({ minimum: 0, description: 'How many runs it was applied to' }),
    left: Nullable(Type.Integer({ minimum: 0, description: 'To how many more; null without a limit' })),
  },
  { additionalProperties: false },
)

export const OutcomeSettingShape = Type.Unsafe<{ rules: OutcomeRule[] }>(
  Type.Object(
    { rules: Type.Array(OutcomeRuleShape, { maxItems: MAX_OUTCOME_RULES }) },
    { additionalProperties: false },
  ),
)
