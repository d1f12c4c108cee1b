import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Chance that goes by a seed: the same one again makes the same choices. */
export interface Chance {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** One of the items; of none there is none. */
  pick<T extends readonly unknown[]>(items: T): T[number]
}

export function createChance(seed: number): Chance {
  const random = xoroshiro128plus(seed)
  const below = (limit: number) => uniformInt(random, 0, limit - 1)
  return { below, pick: items => (items.length === 0 ? undefined : items[below(items.length)]) }
}
