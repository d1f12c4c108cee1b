import { StateBase } from './state-layers.ts'
import type { Contents, Layout, Store } from './store.ts'
import { UpdateQueue } from './update-queue.ts'

/**
 * A store that keeps nothing beyond its process: the same rules as on disk, no files.
 *
 * @param contents What it starts with; parts left out are empty, or as the layout says. Its records are frozen.
 * @example
 * const store = createMemoryStore<Collections, Values>(layout, { tags: [tag] })
 * await store.update(draft => draft.tags.delete(tag.id))
 */
export function createMemoryStore<C, V>(layout: Layout<C, V>, contents?: Partial<Contents<C, V>>): Store<C, V> {
  const base = new StateBase(layout, contents)
  const queue = new UpdateQueue(base)
  return { data: base.view, update: queue.update, close: () => queue.close('The store is closed') }
}
