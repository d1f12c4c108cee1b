import { DraftTable } from './draft-table.ts'
import { type Indexes, type OrderedCollection, RecordTable } from './record-table.ts'
import type { Contents, Draft, Layout, State, StoredRecord } from './store.ts'

type LooseCollections = Record<string, { indexes: Indexes<StoredRecord> }>

/** A state to lay changes over. */
interface Layer {
  readonly names: Names
  table(name: string): OrderedCollection<StoredRecord>
  value(name: string): unknown
}

interface Names {
  readonly collections: readonly string[]
  readonly values: readonly string[]
}

/** The state as it stands: what is under every draft. */
export class StateBase<C, V> implements Layer {
  readonly names: Names
  readonly view: State<C, V>
  readonly #tables = new Map<string, RecordTable<StoredRecord>>()
  readonly #values = new Map<string, unknown>()

  constructor(layout: Layout<C, V>, contents: Partial<Contents<C, V>> = {}) {
    this.names = { collections: Object.keys(layout.collections), values: Object.keys(layout.values as object) }
    const given = new Map<string, unknown>(Object.entries(contents))
    for (const [name, { indexes }] of Object.entries(layout.collections as LooseCollections)) {
      const records = given.get(name) as StoredRecord[] | undefined
      this.#tables.set(name, new RecordTable(indexes, records))
    }
    for (const [name, value] of Object.entries(layout.values as object)) {
      this.setValue(name, given.has(name) ? given.get(name) : value)
    }
    this.view = viewOf(this) as State<C, V>
  }

  /** Every part as it stands, records in arrays: what changes later leaves it alone. */
  snapshot(): Map<string, unknown> {
    const parts = new Map<string, unknown>()
    for (const [name, table] of this.#tables) parts.set(name, [...table.values()])
    for (const [name, value] of this.#values) parts.set(name, value)
    return parts
  }

  table(name: string) {
    return this.#tables.get(name) as RecordTable<StoredRecord>
  }

  value(name: string) {
    return this.#values.get(name)
  }

  setValue(name: string, value: unknown) {
    this.#values.set(name, freeze(value))
  }
}

/** Changes laid over a state: an update's own, or those of a whole batch. */
export class StateDraft<C, V> implements Layer {
  readonly #under: Layer
  readonly #tables = new Map<string, DraftTable<StoredRecord>>()
  readonly #values = new Map<string, unknown>()
  #isOpen = true

  constructor(under: Layer) {
    this.#under = under
  }

  get view(): Draft<C, V> {
    return viewOf(this, (name, value) => this.setValue(name, value)) as Draft<C, V>
  }

  get names() {
    return this.#under.names
  }

  /** The collections that were changed. */
  get changedTables(): [name: string, table: DraftTable<StoredRecord>][] {
    return [...this.#tables].filter(([, table]) => table.isChanged)
  }

  /** The values that were assigned. */
  get changedValues(): ReadonlyMap<string, unknown> {
    return this.#values
  }

  get isEmpty() {
    return this.#values.size === 0 && this.changedTables.length === 0
  }

  table(name: string) {
    const known = this.#tables.get(name)
    if (known) return known
    const table = new DraftTable(this.#under.table(name))
    if (!this.#isOpen) table.close()
    this.#tables.set(name, table)
    return table
  }

  value(name: string) {
    return this.#values.has(name) ? this.#values.get(name) : this.#under.value(name)
  }

  setValue(name: string, value: unknown) {
    if (!this.#isOpen) throw new TypeError('The update is over: a draft takes changes only while its function runs')
    this.#values.set(name, freeze(value))
  }

  close() {
    this.#isOpen = false
    for (const table of this.#tables.values()) table.close()
  }

  /** Makes the same changes in the state underneath. */
  applyTo(target: StateBase<C, V> | StateDraft<C, V>) {
    for (const [name, table] of this.changedTables) table.applyTo(target.table(name))
    for (const [name, value] of this.#values) target.setValue(name, value)
  }
}

function viewOf(layer: Layer, assign?: (name: string, value: unknown) => void) {
  const properties: PropertyDescriptorMap = {}
  for (const name of layer.names.collections) {
    properties[name] = { get: () => layer.table(name), enumerable: true }
  }
  for (const name of layer.names.values) {
    const set = assign && ((value: unknown) => assign(name, value))
    properties[name] = { get: () => layer.value(name), set, enumerable: true }
  }
  return Object.preventExtensions(Object.create(null, properties))
}

const freeze = (value: unknown) => (typeof value === 'object' ? Object.freeze(value) : value)
