import { type Operation, systemError } from './operations.ts'
import type { Random } from './random.ts'

export type ErrorKind = 'EIO' | 'ENOSPC' | 'short'

/** Lets chosen operations of a disk fail: the first of each pair is which, counted from the first one of all. */
export class Errors {
  /** Operations so far. */
  count = 0
  readonly #chosen: ReadonlyMap<number, ErrorKind>
  readonly #random: Random
  #isOver = false

  constructor(chosen: Iterable<readonly [number, ErrorKind]>, random: Random) {
    this.#chosen = new Map(chosen)
    this.#random = random
  }

  /** From now on nothing fails. */
  end() {
    this.#isOver = true
  }

  /** How many of `length` bytes the next write takes. */
  lengthOf(length: number) {
    const kind = this.#isOver ? undefined : this.#chosen.get(this.count)
    return kind === undefined || length <= 1 ? length : 1 + this.#random.below(length - 1)
  }

  /** Throws if the operation is to fail. One that is only short does not. */
  refuse(operation: Operation, lose?: (seed: number) => void) {
    const kind = this.#isOver ? undefined : this.#chosen.get(this.count)
    this.count++
    if (kind === undefined || (kind === 'short' && operation === 'write')) return
    if (this.#random.chance(0.5)) lose?.(this.#random.below(2 ** 31))
    throw systemError(kind === 'ENOSPC' && NEEDS_SPACE.has(operation) ? 'ENOSPC' : 'EIO')
  }
}

const NEEDS_SPACE = new Set<Operation>(['open', 'write', 'truncate', 'sync', 'rename', 'link'])
