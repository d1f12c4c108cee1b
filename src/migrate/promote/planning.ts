import type { WriteLimits } from '../../http/version.ts'
import type { State } from '../../model/state.ts'
import type { Service } from '../client/client.ts'
import { type Notes, type PromotedKind, pairsAmong } from './notes.ts'
import type { PlanLine, Steps } from './plan.ts'
import type { Target } from './read-target.ts'

/** Whether workflows there become active as they are here, stay as they are there, or all become active. */
export type Activate = 'same' | 'none' | 'all'

/** What the parts of a plan are made from, and what they add to. */
export interface Planning {
  source: State
  service: Service
  target: Target
  limits: WriteLimits
  notes: Notes
  activate: Activate
  /** Turns sealed data back. @throws where it was sealed with another key */
  unseal(text: string): unknown
  /** Credentials that the user pairs: id or name here → id there. */
  credentialMap: ReadonlyMap<string, string>
  lines: PlanLine[]
  remarks: string[]
  steps: Steps
}

/** Why nothing of this kind can be done: the key lacks a scope. `undefined` where it has it, or where nobody tells. */
export function lackOf({ target: { scopes } }: Planning, ...needed: string[]): string | undefined {
  const missing = scopes ? needed.filter(scope => !scopes.has(scope)) : []
  return missing.length > 0 ? `the key lacks the scope ${missing.join(' and ')}` : undefined
}

/** Notes that something there is what something here was found to be. */
export function pair({ steps, notes }: Planning, kind: PromotedKind, from: string, id: string) {
  steps.ids[kind].set(from, id)
  if (notes.pairs[kind].get(from) !== id) steps.notes.push({ is: 'matched', kind, from, id })
}

/** The pairs noted before, and those of what was made just before a promotion was killed. */
export function notedPairs({ notes }: Planning, kind: PromotedKind, there: readonly { id: string; name: string }[]) {
  const pairs = pairsAmong(notes, kind, new Set(there.map(({ id }) => id)))
  const taken = new Set(pairs.values())
  const recovered = new Map<string, string>()
  for (const { from, name, known, id } of notes.begun.filter(begun => begun.kind === kind)) {
    const isMade = (one: { id: string; name: string }) =>
      id === undefined ? one.name === name && !known.includes(one.id) : one.id === id
    const made = there.find(one => isMade(one) && !taken.has(one.id))
    if (!made) continue
    pairs.set(from, made.id)
    taken.add(made.id)
    recovered.set(from, made.id)
  }
  return { pairs, recovered }
}

/** Notes of what was found: that it was made, where it was begun and is there; else that it is the same. */
export function pairFound(
  planning: Planning,
  kind: PromotedKind,
  { from, to, recovered }: { from: string; to: string; recovered: ReadonlyMap<string, string> },
) {
  if (recovered.get(from) !== to) return pair(planning, kind, from, to)
  planning.steps.ids[kind].set(from, to)
  planning.steps.notes.push({ is: 'made', kind, from, id: to })
}
