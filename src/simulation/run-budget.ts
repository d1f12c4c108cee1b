import type { NodeItem } from './item.ts'

/** The most characters of JSON of all items that the nodes of a run put out. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** Added for each item, for what the run data says beside it. */
const FRAME_CHARACTERS = 256
/** So much work the parameters of a run may be for its items: steps, and thousands of characters that are looked at. */
const MOST_WORK = 64 * 1024

/**
 * What a run may cost: a node copies what it gets, and reads its parameters for each item, so a graph can make very
 * much of one call.
 *
 * @example
 * const budget = createRunBudget()
 * if (budget.canKeep(items)) run.push(items)
 */
export function createRunBudget() {
  let kept = 0
  let work = 0

  return {
    /** Whether nothing more is to be made. */
    get isSpent() {
      return kept > MOST_CHARACTERS || work > MOST_WORK
    },
    spend(amount: number) {
      work += amount
    },
    /** How long a value is that is read, in characters. */
    sizeOf: (value: unknown) =>
      typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? lengthOf(value) : 1,
    /** Whether these may be kept too; the first always. */
    canKeep(items: readonly NodeItem[]): boolean {
      const isFirst = kept === 0
      for (const { json, binary } of items) {
        if (kept > MOST_CHARACTERS) break
        kept += lengthOf(json) + FRAME_CHARACTERS
        if (binary) kept += lengthOf(binary)
      }
      return isFirst || kept <= MOST_CHARACTERS
    },
  }
}

const lengths = new WeakMap<object, number>()

/** How long it is as JSON; items are handed on from node to node, and measured once. */
function lengthOf(value: object): number {
  const length = lengths.get(value) ?? JSON.stringify(value).length
  lengths.set(value, length)
  return length
}
