import type { Contents } from '../../../src/core/base/store.ts'
import { type Collections, layout, type Values } from '../../../src/core/model/document.ts'
import type { Draft, Store } from '../../../src/core/model/state.ts'
import { createMemoryStore } from '../../../src/core/storage/memory-store.ts'

/** A store with this in it, for rules that are asked without a request. */
export const storeOf = (contents: Partial<Contents<Collections, Values>> = {}): Store =>
  createMemoryStore<Collections, Values>(layout, contents)

/** What a refused rule says, with its status; nothing else is caught. */
export function refusalOf(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error
    return `${error.status} ${error.message}`
  }
}

/** What a rule gives inside an update. */
export const changed = <T>(store: Store, change: (draft: Draft) => T) =>
  store.update(change as (draft: Draft) => never) as Promise<T>
