import { Type } from '@sinclair/typebox'
import { badRequest, refuseAny } from '../../core/base/errors.ts'
import { ownCopy } from '../../core/base/own-copy.ts'
import { BASE, type Operation } from '../../core/http/operation.ts'
import { METHODS, type Method } from '../../core/http/surface.ts'
import { validationErrors } from '../../core/http/validation-errors.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { AnyMap, Enumeration } from '../../core/model/schema.ts'
import type { OperationName } from '../../generated/operation-name.ts'
import { isCallPath, isOpen, segmentsOf, wholePath } from '../path-pattern.ts'
import {
  countShapes,
  type GivenRule,
  limitShapes,
  MAX_RULES,
  type PlannedRule,
  type RuleLimits,
} from '../rules/rule-list.ts'

/**
 * A fault, and the requests that it applies to: those of an operation, a path, a method; all to the API by default. Calls
 * of webhooks and forms are met by their path alone.
 *
 * @example
 * { operation: 'getWorkflows', status: 503, times: 2 }
 * { path: '/workflows/:id', drop: 'middle', probability: 0.1 }
 * { operation: 'createTag', retryAfter: 2, times: 1 }
 */
export interface FaultRule extends RuleLimits {
  /** An operation's name, e.g. `createTag`. */
  operation?: OperationName
  method?: Method
  /** `/workflows/7`, or with parameters: `/workflows/:id`; `/webhook/orders` for calls. */
  path?: string
  /** Answer with this status, change nothing. */
  status?: number
  /** With `status`: text, or anything else as JSON. Default: the API's own error. */
  body?: unknown
  /** With `status`. */
  headers?: Record<string, string>
  /** Answer with `Retry-After`: seconds, or a date. Default status: 429. */
  retryAfter?: number | string
  /** Wait first: real milliseconds, or a random number between the two. */
  delay?: number | [least: number, most: number]
  /** Reset the connection: before the request has an effect, or in the middle of the answer. */
  drop?: 'before' | 'middle'
  /** Answer only the first half of the JSON, or HTML instead. */
  malformed?: 'truncated' | 'html'
  /** Never answer. */
  hang?: boolean
}

/** Rules, and the seed of their random numbers. */
export interface FaultSetting {
  /** The first that applies to a request is used. One with the id of an existing rule has its counts. */
  rules: readonly GivenRule<FaultRule>[]
  /** A whole number below 2^32. Default: the present one. */
  seed?: number
}

/** A rule, and how often it was applied. */
export type PlannedFault = PlannedRule<FaultRule>

/** An operation that rules may apply to. */
export type ServedOperation = Pick<Operation, 'id' | 'method' | 'path'>

const MAX_DELAY_MS = 600_000
const MAX_SEED = 0xffff_ffff
const milliseconds = Type.Number({ minimum: 0, maximum: MAX_DELAY_MS })

const rule = {
  operation: Type.Optional(Type.String({ description: 'Apply to this operation, such as `createTag`. Default: all' })),
  method: Type.Optional(Enumeration(METHODS, { description: 'Apply to this method. Default: all' })),
  path: Type.Optional(
    Type.String({
      pattern: '^/',
      maxLength: 1000,
      description:
        'Apply to this path, such as `/workflows/7`, `/workflows/:id` or `/webhook/orders`. Default: all of the API',
    }),
  ),
  status: Type.Optional(
    Type.Integer({ minimum: 200, maximum: 599, description: 'Answer with this status, change nothing' }),
  ),
  body: Type.Optional(Type.Unknown({ description: "With `status`: text or JSON. Default: the API's own error" })),
  headers: Type.Optional(AnyMap({ additionalProperties: Type.String(), description: 'With `status`. Default: none' })),
  retryAfter: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      expects: 'a number of seconds, or a date',
      description: 'Answer with `Retry-After`: seconds or a date; with status 429, unless `status` is given',
    }),
  ),
  delay: Type.Optional(
    Type.Union([milliseconds, Type.Array(milliseconds, { minItems: 2, maxItems: 2 })], {
      expects: `a number of milliseconds up to ${MAX_DELAY_MS}, or two of them`,
      description: 'Wait first: milliseconds, or a range. Default: 0',
    }),
  ),
  drop: Type.Optional(
    Enumeration(['before', 'middle'], {
      description: 'Reset the connection: before the request has an effect, or in the middle of the response',
    }),
  ),
  malformed: Type.Optional(
    Enumeration(['truncated', 'html'], { description: 'Answer with half of the JSON, or with HTML' }),
  ),
  hang: Type.Optional(Type.Boolean({ description: 'Never answer. Default: false' })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Skip this number of requests first. Default: 0' })),
  ...limitShapes('requests'),
}

export const FaultRuleShape = Type.Unsafe<FaultRule>(Type.Object(rule, { additionalProperties: false }))

export const PlannedFaultShape = Type.Object(
  { id: Type.Integer({ minimum: 1 }), ...rule, ...countShapes('requests') },
  { additionalProperties: false },
)

/** A list that was read may be sent back: ids keep their counts, the counts themselves are ignored. */
const GivenRuleShape = Type.Object(
  {
    id: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of a rule in force, which keeps its counts; others get a new id' }),
    ),
    ...rule,
    hits: Type.Optional(Type.Unknown({ description: 'Ignored' })),
    left: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  },
  { additionalProperties: false },
)

export const FaultSettingShape = Type.Unsafe<FaultSetting>(
  Type.Object(
    {
      rules: Type.Array(GivenRuleShape, {
        maxItems: MAX_RULES,
        description: 'In order: the first that applies to a request is used',
      }),
      seed: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_SEED,
          description: 'The seed of the random numbers. Default: the present one',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/**
 * Checks rules that come from outside.
 *
 * @param source what messages call them
 * @param operations those that a rule may apply to
 * @throws ApiError 400 with everything that is wrong
 */
export function readFaultSetting(value: unknown, source: string, operations: readonly ServedOperation[]): FaultSetting {
  refuseAny(validationErrors(FaultSettingShape, value, source, { named: true }))
  const { rules, ...rest } = ownCopy(value as FaultSetting)
  refuseAny(rules.flatMap((rule, at) => contradictionsOf(rule, `${source}/rules/${at}`, operations)))
  const ids = rules.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw badRequest(`${source}/rules has the same id twice`)
  return { ...rest, rules: rules.map(rule => withoutCounts(rule)) }
}

const withoutCounts = ({ hits, left, ...rule }: Partial<PlannedFault>) => rule

/**
 * Checks one rule that comes from outside.
 *
 * @param source what messages call it
 * @param operations those that it may apply to
 * @throws ApiError 400 with everything that is wrong
 */
export function readFaultRule(value: unknown, source: string, operations: readonly ServedOperation[]): FaultRule {
  refuseAny(validationErrors(FaultRuleShape, value, source, { named: true }))
  const rule = ownCopy(value as FaultRule)
  refuseAny(contradictionsOf(rule, source, operations))
  return rule
}

function contradictionsOf(rule: FaultRule, source: string, operations: readonly ServedOperation[]): string[] {
  const { operation, method, path, status, retryAfter, delay, drop, malformed, hang } = rule
  const texts: string[] = []
  const add = (text: string) => texts.push(`${source} ${text}`)
  const answers = status !== undefined || retryAfter !== undefined
  const names = operations.map(({ id }) => id)
  if (operation !== undefined && !names.includes(operation)) {
    const meant = closestName(operation, names)
    texts.push(
      meant === undefined
        ? `${source}/operation must be equal to one of the allowed values: ${names.join(', ')}`
        : `${source}/operation: there is no operation ${JSON.stringify(operation)}; did you mean ${meant}?`,
    )
  }
  const unserved =
    operation === undefined && path !== undefined ? unservedText({ method, path }, operations) : undefined
  if (unserved !== undefined) texts.push(`${source}/path: ${unserved}`)
  if (operation !== undefined && (method !== undefined || path !== undefined)) {
    add('has an operation and a method or path: give one or the other')
  }
  if (!answers && delay === undefined && !drop && !malformed && !hang) {
    add('needs status, retryAfter, delay, drop, malformed or hang')
  }
  if ([drop, malformed, hang].filter(Boolean).length > 1) add('has more than one of drop, malformed and hang')
  if (!answers && (rule.body !== undefined || rule.headers)) add('has a body or headers, so it needs a status')
  if (!areHeaders({ ...rule.headers, 'retry-after': String(retryAfter ?? '') })) add('has a header that cannot be sent')
  if (Array.isArray(delay) && delay[0] > delay[1]) add('has a delay whose first number is larger than its second')
  return texts
}

const SHOWN_CHARACTERS = 100

/** Why a rule for a path would never apply: no operation has it. Of calls, any path may become that of a webhook. */
function unservedText(
  { method, path }: { method?: Method | undefined; path: string },
  operations: readonly ServedOperation[],
) {
  const whole = wholePath(path)
  if (isCallPath(whole)) return undefined
  const wanted = segmentsOf(whole)
  const alike = operations.filter(operation => isServedAt(segmentsOf(BASE + operation.path), wanted))
  if (alike.some(operation => method === undefined || operation.method === method)) return undefined
  const shown = JSON.stringify(path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path)
  if (alike.length > 0)
    return `${shown} is served for ${alike.map(({ method }) => method).join(', ')}, not for ${method}`
  const paths = [...new Set(operations.map(({ path }) => path))]
  const meant = paths.find(known => closestName(filledIn(BASE + known, wanted), [segmentsOf(BASE + known).join('/')]))
  return `nothing is served at ${shown}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`
}

/** Whether a path and a pattern can mean the same. */
const isServedAt = (template: readonly string[], wanted: readonly string[]) =>
  template.length === wanted.length &&
  template.every((part, at) => isOpen(part) || isOpen(wanted[at] ?? '') || part === wanted[at])

/** A path with the parameters of a template in the place of their values. */
const filledIn = (template: string, wanted: readonly string[]) => {
  const parts = segmentsOf(template)
  return parts.length === wanted.length
    ? wanted.map((part, at) => (isOpen(parts[at] ?? '') ? parts[at] : part)).join('/')
    : ''
}

function areHeaders(headers: Record<string, string>) {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}
