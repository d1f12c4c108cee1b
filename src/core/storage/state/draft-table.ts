import { compare } from '../../base/compare.ts'
import type { DraftCollection, Selection, StoredRecord } from '../../base/store.ts'
import { nextRevision, type OrderedCollection, RecordTable } from './record-table.ts'

/** The uncommitted changes of a collection. Reads see them together with the unchanged records underneath. */
export class DraftTable<R extends StoredRecord> implements DraftCollection<R>, OrderedCollection<R> {
  readonly #under: OrderedCollection<R>
  readonly #changed: RecordTable<R>
  readonly #deleted = new Set<string>()
  #appended = 0
  #revision = 0
  #isOpen = true

  constructor(under: OrderedCollection<R>) {
    this.#under = under
    this.#changed = new RecordTable(under.form)
    this.#changed.end = under.end
  }

  get form() {
    return this.#under.form
  }

  get end() {
    return this.#changed.end
  }

  get size() {
    return this.#under.size - this.#deleted.size + this.#appended
  }

  get revision() {
    return this.isChanged ? this.#revision : this.#under.revision
  }

  get isChanged() {
    return this.#changed.size > 0 || this.#deleted.size > 0
  }

  /** The changed records, in the order in which new ones were made. */
  get changed(): Iterable<R> {
    return this.#changed.values()
  }

  /** Ids of records of the collection underneath that are deleted, before the changed ones are set. */
  get deleted(): ReadonlySet<string> {
    return this.#deleted
  }

  get(id: string) {
    return this.#changed.get(id) ?? (this.#deleted.has(id) ? undefined : this.#under.get(id))
  }

  has(id: string) {
    return this.#changed.has(id) || (!this.#deleted.has(id) && this.#under.has(id))
  }

  positionOf(id: string) {
    return this.#changed.positionOf(id) ?? (this.#deleted.has(id) ? undefined : this.#under.positionOf(id))
  }

  *values(): IterableIterator<R> {
    for (const record of this.#under.values()) {
      if (this.#deleted.has(record.id)) continue
      yield this.#changed.get(record.id) ?? record
    }
    for (const record of [...this.#changed.values()]) {
      if (!this.#isAppended(record.id)) continue
      const current = this.#changed.get(record.id)
      if (current) yield current
    }
  }

  by(index: string, key: string): R[] {
    const found = this.#under.by(index, key)
    if (!this.isChanged) return found
    const unchanged = found.filter(({ id }) => !this.#changed.has(id) && !this.#deleted.has(id))
    const changed = this.#changed.by(index, key)
    const all = [...unchanged, ...changed]
    if (changed.every(({ id }) => this.#isAppended(id))) return all
    return all.sort((a, b) => Number(this.positionOf(a.id)) - Number(this.positionOf(b.id)))
  }

  select({ includes, order }: Selection<R>): R[] {
    const found = [...this.values()].filter(includes)
    return order === 'id' ? found.sort((a, b) => compare(a.id, b.id)) : found
  }

  set(record: R) {
    this.#refuseIfClosed()
    const position = this.positionOf(record.id)
    this.#changed.set(record, position)
    if (position === undefined) this.#appended++
    this.#revision = nextRevision()
  }

  delete(id: string): boolean {
    this.#refuseIfClosed()
    if (!this.has(id)) return false
    if (this.#isAppended(id)) this.#appended--
    this.#changed.delete(id)
    if (this.#under.has(id)) this.#deleted.add(id)
    this.#revision = nextRevision()
    return true
  }

  /** After the update is over, `set` and `delete` throw. */
  close() {
    this.#isOpen = false
  }

  /** Makes the same changes in `target`, which must equal the collection underneath. */
  applyTo(target: { set(record: R): void; delete(id: string): unknown }) {
    for (const id of this.#deleted) target.delete(id)
    for (const record of this.#changed.values()) target.set(record)
  }

  #isAppended(id: string) {
    const position = this.#changed.positionOf(id)
    return position !== undefined && position >= this.#under.end
  }

  #refuseIfClosed() {
    if (!this.#isOpen) throw new TypeError('The update is over: a draft takes changes only while its function runs')
  }
}
