import { isEqual } from '../core/base/compare.ts'
import { isRecord } from '../core/base/is-record.ts'
import { mapTexts } from '../core/base/map-texts.ts'
import type { Operation } from '../core/http/operation.ts'
import {
  type AnswerOverride,
  FIELD_PATH,
  type OperationOverrides,
  type Overrides,
} from '../core/overrides/overrides.ts'
import { isMet, kindOf as kindOfValue } from '../core/overrides/rewrite-answers.ts'
import { type Difference, messageOf } from './compare-answers.ts'
import type { Asked } from './compare-both.ts'
import type { Answer, Question } from './question.ts'

/** A difference that no override expresses. */
export interface LeftOver {
  operation: string
  question: string
  /** Where the answers differ, and why that cannot be applied. */
  because: string
}

export interface Found {
  profile: string
  operations: readonly Operation[]
  asked: readonly Asked[]
  /** What the service answers to a path that no version has. */
  unknownPath: Answer
  /** Makes a text fit to be written into a file. */
  hide(text: string): string
}

/** The differences of a service as overrides of its profile. What data cannot express is listed. */
export function makeOverrides(found: Found): { overrides: Overrides; left: LeftOver[] } {
  const { profile, asked, operations } = found
  const left: LeftOver[] = []
  const made: Overrides = { format: 1, profile, operations: {} }
  for (const [id, pairs] of Map.groupBy(asked, ({ question }) => question.operation)) {
    const operation = operations.find(it => it.id === id)
    if (!operation || pairs.every(({ differences }) => differences.length === 0)) continue
    const own = overridesOf(operation, pairs, found, (pair, because) =>
      left.push({ operation: id, question: pair.question.name, because }),
    )
    if (Object.keys(own).length > 0) made.operations[id] = own
  }
  return { overrides: made, left }
}

type Leave = (pair: Asked, because: string) => void

function overridesOf(operation: Operation, pairs: readonly Asked[], { hide, unknownPath }: Found, leave: Leave) {
  const missing = missingAnswer(pairs, unknownPath)
  if (missing) return { missing: { status: missing.status, body: hidden(missing.body, hide) } }
  const answers: AnswerOverride[] = []
  const accepted = new Set<string>()
  const addedFields: Record<string, unknown> = {}
  const missingFields = new Set<string>()
  for (const pair of pairs) {
    if (pair.differences.length === 0) continue
    const { question, service, profile, differences } = pair
    if (service.status < 300 && profile.status < 300) {
      if (service.status !== profile.status) addRule(pair)
      for (const difference of differences) addField(pair, difference)
    } else if (service.status < 300) {
      const name = acceptedParameter(operation, question, profile)
      if (name === undefined) leave(pair, `the service answers ${service.status}, the profile ${profile.status}`)
      else accepted.add(name)
    } else if (differences.every(({ kind }) => kind === 'header')) {
      leave(pair, `header ${differences.map(({ at }) => at).join(', ')}`)
    } else addRule(pair)
  }

  function addRule(pair: Asked) {
    if (answers.some(rule => covers(rule, pair) && agrees(rule, pair))) return
    const rule = ruleOf(pair, hide)
    if (typeof rule === 'string') return leave(pair, rule)
    const candidates = conditionsOf(pair.question).map(when => ({ ...(when ? { when } : {}), ...rule }))
    const fit = candidates.find(it => pairs.every(other => !covers(it, other) || agrees(it, other)))
    if (fit) answers.push(fit)
    else leave(pair, 'the profile answers other requests in the same way, and the service does not')
  }

  function addField(pair: Asked, { kind, at, service }: Difference) {
    if (kind === 'status') return
    if ((kind !== 'added' && kind !== 'missing') || !FIELD_PATH.test(at)) return leave(pair, `${kind} of ${at}`)
    if (kind === 'missing') missingFields.add(at)
    else addedFields[at] = neutral(service)
  }

  const own: OperationOverrides = {
    ...(accepted.size > 0 ? { acceptedParameters: [...accepted] } : {}),
    // a text with a placeholder may be any of the others
    ...(answers.length > 0 ? { answers: answers.toSorted((a, b) => holesIn(a) - holesIn(b)) } : {}),
    ...(Object.keys(addedFields).length > 0 ? { addedFields } : {}),
    ...(missingFields.size > 0 ? { missingFields: [...missingFields] } : {}),
  }
  return own
}

const holesIn = ({ from }: AnswerOverride) => from.message?.split('{').length ?? 0

const ABSENT = [404, 405]

/** What a service says to each request for an operation that it does not have. */
function missingAnswer(pairs: readonly Asked[], unknownPath: Answer): Answer | undefined {
  const [first] = pairs
  if (!first || !ABSENT.includes(first.service.status)) return undefined
  // the same status is also that of an unknown record
  if (first.service.status === unknownPath.status && !isEqual(first.service.body, unknownPath.body)) return undefined
  const isSame = pairs.every(
    ({ service }) => service.status === first.service.status && isEqual(service.body, first.service.body),
  )
  return isSame && isRecord(first.service.body) && pairs.some(({ profile }) => !ABSENT.includes(profile.status))
    ? first.service
    : undefined
}

/** A query parameter that the profile refuses and the service takes. */
function acceptedParameter({ query }: Operation, { parameter }: Question, profile: Answer): string | undefined {
  if (parameter === undefined || profile.status !== 400) return undefined
  if (Object.hasOwn(query?.properties ?? {}, parameter)) return undefined
  return parameter === UNKNOWN ? '*' : parameter
}

/** The rule that makes one answer the other; a text where there can be none. */
function ruleOf(pair: Asked, hide: (text: string) => string): AnswerOverride | string {
  const { question, service, profile } = pair
  if (question.method !== 'GET' && profile.status < 300 && service.status >= 400)
    return 'the profile makes a change that the service refuses'
  const message = messageOf(profile)
  const from = {
    status: profile.status,
    ...(message === undefined || profile.status < 300 ? {} : { message: generalised(message, question) }),
  }
  if (service.status < 300) return { from, to: { status: service.status } }
  if (!isRecord(service.body)) return `the service answers ${service.status} with something else than a JSON object`
  const body = hidden(generalisedAll(service.body, question), hide)
  return { from, to: { status: service.status, body } }
}

/** Conditions that a question meets, the most general first. */
function conditionsOf(question: Question): AnswerOverride['when'][] {
  const { key } = question
  const parameter = question.parameter === UNKNOWN ? '*' : question.parameter
  const value = kindOfValue(question.parameter === undefined ? '' : (queryOf(question).get(question.parameter) ?? ''))
  return [
    undefined,
    ...(parameter === undefined ? [] : [{ parameter }, { parameter, value }]),
    ...(key === 'own' ? [] : [{ key: key === 'none' ? ('none' as const) : ('some' as const) }]),
  ]
}

/** The parameter that no operation has. */
const UNKNOWN = 'understudy'

const queryOf = ({ path }: Question) => new URLSearchParams(path.split('?')[1] ?? '')

/** Whether a rule would be applied to what the profile answered. */
function covers({ when, from }: AnswerOverride, { question, profile }: Asked): boolean {
  const query = queryOf(question)
  const unknown = query.has(UNKNOWN) ? UNKNOWN : undefined
  if (from.status !== profile.status) return false
  if (!isMet(when, { params: question.params, query, unknown, hasKey: question.key !== 'none' })) return false
  return from.message === undefined || from.message === generalised(messageOf(profile) ?? '', question)
}

/** Whether what a rule answers is what the service answered. */
function agrees({ to }: AnswerOverride, { question, service }: Asked): boolean {
  if (to.status !== service.status) return false
  return to.body === undefined || isEqual(to.body, generalisedAll(service.body, question))
}

/** Shorter values are in every text. */
const SHORTEST = 4

/** A text with the names of the request's parameters in the place of their values. */
function generalised(text: string, question: Question): string {
  const query = [...queryOf(question)].map(([name, value]) => [`?${name}`, value] as const)
  const unknown = queryOf(question).has(UNKNOWN) ? [['*', UNKNOWN] as const] : []
  const named = [...unknown, ...Object.entries(question.params), ...query].filter(
    ([, value]) => value.length >= SHORTEST,
  )
  return named.reduce((made, [name, value]) => made.replaceAll(value, `{${name}}`), text)
}

const generalisedAll = (value: unknown, question: Question) => mapTexts(value, text => generalised(text, question))

const hidden = (value: unknown, hide: (text: string) => string) =>
  mapTexts(value ?? {}, text => hide(text)) as Record<string, unknown>

/** A value of the same type that says nothing of the service's records. */
function neutral(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return []
  return isRecord(value) ? {} : value
}
