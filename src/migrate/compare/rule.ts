import type { Fields } from '../fields.ts'
import type { Matches } from './match-records.ts'
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
