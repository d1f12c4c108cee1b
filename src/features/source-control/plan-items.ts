import type { Collection, StoredRecord } from '../../storage/store.ts'
import type { BaseItem } from './base.ts'
import { compare, reasonOf } from './compare.ts'
import type { Conflict } from './plan.ts'
import type { RemoteItem } from './repository.ts'

/** An item of the repository that is to be written, and the record that it replaces, if there is one. */
export interface ItemChange<T, R> {
  item: T
  before: R | undefined
  path: string
}

interface Named {
  readonly id: string
  readonly name: string
}

interface Comparison<T, R extends StoredRecord> {
  kind: Conflict['kind']
  records: Collection<R>
  base: ReadonlyMap<string, BaseItem>
  remote: ReadonlyMap<string, RemoteItem<T>>
  contentOf(record: R): string
  force: boolean
  remoteChangeConflicts: boolean
}

/** The base is not the one that the repository was read against: a file that was left out has to be read after all. */
export class StaleRead extends Error {
  override name = 'StaleRead'
}

/** What to take over of the items that have a file of their own. */
export function planItems<T extends Named, R extends Named>(comparison: Comparison<T, R>) {
  const { kind, records, base, remote, contentOf, force, remoteChangeConflicts } = comparison
  const changes: ItemChange<T, R>[] = []
  const conflicts: Conflict[] = []
  for (const [id, { path, content, value }] of remote) {
    const was = base.get(id)?.content
    if (!value) {
      if (was !== content) throw new StaleRead()
      continue
    }
    const before = records.get(id)
    const here = before && contentOf(before)
    const verdict = compare(here, was, content)
    if (verdict === 'same' || verdict === 'keep') continue
    const asks = verdict === 'conflict' || (remoteChangeConflicts && before !== undefined)
    if (asks && !force) conflicts.push({ kind, id, name: value.name, why: reasonOf(here, was) })
    else changes.push({ item: value, before, path })
  }
  return { changes, conflicts }
}
