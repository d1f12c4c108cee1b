import type { StoredRecord } from '../../base/store.ts'

/** Computes the keys of a record in an index: one, many or none. */
export type KeyOf<R> = (record: R) => string | readonly string[] | undefined

/** The sort key of a record: its position, or its id. */
type Rank = number | string

/** Finds the ids of records by a key, in the order of their ranks. */
export class RecordIndex<R extends StoredRecord> {
  readonly #keyOf: KeyOf<R>
  readonly #rankOf: (id: string) => Rank
  readonly #buckets = new Map<string, Bucket>()

  constructor(keyOf: KeyOf<R>, rankOf: (id: string) => Rank) {
    this.#keyOf = keyOf
    this.#rankOf = rankOf
  }

  /** Call this after the record's rank is set. */
  add(record: R) {
    for (const key of this.#keysOf(record)) this.#addUnder(key, record.id)
  }

  remove(record: R) {
    for (const key of this.#keysOf(record)) this.#removeUnder(key, record.id)
  }

  /** Under keys that both records have, nothing is moved. */
  replace(old: R, record: R) {
    const before = this.#keysOf(old)
    const after = this.#keysOf(record)
    for (const key of before) if (!after.includes(key)) this.#removeUnder(key, old.id)
    for (const key of after) if (!before.includes(key)) this.#addUnder(key, record.id)
  }

  ids(key: string): Iterable<string> {
    const bucket = this.#buckets.get(key)
    if (!bucket) return []
    if (!bucket.isSorted) this.#sort(bucket)
    return bucket.ids
  }

  #keysOf(record: R): readonly string[] {
    const keys = this.#keyOf(record)
    if (keys === undefined) return []
    return typeof keys === 'string' ? [keys] : keys
  }

  #addUnder(key: string, id: string) {
    const rank = this.#rankOf(id)
    const bucket = this.#buckets.get(key)
    if (!bucket) {
      this.#buckets.set(key, { ids: new Set([id]), last: rank, isSorted: true })
      return
    }
    bucket.ids.add(id)
    if (rank < bucket.last) bucket.isSorted = false
    else bucket.last = rank
  }

  #removeUnder(key: string, id: string) {
    const bucket = this.#buckets.get(key)
    bucket?.ids.delete(id)
    if (bucket?.ids.size === 0) this.#buckets.delete(key)
  }

  #sort(bucket: Bucket) {
    const ranked = [...bucket.ids].map(id => ({ id, rank: this.#rankOf(id) }))
    bucket.ids = new Set(ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id))
    bucket.isSorted = true
  }
}

interface Bucket {
  ids: Set<string>
  /** The highest rank ever added: adding a higher one keeps the bucket sorted. */
  last: Rank
  isSorted: boolean
}
