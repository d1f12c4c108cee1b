import type { StoredRecord } from '../../base/store.ts'
import { type Collections, layout, type Values } from '../../model/document.ts'
import type { Draft, State } from '../../model/state.ts'
import type { Contents } from '../../seeding/contents.ts'
import { type RevokedKeys, restorableKeys } from '../keys/index.ts'

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
