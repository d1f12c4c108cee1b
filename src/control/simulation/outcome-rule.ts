import { Type } from '@sinclair/typebox'
import { badRequest, refuseAny } from '../../core/base/errors.ts'
import { validationErrors } from '../../core/http/validation-errors.ts'
import { isDateTime } from '../../core/model/schema.ts'
import { readHttpRule } from '../../runs/trials/http-mocks.ts'
import { readMock } from '../../runs/trials/mocks.ts'
import { durationOf } from '../clock.ts'
import { countShapes, limitShapes, MAX_RULES, type PlannedRule, type RuleLimits } from '../rules/rule-list.ts'

/**
 * How simulated runs of a workflow end, or what stands for the services that they call.
 *
 * @example
 * { workflow: '1', node: 'HTTP Request', error: 'Timed out', times: 2 }
 * { workflow: 'Nightly report', duration: '5m' }
 * { workflow: '1', wait: '2h', probability: 0.1 }
 * { workflow: '1', node: 'Notify Slack', output: [{ ok: true }] }
 * { workflow: '1', http: { url: 'https://api.example.com/*', status: 503 }, times: 1 }
 * { workflow: '1', http: { url: 'https://api.example.com/*', forward: 'http://127.0.0.1:3000' } }
 */
export interface OutcomeRule extends Omit<RuleLimits, 'after'> {
  /** Its id or name. */
  workflow: string
  /**
   * Where it fails or waits, the last node that runs where left out; or the node whose output is given. Runs that do not
   * reach the node are unaffected.
   */
  node?: string
  /** What the node puts out instead of running, in the forms of docs/testing-workflows.md#mocks. */
  output?: unknown
  /** What HTTP requests of the workflow are answered, in the forms of docs/testing-workflows.md#mocks. */
  http?: unknown
  /** Fail, with this message. */
  error?: string
  /** Wait for this long (`'2h'`, milliseconds), or until a time (ISO 8601); then succeed. */
  wait?: string | number
  /** Take this long (`'5m'`, milliseconds): the execution is `running` meanwhile. */
  duration?: string | number
}

/** A rule in force, and how often it was applied. */
export type PlannedOutcome = PlannedRule<OutcomeRule>

const rule = {
  workflow: Type.String({ minLength: 1, description: 'Its id or name' }),
  node: Type.Optional(
    Type.String({ description: 'The node that fails, waits, or has an output. Default: the last one that runs' }),
  ),
  output: Type.Optional(
    Type.Unknown({
      description: 'What the node puts out instead of running: items, outputs, `{ "error": … }` or `{ "runs": […] }`',
    }),
  ),
  http: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'What HTTP requests are answered: `{ "method", "url", "status", "json", … }`, or `{ "url", "forward": "http://127.0.0.1:3000" }`',
      },
    ),
  ),
  error: Type.Optional(Type.String({ description: 'Fail, with this message' })),
  wait: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a duration such as "1h", a number of milliseconds, or a date and time',
      description: 'Wait for a time such as `"2h"`, or until a date (ISO 8601); then succeed',
    }),
  ),
  duration: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a duration such as "1h", or a number of milliseconds',
      description: 'Be `running` for a time such as `"5m"`. Default: 0',
    }),
  ),
  ...limitShapes('runs'),
}

export const OutcomeRuleShape = Type.Unsafe<OutcomeRule>(Type.Object(rule, { additionalProperties: false }))

export const PlannedOutcomeShape = Type.Object(
  { id: Type.Integer({ minimum: 1 }), ...rule, ...countShapes('runs or requests') },
  { additionalProperties: false },
)

export const OutcomeSettingShape = Type.Unsafe<{ rules: OutcomeRule[] }>(
  Type.Object(
    {
      rules: Type.Array(OutcomeRuleShape, {
        maxItems: MAX_RULES,
        description: 'In order: the first that applies to a run is used',
      }),
    },
    { additionalProperties: false },
  ),
)

/**
 * Checks a rule that comes from outside.
 *
 * @param source what messages call it
 * @throws ApiError 400 with everything that is wrong
 */
export function readOutcomeRule(value: unknown, source: string): OutcomeRule {
  refuseAny(validationErrors(OutcomeRuleShape, value, source, { named: true }))
  const rule = { ...(value as OutcomeRule) }
  const { node, error, wait, duration, output, http } = rule
  if (output !== undefined || http !== undefined) return asMock(rule, source)
  if (error === undefined && wait === undefined && duration === undefined) {
    throw badRequest(`${source} needs error, wait, duration, output or http`)
  }
  if (wait !== undefined && (error !== undefined || duration !== undefined)) {
    throw badRequest(`${source} has wait together with error or duration: give one or the other`)
  }
  if (node !== undefined && error === undefined && wait === undefined) {
    throw badRequest(`${source} has a node, so it needs error, wait or output`)
  }
  return rule
}

/** A rule that says what stands for a service. */
function asMock(rule: OutcomeRule, source: string): OutcomeRule {
  const { node, error, wait, duration, output, http } = rule
  if (output !== undefined && http !== undefined) throw badRequest(`${source} has output and http: make two rules`)
  if ([error, wait, duration].some(value => value !== undefined))
    throw badRequest(`${source} has ${output === undefined ? 'http' : 'output'} together with error, wait or duration`)
  if (output !== undefined && node === undefined) throw badRequest(`${source} has output, so it needs a node`)
  if (http !== undefined && node !== undefined)
    throw badRequest(`${source} has http, which is for all nodes: leave node out, and say it by method and url`)
  return rule
}

/**
 * What a rule says in the form of a run: its times as numbers, its mocks.
 *
 * @param allowForward hosts that requests may be forwarded to, beside this machine
 * @param source what messages call the rule
 * @throws ApiError 400
 */
export const preparedOf = (
  { wait, duration, output, http }: OutcomeRule,
  allowForward: readonly string[],
  source = 'rule',
) => ({
  mock: output === undefined ? undefined : readMock(output, `${source}/output`),
  http: http === undefined ? undefined : readHttpRule(http, allowForward, `${source}/http`),
  /** When a run that begins at a time waits until; both in milliseconds since 1970. */
  waitTill: wait === undefined ? undefined : waitOf(wait),
  /** Milliseconds. */
  duration: duration === undefined ? undefined : spanOf(duration),
})

/** Ten years: anything longer can be given as a time. */
const MAX_SPAN_MS = 10 * 366 * 86_400_000

function waitOf(wait: string | number) {
  if (typeof wait === 'string' && isDateTime(wait)) {
    const time = Date.parse(wait)
    return () => time
  }
  const span = spanOf(wait)
  return (at: number) => at + span
}

function spanOf(given: string | number): number {
  const span = durationOf(given)
  if (span >= 0 && span <= MAX_SPAN_MS) return span
  throw badRequest(`${JSON.stringify(given)} must be a duration of 0 to 10 years`)
}
