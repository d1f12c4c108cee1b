import type { RepeatableIds } from '../../core/base/ids.ts'
import type { StoredRecord } from '../../core/base/store.ts'
import { type Collections, layout, type Values } from '../../core/model/document.ts'
import type { Draft, State, Store } from '../../core/model/state.ts'
import { type Contents, contentsOf } from '../../core/seeding/contents.ts'
import { type RevokedKeys, restorableKeys } from '../keys/api-keys.ts'
import type { ControlPart } from '../operation.ts'

/**
 * Stores the present contents of the instance, to which `reset` returns. `startFrom` replaces the contents, and later
 * resets return to the new ones. Only records that differ are written, in one commit; if it fails, nothing is changed.
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

/** A value for each part of the state, which differs after every change of that part. */
export const revisionsOf = (state: State): Record<string, unknown> =>
  Object.fromEntries([
    ...collections.map(name => [name, state[name].revision]),
    ...values.filter(name => name !== 'counters').map(name => [name, state[name]]),
  ])

/**
 * Makes the state hold exactly these contents, in their order, except keys that were revoked since. Only records that
 * differ are deleted or set. It runs in steps, in a commit of its own: no other update comes in between, nor before
 * what the caller does when it is done.
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

/** How many of the wanted records, from the first, are in place already once all others are deleted. */
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
