import { isRecord } from '../../base/is-record.ts'
import type { Node } from '../../model/workflow.ts'
import type { Condition, Conditions, Parameter } from './activation-requirements.ts'

type Values = Record<string, unknown>

/** More rounds than conditions are deep; a pair that hides each other would go on for ever. */
const MAX_ROUNDS = 20

/** The most items of a list that are read; lists of options that conditions ask for are shorter. */
const MAX_ITEMS = 40

/**
 * The parameters of a node with the defaults of those that are shown; of several with one name the first shown. What a
 * default shows may have a default itself, so this goes on until nothing changes.
 */
export function withDefaults(node: Node, parameters: readonly Parameter[]): Values {
  const missing = parameters.filter(({ name }) => isAbsent(node.parameters?.[name]))
  const own: Values = Object.create(null)
  for (const [name, value] of Object.entries(node.parameters ?? {})) {
    if (!isAbsent(value)) own[name] = readValue(name, value)
  }
  let values = own
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next: Values = Object.assign(Object.create(null), own)
    for (const parameter of missing) {
      if (next[parameter.name] !== undefined || !isShown(parameter, node, values)) continue
      next[parameter.name] = defaultOf(parameter)
    }
    if (missing.every(({ name }) => next[name] === values[name])) return values
    values = next
  }
  return values
}

/** Nodes take no expression for these: a `=` before the text is ignored. */
const PLAIN_TEXTS = ['resource', 'operation']

function readValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS)
  return typeof value === 'string' && PLAIN_TEXTS.includes(name) ? value.replace(/^=/, '') : value
}

const isAbsent = (value: unknown) => value === undefined || value === null

/** The default of a resource locator is marked as one, so that conditions look at its value. */
const defaultOf = ({ type, default: value = '' }: Parameter) =>
  type === 'resourceLocator' && isRecord(value) ? { ...value, __rl: true } : value

/** Something that is shown only under conditions. */
interface Conditional {
  show?: Conditions
  hide?: Conditions
}

/**
 * Whether a parameter or credential is shown: each condition of `show` holds, and none of `hide`. An expression where a
 * condition of `show` looks shows it at once.
 */
export function isShown(conditional: Conditional, node: Node, values: Values): boolean {
  const given = (name: string) => listOf(name === '@version' ? node.typeVersion : values[name])
  const { show, hide } = entriesOf(conditional)
  for (const [name, allowed] of show) {
    const found = given(name)
    if (found.some(isExpression)) return true
    if (!holds(allowed, found)) return false
  }
  return !hide.some(([name, forbidden]) => given(name).length > 0 && holds(forbidden, given(name)))
}

type Entries = [name: string, allowed: readonly Condition[]][]

const prepared = new WeakMap<Conditional, { show: Entries; hide: Entries }>()

/** The conditions as lists; a workflow may have very many nodes, so they are made once. */
function entriesOf(conditional: Conditional) {
  const before = prepared.get(conditional)
  if (before) return before
  const list = (conditions: Conditions = {}) =>
    Object.entries(conditions).map(([name, allowed]): Entries[number] => [name.replace(/^\//, ''), allowed])
  const entries = { show: list(conditional.show), hide: list(conditional.hide) }
  prepared.set(conditional, entries)
  return entries
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=')

/** What a condition looks at: the items of a list, the value of a resource locator. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return [isRecord(value) && value.__rl && 'value' in value ? value.value : value]
}

/** Whether one of the conditions holds: a value is among those given, or a comparison is true of each. */
function holds(allowed: readonly Condition[], given: readonly unknown[]): boolean {
  return allowed.some(condition => {
    if (typeof condition !== 'object' || condition === null) return given.includes(condition)
    return Object.entries(condition._cnd).every(([kind, bound]) =>
      given.length === 0 ? kind === 'not' : given.every(value => COMPARISONS[kind]?.(value, bound) ?? false),
    )
  })
}

const compare = (test: (value: number, bound: number) => boolean) => (value: unknown, bound: unknown) =>
  typeof value === 'number' && typeof bound === 'number' && test(value, bound)

const isRange = (bound: unknown): bound is { from: number; to: number } =>
  typeof bound === 'object' && bound !== null && 'from' in bound && 'to' in bound

/** The comparisons that the shipped requirements use. */
const COMPARISONS: Record<string, (value: unknown, bound: unknown) => boolean> = {
  eq: (value, bound) => value === bound,
  not: (value, bound) => value !== bound,
  gte: compare((value, bound) => value >= bound),
  gt: compare((value, bound) => value > bound),
  lte: compare((value, bound) => value <= bound),
  lt: compare((value, bound) => value < bound),
  between: (value, bound) => typeof value === 'number' && isRange(bound) && value >= bound.from && value <= bound.to,
  regex: (value, bound) => typeof value === 'string' && typeof bound === 'string' && new RegExp(bound).test(value),
}
