import type { Collection, Selection, StoredRecord } from '../../base/store.ts'
import { type KeyOf, RecordIndex } from './record-index.ts'
import { TextRecord, withTexts } from './text-record.ts'

export type Indexes<R> = { readonly [name: string]: KeyOf<R> }

/** How a collection stores its records. */
export interface RecordForm<R> {
  readonly indexes: Indexes<R>
  readonly asText?: ReadonlySet<string>
  readonly untilChanged?: boolean
  readonly texts?: ReadonlySet<string>
}

/** A collection whose records have a position: a number that grows in order of creation. */
export interface OrderedCollection<R extends StoredRecord> extends Collection<R> {
  readonly form: RecordForm<R>
  /** The position that the next new record will have. */
  readonly end: number
  positionOf(id: string): number | undefined
}

/** The number of selections that are cached and kept up to date. Each one is work for every change. */
const KEPT_SELECTIONS = 10

/** Records by id, in order of creation. An index is built when it is first used. */
export class RecordTable<R extends StoredRecord> implements OrderedCollection<R> {
  readonly form: RecordForm<R>
  revision = nextRevision()
  end = 0
  readonly #records = new Map<string, R>()
  readonly #positions = new Map<string, number>()
  readonly #indexes = new Map<string, RecordIndex<R>>()
  readonly #selections = new Map<string, RecordIndex<R>>()
  readonly #rankOf = (id: string) => this.#positions.get(id) ?? this.end

  constructor(form: RecordForm<R>, records: Iterable<R> = []) {
    this.form = form
    for (const record of records) this.set(record)
  }

  get size() {
    return this.#records.size
  }

  get(id: string) {
    return this.#records.get(id)
  }

  has(id: string) {
    return this.#records.has(id)
  }

  values(): IterableIterator<R> {
    return this.#records.values()
  }

  positionOf(id: string) {
    return this.#positions.get(id)
  }

  by(index: string, key: string): R[] {
    return [...this.#recordsOf(this.#indexNamed(index).ids(key))]
  }

  select({ key, includes, order }: Selection<R>): Iterable<R> {
    const index =
      this.#selections.get(key) ??
      this.#newIndex(record => (includes(record) ? key : undefined), order === 'id' ? id => id : this.#rankOf)
    this.#selections.delete(key)
    this.#selections.set(key, index)
    for (const oldest of this.#selections.keys()) {
      if (this.#selections.size <= KEPT_SELECTIONS) break
      this.#selections.delete(oldest)
    }
    return this.#recordsOf(index.ids(key))
  }

  /** A record with a known id stays in its position; a new one gets the last, or the one given. */
  set(given: R, position = this.end) {
    const record = Object.freeze(this.#kept(given))
    const { id } = record
    const replaced = this.#records.get(id)
    if (!replaced) {
      this.#positions.set(id, position)
      if (position >= this.end) this.end = position + 1
    }
    for (const index of this.#allIndexes()) {
      if (replaced) index.replace(replaced, record)
      else index.add(record)
    }
    this.#records.set(id, record)
    this.revision = nextRevision()
  }

  delete(id: string) {
    const record = this.#records.get(id)
    if (!record) return
    for (const index of this.#allIndexes()) index.remove(record)
    this.#records.delete(id)
    this.#positions.delete(id)
    this.revision = nextRevision()
  }

  #kept(record: R): R {
    const { asText, untilChanged, texts } = this.form
    if (texts) return withTexts(record, texts)
    return asText && !untilChanged && !(record instanceof TextRecord)
      ? (new TextRecord(record, asText) as StoredRecord as R)
      : record
  }

  #indexNamed(name: string) {
    const known = this.#indexes.get(name)
    if (known) return known
    const keyOf = this.form.indexes[name]
    if (!keyOf)
      throw new TypeError(`There is no index "${name}" (there are: ${Object.keys(this.form.indexes).join(', ')})`)
    const index = this.#newIndex(keyOf, this.#rankOf)
    this.#indexes.set(name, index)
    return index
  }

  #newIndex(keyOf: KeyOf<R>, rankOf: (id: string) => number | string) {
    const index = new RecordIndex(keyOf, rankOf)
    for (const record of this.#records.values()) index.add(record)
    return index
  }

  /** Mostly none while a document is loaded, record by record. */
  #allIndexes(): readonly RecordIndex<R>[] {
    if (this.#indexes.size + this.#selections.size === 0) return []
    return [...this.#indexes.values(), ...this.#selections.values()]
  }

  *#recordsOf(ids: Iterable<string>) {
    for (const id of ids) {
      const record = this.#records.get(id)
      if (record) yield record
    }
  }
}

let revisions = 0

/** One counter for all collections and drafts, so that the revision of a discarded draft is never reused. */
export const nextRevision = () => ++revisions
