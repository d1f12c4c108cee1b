import type { Item } from './item.ts'

/** The items that the nodes of a run put out may be so many characters of JSON together. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** So many more for each item, for what the run data says beside it. */
const FRAME_CHARACTERS = 64
/** So many characters of parameters a run may read for its items. */
const MOST_READ = 64 * 1024 * 1024

/**
 * What a run may cost: a node copies what it gets, so a graph can make very much of one call.
 *
 * @example
 * const budget = createRunBudget()
 * if (budget.canKeep(items)) run.push(items)
 */
export function createRunBudget() {
  let kept = 0
  let read = 0

  return {
    /** Whether nothing more is to be made. */
    get isSpent() {
      return kept > MOST_CHARACTERS || read > MOST_READ
    },
    /** Whether parameters may be read for so many items. */
    canRead(parameters: object | undefined, items: number): boolean {
      read += items * lengthOf(parameters ?? {})
      return read <= MOST_READ
    },
    /** Whether these may be kept too; the first always. */
    canKeep(items: readonly Item[]): boolean {
      const isFirst = kept === 0
      for (const item of items) {
        if (kept > MOST_CHARACTERS) break
        kept += lengthOf(item) + FRAME_CHARACTERS
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
