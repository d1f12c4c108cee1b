import type { Store } from '../../model/state.ts'
import { type Contents, contentsOf } from '../../seeding/contents.ts'
import type { RevokedKeys } from '../keys/index.ts'
import { restoreSteps } from './restore-steps.ts'

/** Something of an instance that changes while it runs, beside the document. */
export interface Resettable {
  /** Back to how it was at the start. */
  reset(): void
}

/** Everything of an instance that changes while it runs, beside the document and its snapshots. */
export interface Resettables {
  clock: Resettable
  ids: Resettable
  faults: Resettable
  requests: Resettable
  /** When API keys were last used, as far as the document does not know. */
  keyUses: Resettable
  /** Requests that are made to wait; they are dropped. */
  pendingDelays: Resettable
  /** The rules by which simulated runs end, and the simulation: after the clock, by which it goes. */
  outcomes: Resettable
  simulation: Resettable
  /** A running pull, a running clone; they are called off. */
  pulls: Resettable
  clone: Resettable
}

/**
 * Remembers the instance as it is now, for `reset`. `startFrom` replaces what it holds, and later resets bring it back to
 * that. Only the records that differ are written, in one commit; where they cannot be, nothing is changed.
 */
export function createReset(store: Store, parts: Resettables, revoked: RevokedKeys) {
  let start = contentsOf(store.data)
  const replaceBy = (contents: Contents) => store.updateInSteps(draft => restoreSteps(draft, contents, revoked))
  return {
    async reset() {
      await replaceBy(start)
      for (const part of Object.values(parts)) part.reset()
    },
    async startFrom(contents: Contents) {
      await replaceBy(contents)
      start = contents
    },
  }
}
