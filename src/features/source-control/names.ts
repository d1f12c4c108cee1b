import type { Collection, StoredRecord } from '../../base/store.ts'

/**
 * The record that stands in the way of a name.
 *
 * @param holders the records that have the name now
 * @param id the record that is to get it
 * @param planned the names that records are going to have
 */
export const holderOf = <R extends StoredRecord>(
  holders: R[],
  id: string,
  name: string,
  planned: ReadonlyMap<string, string>,
): R | undefined => holders.find(holder => holder.id !== id && (planned.get(holder.id) ?? name) === name)

/** The first free name, counted from 2, that is not planned either. */
export function freeName<R extends StoredRecord>(
  records: Collection<R>,
  index: string,
  taken: ReadonlySet<string>,
  form: (number: number) => string,
): string {
  for (let number = 2; ; number++) {
    const name = form(number)
    if (!taken.has(name) && records.by(index, name).length === 0) return name
  }
}
