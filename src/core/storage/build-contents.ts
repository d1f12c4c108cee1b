import type { Contents, Draft, Layout } from '../base/store.ts'
import { StateBase, StateDraft } from './state/index.ts'

/** Applies a change to an empty document, and returns the contents. */
export function buildContents<C, V>(layout: Layout<C, V>, change: (draft: Draft<C, V>) => void): Contents<C, V> {
  const base = new StateBase<C, V>(layout)
  const draft = new StateDraft<C, V>(base)
  change(draft.view)
  draft.applyTo(base)
  return Object.fromEntries(base.snapshot()) as Contents<C, V>
}
