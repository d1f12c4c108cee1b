import type { Draft, State } from '../../../src/core/base/store.ts'
import { createMemoryStore } from '../../../src/core/storage/memory-store.ts'
import { book, type Collections, contentsOf, layout, type Values } from '../../core/storage/library.ts'
import { randomFrom } from './random.ts'

/** Makes the changes of an update: the same number does the same to the same state, in several records at once. */
export function change(draft: Draft<Collections, Values>, update: number) {
  const random = randomFrom(update)
  const books = [...draft.books.values()]
  const old = books[random.below(books.length)]
  const notes = 'nöte '.repeat(random.pick([0, 10, 40, 300, 300, 2000, random.chance(0.1) ? 16_000 : 5]))
  const kind = random.below(5)
  if (old && kind === 0) draft.books.delete(old.id)
  else if (old && kind === 1) draft.books.set({ ...old, title: `changed by ${update}`, notes })
  else draft.books.set(book(`book ${update}`, { notes }))
  if (kind === 2) draft.motto = `update ${update}`
  draft.shelves.set({ id: String(update) })
  draft.counters = { books: draft.counters.books + 1 }
}

/** The updates that a state has, in the order in which they were made. */
export const updatesIn = (state: State<Collections, Values>) => [...state.shelves.values()].map(({ id }) => Number(id))

const expectedTexts = new Map<string, string>()

/** All that a state holds after these updates, and no others, as text. */
export async function textAfter(updates: readonly number[]) {
  const key = updates.join()
  const known = expectedTexts.get(key)
  if (known !== undefined) return known
  const store = createMemoryStore<Collections, Values>(layout)
  for (const update of updates) await store.update(draft => change(draft, update))
  const text = textOf(store.data)
  if (expectedTexts.size > 500) expectedTexts.clear()
  expectedTexts.set(key, text)
  return text
}

export const textOf = (state: State<Collections, Values>) => JSON.stringify(contentsOf(state))
