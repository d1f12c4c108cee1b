import { Type } from '@sinclair/typebox'
import { badRequest } from '../../errors.ts'
import { faultsOf } from '../../http/validation.ts'
import { AnyMap, Enumeration } from '../../model/schema.ts'

/** The names of the API's operations. */
export const OPERATION_NAMES = [
  'generateAudit',
  'createCredential',
  'deleteCredential',
  'getCredentialSchema',
  'getExecutions',
  'getExecution',
  'deleteExecution',
  'pull',
  'createTag',
  'getTags',
  'getTag',
  'updateTag',
  'deleteTag',
  'getUsers',
  'getUser',
  'createWorkflow',
  'getWorkflows',
  'getWorkflow',
  'updateWorkflow',
  'deleteWorkflow',
  'activateWorkflow',
  'deactivateWorkflow',
  'getWorkflowTags',
  'updateWorkflowTags',
] as const
export type OperationName = (typeof OPERATION_NAMES)[number]

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
const MAX_DELAY_MS = 600_000
const milliseconds = Type.Number({ minimum: 0, maximum: MAX_DELAY_MS })

/**
 * What is to go wrong, and when. It applies to requests of one operation, or of a path and a method, or of either; to all
 * where none is named.
 *
 * @example
 * { operation: 'getWorkflows', status: 503, times: 2 }
 * { path: '/workflows/:id', drop: 'middle', probability: 0.1 }
 * { operation: 'createTag', retryAfter: 2, times: 1 }
 */
export interface FaultRule {
  /** An operation's name, e.g. `createTag`. */
  operation?: OperationName
  method?: (typeof METHODS)[number]
  /** `/workflows/7`, or with open parts: `/workflows/:id`. */
  path?: string
  /** Answer this, and do nothing. */
  status?: number
  /** With `status`: text as it is, anything else as JSON. Left out: the API's error with the status's usual words. */
  body?: unknown
  /** With `status`. */
  headers?: Record<string, string>
  /** Answer with `Retry-After`: seconds, or a date. The status is 429 where none is given. */
  retryAfter?: number | string
  /** Wait this many real milliseconds first, or something in between the two. */
  delay?: number | [least: number, most: number]
  /** Reset the connection: before anything is done, or in the middle of the answer. */
  drop?: 'before' | 'middle'
  /** Answer only the first half of the JSON, or HTML instead. */
  malformed?: 'truncated' | 'html'
  /** Never answer. */
  hang?: boolean
  /** Apply it this many times only. */
  times?: number
  /** Let this many of its requests pass first. */
  after?: number
  /** Apply it to this share of its requests: 0 to 1. */
  probability?: number
}

const FaultRuleShape = Type.Object(
  {
    operation: Type.Optional(Enumeration(OPERATION_NAMES)),
    method: Type.Optional(Enumeration(METHODS)),
    path: Type.Optional(Type.String({ pattern: '^/' })),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    body: Type.Optional(Type.Unknown()),
    headers: Type.Optional(AnyMap({ additionalProperties: Type.String() })),
    retryAfter: Type.Optional(
      Type.Union([Type.Number({ minimum: 0 }), Type.String()], { expects: 'a number of seconds, or a date' }),
    ),
    delay: Type.Optional(
      Type.Union([milliseconds, Type.Array(milliseconds, { minItems: 2, maxItems: 2 })], {
        expects: `a number of milliseconds up to ${MAX_DELAY_MS}, or two of them`,
      }),
    ),
    drop: Type.Optional(Enumeration(['before', 'middle'])),
    malformed: Type.Optional(Enumeration(['truncated', 'html'])),
    hang: Type.Optional(Type.Boolean()),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
    after: Type.Optional(Type.Integer({ minimum: 0 })),
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { additionalProperties: false },
)

const FaultSettingShape = Type.Object(
  {
    rules: Type.Array(FaultRuleShape, { maxItems: 1000 }),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
  },
  { additionalProperties: false },
)

/** Rules, and what their chance goes by. */
export interface FaultSetting {
  /** The first that applies to a request wins. */
  rules: readonly FaultRule[]
  /** A whole number below 2^32; the one before where left out. */
  seed?: number
}

/**
 * Checks rules that come from outside.
 *
 * @param source what messages call them
 * @throws ApiError 400 with every fault
 */
export function readFaultSetting(value: unknown, source: string): FaultSetting {
  const faults = faultsOf(FaultSettingShape, value, source, { named: true })
  if (faults.length) throw badRequest(faults.join(', '))
  const setting = value as FaultSetting
  const wrong = setting.rules.flatMap((rule, at) => contradictionsOf(rule).map(text => `${source}/rules/${at} ${text}`))
  if (wrong.length) throw badRequest(wrong.join(', '))
  return setting
}

function contradictionsOf(rule: FaultRule): string[] {
  const { operation, method, path, status, retryAfter, delay, drop, malformed, hang } = rule
  const texts: string[] = []
  const answers = status !== undefined || retryAfter !== undefined
  if (operation !== undefined && (method !== undefined || path !== undefined)) {
    texts.push('has an operation and a method or path: it takes one or the other')
  }
  if (!answers && delay === undefined && !drop && !malformed && !hang) {
    texts.push('says nothing that goes wrong: it needs status, retryAfter, delay, drop, malformed or hang')
  }
  if ([drop, malformed, hang].filter(Boolean).length > 1) texts.push('has more than one of drop, malformed and hang')
  if (!answers && (rule.body !== undefined || rule.headers)) texts.push('has a body or headers, but no status')
  if (rule.headers && !areHeaders(rule.headers)) texts.push('has a header that cannot be sent')
  if (Array.isArray(delay) && delay[0] > delay[1]) texts.push('has a delay whose least is more than its most')
  return texts
}

function areHeaders(headers: Record<string, string>) {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}
