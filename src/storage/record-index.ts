import type { StoredRecord } from './store.ts'

/** The keys under which an index finds a record: one, many or none. */
export type KeyOf<R> = (record: R) => string | readonly string[] | undefined

/** Finds the ids of records by a key, in order of creation. */
export class RecordIndex<R extends StoredRecord> {
  readonly #keyOf: KeyOf<R>
  readonly #positionOf: (id: string) => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(keyOf: KeyOf<R>, positionOf: (id: string) => number) {
    this.#keyOf = keyOf
    this.#positionOf = positionOf
  }

  /** The record's position must be known by now. */
  add(record: R) {
    for (const key of this.#keysOf(record)) this.#addUnder(key, record.id)
  }

  remove(record: R) {
    for (const key of this.#keysOf(record)) this.#removeUnder(key, record.id)
  }

  /** Keeps the record's place under the keys that both have. */
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
    const position = this.#positionOf(id)
    const bucket = this.#buckets.get(key)
    if (!bucket) {
      this.#buckets.set(key, { ids: new Set([id]), last: position, isSorted: true })
      return
    }
    bucket.ids.add(id)
    if (position < bucket.last) bucket.isSorted = false
    else bucket.last = position
  }

  #removeUnder(key: string, id: string) {
    const bucket = this.#buckets.get(key)
    bucket?.ids.delete(id)
    if (bucket?.ids.size === 0) this.#buckets.delete(key)
  }

  #sort(bucket: Bucket) {
    bucket.ids = new Set([...bucket.ids].sort((a, b) => this.#positionOf(a) - this.#positionOf(b)))
    bucket.isSorted = true
  }
}

interface Bucket {
  ids: Set<string>
  /** The highest position ever added: what comes after it keeps the bucket sorted. */
  last: number
  isSorted: boolean
}
