import { createChance } from '../soak/chance.ts'
import { KINDS } from './changes.ts'
import type { Mutant } from './find-mutants.ts'

/** Picks at random, each kind as often as any other while there are some of it: most of all faults are empty texts. */
export function chooseMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const chance = createChance(seed)
  const kinds = KINDS.map(kind => mutants.filter(mutant => mutant.kind === kind))
  const chosen: Mutant[] = []
  while (chosen.length < Math.min(count, mutants.length)) {
    for (const left of kinds) {
      if (left.length > 0 && chosen.length < count) chosen.push(...left.splice(chance.below(left.length), 1))
    }
  }
  return chosen
}
