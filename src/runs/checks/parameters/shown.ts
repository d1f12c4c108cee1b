import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../core/base/is-record.ts'
import type { Condition, Conditional, Conditions, ParameterFacts } from './node-facts.ts'

export type Values = Readonly<Record<string, unknown>>

/** What conditions look at. */
export interface Surroundings {
  type: string
  version: number
  /** The parameters of the node itself. */
  root: Values
}

/** Parameters whose values are records or lists of fields: conditions do not look into them before they are resolved. */
const COMPLEX = ['collection', 'fixedCollection']

/** More rounds than conditions are deep. */
const MAX_ROUNDS = 12

/**
 * Parameters of one level with their defaults, in which the conditions of that level are looked up. As the service does
 * it: also the defaults of parameters that are not shown; of several with one name the last that is shown.
 */
export function withDefaults(
  parameters: readonly ParameterFacts[],
  given: Values,
  { around, isCollection = false }: { around: Omit<Surroundings, 'root'> & { root?: Values }; isCollection?: boolean },
): Values {
  const byName = Map.groupBy(parameters, ({ name }) => name)
  const settled: Record<string, unknown> = {}
  const choices: ParameterFacts[] = []
  for (const parameter of parameters) {
    const { name, type = 'string' } = parameter
    const value = given[name]
    if (value === undefined && isCollection) continue
    if (COMPLEX.includes(type)) {
      if (value !== undefined) settled[name] = value
    } else if (byName.get(name)?.length === 1) settled[name] = plainValue(parameter, value ?? defaultOf(parameter))
    else choices.push(parameter)
  }
  let values: Values = { ...given }
  let chosen: Record<string, unknown> = {}
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next: Record<string, unknown> = {}
    const root = around.root ?? values
    for (const parameter of choices) {
      const { name } = parameter
      if (isShown(parameter, values, { ...around, root }))
        next[name] = plainValue(parameter, given[name] ?? defaultOf(parameter))
    }
    if (round > 0 && isDeepStrictEqual(next, chosen)) break
    chosen = next
    values = { ...settled, ...chosen }
  }
  return values
}

/** The values of parameters that are shown: what a node gets. */
export function shownValues(
  parameters: readonly ParameterFacts[],
  given: Values,
  { values, around, isCollection = false }: { values: Values; around: Surroundings; isCollection?: boolean },
): Values {
  const shown: Record<string, unknown> = {}
  for (const parameter of parameters) {
    const { name } = parameter
    const value = given[name]
    if ((value === undefined && isCollection) || !isShown(parameter, values, around)) continue
    shown[name] = plainValue(parameter, value ?? defaultOf(parameter))
  }
  return shown
}

/**
 * What of the given values a node reads, at any depth: without those that conditions hide, as the service drops them before
 * it runs a workflow. Lists keep their places, and what the type does not know stays.
 */
export function readValues(
  parameters: readonly ParameterFacts[],
  given: Values,
  { values, around }: { values: Values; around: Surroundings },
): Values {
  const names = new Set(parameters.map(({ name }) => name))
  const read: Record<string, unknown> = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)))
  for (const parameter of parameters) {
    const value = given[parameter.name]
    if (value === undefined || !isShown(parameter, values, around)) continue
    read[parameter.name] = withinValue(parameter, plainValue(parameter, value), around)
  }
  return read
}

function withinValue(
  { type, multiple, fields = [], groups = [] }: ParameterFacts,
  value: unknown,
  around: Surroundings,
) {
  if (!isRecord(value)) return value
  const inner = (parameters: readonly ParameterFacts[], given: unknown, isCollection: boolean) =>
    isRecord(given)
      ? readValues(parameters, given, {
          values: withDefaults(parameters, given, { around, isCollection }),
          around,
        })
      : given
  if (type === 'collection') return multiple ? value : inner(fields, value, true)
  if (type !== 'fixedCollection') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const group = groups.find(one => one.name === name)
      if (!group) return [name, given]
      const { fields: ofGroup } = group
      return [name, Array.isArray(given) ? given.map(one => inner(ofGroup, one, false)) : inner(ofGroup, given, false)]
    }),
  )
}

const plainValue = ({ plain }: ParameterFacts, value: unknown) =>
  plain === true && typeof value === 'string' && value.startsWith('=') && !value.includes('$fromAI')
    ? value.slice(1)
    : value

export const LONG_DEFAULT = 'a default'

export function defaultOf({ type, default: value, hasLongDefault }: ParameterFacts): unknown {
  if (hasLongDefault) return LONG_DEFAULT
  if (value === undefined) return ''
  return type === 'resourceLocator' && isRecord(value) ? { __rl: true, ...value } : value
}

/** Whether a parameter exists with these values: each condition of `show` holds, and none of `hide`. */
export function isShown({ show, hide }: Conditional, values: Values, around: Surroundings): boolean {
  for (const [name, allowed] of Object.entries(show ?? {})) {
    const found = lookUp(name, values, around)
    if (found.some(value => typeof value === 'string' && value.startsWith('='))) return true
    if (!holds(allowed, found)) return false
  }
  return !Object.entries(hide ?? {}).some(([name, forbidden]) => {
    const found = lookUp(name, values, around)
    return found.length > 0 && holds(forbidden, found)
  })
}

/** The first condition of `show` or `hide` that keeps a parameter away, for a message. */
export function hiddenBy({ show, hide }: Conditional, values: Values, around: Surroundings): Conditions | undefined {
  for (const [name, allowed] of Object.entries(show ?? {}))
    if (!holds(allowed, lookUp(name, values, around))) return { [name]: allowed }
  for (const [name, forbidden] of Object.entries(hide ?? {}))
    if (holds(forbidden, lookUp(name, values, around))) return { [name]: forbidden }
  return undefined
}

function lookUp(name: string, values: Values, { type, version, root }: Surroundings): readonly unknown[] {
  if (name === '@version') return [version]
  if (name === '@tool') return [type.endsWith('Tool')]
  const found = name.startsWith('/') ? valueAt(root, name.slice(1)) : valueAt(values, name)
  const value = isRecord(found) && found.__rl ? found.value : found
  return Array.isArray(value) ? value : [value]
}

const PARTED = /[.[\]]/

/** The value at a path with dots; brackets are parts too. */
export function valueAt(values: unknown, path: string): unknown {
  let found: unknown = values
  // most are a name
  const keys = PARTED.test(path) ? path.replaceAll('[', '.').replaceAll(']', '').split('.') : [path]
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

function holds(allowed: readonly Condition[], given: readonly unknown[]): boolean {
  return allowed.some(condition => {
    if (!isRecord(condition) || !isRecord(condition._cnd)) return given.includes(condition)
    const [kind = '', bound] = Object.entries(condition._cnd)[0] ?? []
    return given.length === 0 ? kind === 'not' : given.every(value => COMPARISONS[kind]?.(value, bound) ?? false)
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each compares values of its own kind
const COMPARISONS: Record<string, (value: any, bound: any) => boolean> = {
  eq: (value: unknown, bound: unknown) => isDeepStrictEqual(value, bound),
  not: (value: unknown, bound: unknown) => !isDeepStrictEqual(value, bound),
  gte: (value: number, bound: number) => value >= bound,
  lte: (value: number, bound: number) => value <= bound,
  gt: (value: number, bound: number) => value > bound,
  lt: (value: number, bound: number) => value < bound,
  between: (value: number, { from, to }: { from: number; to: number }) => value >= from && value <= to,
  includes: (value: unknown, bound: string) => typeof value === 'string' && value.includes(bound),
  startsWith: (value: unknown, bound: string) => typeof value === 'string' && value.startsWith(bound),
  endsWith: (value: unknown, bound: string) => typeof value === 'string' && value.endsWith(bound),
  regex: (value: unknown, bound: string) => typeof value === 'string' && new RegExp(bound).test(value),
  exists: (value: unknown) => value !== null && value !== undefined && value !== '',
}
