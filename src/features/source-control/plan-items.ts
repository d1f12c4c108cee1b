import type { Collection, StoredRecord } from '../../base/store.ts'
import { compare, reasonOf } from './difference.ts'
import type { MergeBaseItem } from './merge-base.ts'
import type { Conflict, ItemChange } from './plan-types.ts'
import type { RemoteItem } from './repository.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface Comparison<T, R extends StoredRecord> {
  kind: Conflict['kind']
  records: Collection<R>
  base: ReadonlyMap<string, MergeBaseItem>
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
    const baseContent = base.get(id)?.content
    if (!value) {
      if (baseContent !== content) throw new StaleRead()
      continue
    }
    const before = records.get(id)
    const local = before && contentOf(before)
    const verdict = compare(local, baseContent, content)
    if (verdict === 'same' || verdict === 'keep') continue
    const asks = verdict === 'conflict' || (remoteChangeConflicts && before !== undefined)
    if (asks && !force) conflicts.push({ kind, id, name: value.name, why: reasonOf(local, baseContent) })
    else changes.push({ item: value, before, path })
  }
  return { changes, conflicts }
}
