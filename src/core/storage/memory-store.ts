import type { Contents, Layout, Store } from '../base/store.ts'
import { StateBase, UpdateQueue } from './state/index.ts'

/**
 * A store in memory, without files, with the same rules as one on disk.
 *
 * @param contents What it starts with; parts left out are empty, or as the layout says. Its records are frozen.
 * @example
 * const store = createMemoryStore<Collections, Values>(layout, { tags: [tag] })
 * await store.update(draft => draft.tags.delete(tag.id))
 */
export function createMemoryStore<C, V>(layout: Layout<C, V>, contents?: Partial<Contents<C, V>>): Store<C, V> {
  const base = new StateBase(layout, contents)
  const queue = new UpdateQueue(base)
  const { update, updateInSteps } = queue
  return { data: base.view, update, updateInSteps, close: () => queue.close('The store is closed') }
}
