import type { RepeatableIds } from '../../base/ids.ts'
import type { StoredRecord } from '../../base/store.ts'
import { type Collections, layout, type Values } from '../../model/document.ts'
import type { Draft, State, Store } from '../../model/state.ts'
import { type Contents, contentsOf } from '../../seeding/contents.ts'
import { type RevokedKeys, restorableKeys } from '../keys/api-keys.ts'
import type { ControlPart } from '../operation.ts'

/**
 * Remembers the instance as it is now, for `reset`. `startFrom` replaces what it holds, and later resets bring it back to
 * that. Only the records that differ are written, in one commit; where they cannot be, nothing is changed.
 */
export function createReset(
  store: Store,
  { ids, parts, revoked }: { ids: RepeatableIds; parts: readonly Pick<ControlPart, 'reset'>[]; revoked: RevokedKeys },
) {
  const startOf = (contents: Contents) => ({ contents, resetIds: ids.mark() })
  let start = startOf(contentsOf(store.data))
  const replaceBy = (contents: Contents) => store.updateInSteps(draft => restoreSteps(draft, contents, revoked))
  return {
    async reset() {
      await replaceBy(start.contents)
      start.resetIds()
      for (const part of parts) part.reset?.()
    },
    async startFrom(contents: Contents) {
      await replaceBy(contents)
      start = startOf(contents)
    },
  }
}

type Name = keyof Collections
const collections = Object.keys(layout.collections) as Name[]
const values = Object.keys(layout.values) as (keyof Values)[]

/** Of each part of the state, what is another one after every change of it. */
export const revisionsOf = (state: State): Record<string, unknown> =>
  Object.fromEntries([
    ...collections.map(name => [name, state[name].revision]),
    ...values.filter(name => name !== 'counters').map(name => [name, state[name]]),
  ])

/**
 * Makes the state hold exactly these contents, in their order, but for keys that were revoked. Only what differs is
 * deleted or set. In steps, so in a commit of its own: what is done after it comes before every later update.
 */
export function* restoreSteps(draft: Draft, contents: Contents, revoked: RevokedKeys): Generator<undefined, void> {
  const wanted = { ...contents, apiKeys: restorableKeys(contents, draft, revoked) }
  for (const name of collections) {
    restoreCollection(draft[name], wanted[name])
    yield
  }
  const target = draft as unknown as Record<string, unknown>
  for (const name of values) if (target[name] !== contents[name]) target[name] = contents[name]
}

interface Target {
  get(id: string): StoredRecord | undefined
  values(): IterableIterator<StoredRecord>
  set(record: never): void
  delete(id: string): boolean
}

function restoreCollection(target: Target, wanted: readonly StoredRecord[]) {
  const kept = countInPlace(target, wanted)
  const inPlace = new Set(wanted.slice(0, kept).map(record => record.id))
  for (const { id } of [...target.values()]) if (!inPlace.has(id)) target.delete(id)
  for (const [at, record] of wanted.entries()) {
    if (at >= kept || target.get(record.id) !== record) target.set(record as never)
  }
}

/** How many of the wanted records come first, in this order, once all others are gone. */
function countInPlace(target: Target, wanted: readonly StoredRecord[]): number {
  const places = new Map(wanted.map((record, at) => [record.id, at]))
  let next = 0
  for (const { id } of target.values()) {
    const place = places.get(id)
    if (place === undefined) continue
    if (place !== next) break
    next++
  }
  return next
}
