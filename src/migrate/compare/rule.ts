import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '../fields.ts'
import type { Matches } from '../match-records.ts'
import type { Kind } from './side.ts'

/** One thing that differs between two records. */
export interface Difference {
  /** What it is about: a field, `settings.timezone`, `node "Fetch" parameters.url`, `connection "A" → "B"`. */
  what: string
  /** What it is on either side, where that is short and harmless to show; or that it is only there. */
  left?: unknown
  right?: unknown
  /** Why a promotion would not make it the same. */
  remark?: string
}

/** How two records are compared in a field that has a rule. */
export type Rule = (left: Fields, right: Fields, matches: KindMatches) => Difference[]

/** Which records are the same thing, by kind: left id → right id. */
export type KindMatches = Partial<Record<Kind, Matches>>

/** The fields of a table that are compared by a rule. */
export type RuleFields<F> = { [K in keyof F]: F[K] extends { compared: 'rule' } ? K : never }[keyof F]

/** What differs between two lists in which the order says nothing. */
export function listDifferences(what: string, left: readonly unknown[], right: readonly unknown[]): Difference[] {
  const [a, b] = [[...left].sort(), [...right].sort()]
  return isDeepStrictEqual(a, b) ? [] : [{ what, left: a, right: b }]
}

/** What differs between records that have names: those that only one side has, and what is found in the others. */
export function namedDifferences(
  what: string,
  left: ReadonlyMap<string, Fields>,
  right: ReadonlyMap<string, Fields>,
  pathsIn: (left: Fields, right: Fields) => string[],
): Difference[] {
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name): Difference[] => {
    const named = `${what} ${JSON.stringify(name)}`
    const [a, b] = [left.get(name), right.get(name)]
    if (!b) return [{ what: named, left: 'only there' }]
    if (!a) return [{ what: named, right: 'only there' }]
    return pathsIn(a, b).map(path => ({ what: `${named} ${path}` }))
  })
}
