import type { Node } from '../../model/workflow.ts'
import type { Condition, Conditions, Parameter } from './activation-requirements.ts'

type Values = Record<string, unknown>

/** More rounds than conditions are deep; a pair that hides each other would go on for ever. */
const MOST_ROUNDS = 20

/** The most items of a list that are read; lists of options that conditions ask for are shorter. */
const MOST_ITEMS = 40

/**
 * The parameters of a node with the defaults of those that are shown; of several with one name the first shown. What a
 * default shows may have a default itself, so this goes on until nothing changes.
 */
export function withDefaults(node: Node, parameters: readonly Parameter[]): Values {
  const missing = parameters.filter(({ name }) => node.parameters?.[name] === undefined)
  const own: Values = Object.create(null)
  for (const [name, value] of Object.entries(node.parameters ?? {})) {
    own[name] = Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value
  }
  let values = own
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next: Values = Object.assign(Object.create(null), own)
    for (const parameter of missing) {
      if (next[parameter.name] !== undefined || !isShown(parameter, node, values)) continue
      next[parameter.name] = parameter.default ?? ''
    }
    if (missing.every(({ name }) => next[name] === values[name])) return values
    values = next
  }
  return values
}

/** Something that is shown only under conditions. */
interface Conditional {
  show?: Conditions
  hide?: Conditions
}

/** Whether a parameter or credential is shown: each condition of `show` holds, and none of `hide`. */
export function isShown(conditional: Conditional, node: Node, values: Values): boolean {
  const given = (name: string) => (name === '@version' ? node.typeVersion : values[name])
  const { show, hide } = entriesOf(conditional)
  for (const [name, allowed] of show) {
    const value = given(name)
    if (!isExpression(value) && !holds(allowed, value)) return false
  }
  for (const [name, forbidden] of hide) if (holds(forbidden, given(name))) return false
  return true
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

const isExpression = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isExpressionText) : isExpressionText(value)

const isExpressionText = (value: unknown) => typeof value === 'string' && value.startsWith('=')

/** Whether a value is allowed: of a list one of its items, of a resource locator its value. */
function holds(allowed: readonly Condition[], value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(item => allowed.some(condition => meets(condition, item)))
  }
  const isLocator = typeof value === 'object' && value !== null && '__rl' in value && 'value' in value
  const known = isLocator ? value.value : value
  return allowed.some(condition => meets(condition, known))
}

function meets(condition: Condition, value: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return condition === value
  return Object.entries(condition._cnd).every(([kind, bound]) => COMPARISONS[kind]?.(value, bound) ?? false)
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
