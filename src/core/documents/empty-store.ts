import { type Collections, layout, type Values } from '../model/document.ts'
import type { Store } from '../model/state.ts'
import { createMemoryStore } from '../storage/memory-store.ts'

/** A state in memory that holds nothing yet. */
export const emptyStore = (): Store => createMemoryStore<Collections, Values>(layout) as Store
