import { Type } from '@sinclair/typebox'
import { METHODS } from '../../http/operation.ts'
import { AnyMap, Enumeration, Nullable } from '../../model/schema.ts'
import type { FaultRule, FaultSetting } from './fault-rule.ts'

const MAX_DELAY_MS = 600_000
const milliseconds = Type.Number({ minimum: 0, maximum: MAX_DELAY_MS })

/** The most rules that may be in force. */
export const MAX_RULES = 1000

const rule = {
  operation: Type.Optional(Type.String({ description: 'The name of an operation of the API, e.g. `createTag`' })),
  method: Type.Optional(Enumeration(METHODS)),
  path: Type.Optional(
    Type.String({
      ...{ pattern: '^/', maxLength: 1000 },
      description: '`/workflows/7`, or with open parts: `/workflows/:id`',
    }),
  ),
  status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599, description: 'Answer this, and do nothing' })),
  body: Type.Optional(Type.Unknown({ description: 'With `status`: text as it is, anything else as JSON' })),
  headers: Type.Optional(AnyMap({ additionalProperties: Type.String(), description: 'With `status`' })),
  retryAfter: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a number of seconds, or a date',
      description: 'Answer with `Retry-After`: seconds, or a date. The status is 429 where none is given',
    }),
  ),
  delay: Type.Optional(
    Type.Union([milliseconds, Type.Array(milliseconds, { minItems: 2, maxItems: 2 })], {
      expects: `a number of milliseconds up to ${MAX_DELAY_MS}, or two of them`,
      description: 'Wait this many milliseconds first, or something in between the two',
    }),
  ),
  drop: Type.Optional(
    Enumeration(['before', 'middle'], {
      description: 'Reset the connection: before anything is done, or in the middle of the response',
    }),
  ),
  malformed: Type.Optional(
    Enumeration(['truncated', 'html'], { description: 'Answer only the first half of the JSON, or HTML instead' }),
  ),
  hang: Type.Optional(Type.Boolean({ description: 'Never answer' })),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'Apply it this many times only' })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Let this many of its requests pass first' })),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Apply it to this share of its requests' }),
  ),
}

export const FaultRuleShape = Type.Unsafe<FaultRule>(Type.Object(rule, { additionalProperties: false }))

const told = {
  hits: Type.Integer({ minimum: 0, description: 'How many requests it was applied to' }),
  left: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'To how many more it will be applied; null without a limit, 0 for a rule that is spent',
    }),
  ),
}

export const PlannedFaultShape = Type.Object(
  { id: Type.Integer({ minimum: 1 }), ...rule, ...told },
  { additionalProperties: false },
)

/** A rule of a list that takes the place of another: as it is answered, or without what is told of it. */
const GivenRuleShape = Type.Object(
  {
    id: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of a rule in force, which counts on; any other rule gets a new one' }),
    ),
    ...rule,
    hits: Type.Optional(Type.Unknown({ description: 'Passed over' })),
    left: Type.Optional(Type.Unknown({ description: 'Passed over' })),
  },
  { additionalProperties: false },
)

const MAX_SEED = 0xffff_ffff

export const FaultSettingShape = Type.Unsafe<FaultSetting>(
  Type.Object(
    {
      rules: Type.Array(GivenRuleShape, {
        maxItems: MAX_RULES,
        description: 'The first that applies to a request wins',
      }),
      seed: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_SEED,
          description: 'What the chance goes by; the one before where left out',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
