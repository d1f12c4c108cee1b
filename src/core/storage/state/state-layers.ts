import type { Contents, Draft, Layout, State, StoredRecord } from '../../base/store.ts'
import { DraftTable } from './draft-table.ts'
import { type OrderedCollection, type RecordForm, RecordTable } from './record-table.ts'

type LooseCollections = Record<string, RecordForm<StoredRecord>>

/** A state that a draft can be based on. */
interface Layer {
  /** Creates the object that an update's function gets for a draft based on this state. */
  readonly viewOfDraft: (draft: DraftLayer) => object
  table(name: string): OrderedCollection<StoredRecord>
  value(name: string): unknown
}

interface DraftLayer extends Layer {
  setValue(name: string, value: unknown): void
}

/** The committed state, on which every draft is based. */
export class StateBase<C, V> implements Layer {
  readonly view: State<C, V>
  readonly viewOfDraft: Layer['viewOfDraft']
  readonly #tables = new Map<string, RecordTable<StoredRecord>>()
  readonly #values = new Map<string, unknown>()

  constructor(layout: Layout<C, V>, contents: Partial<Contents<C, V>> = {}) {
    const given = new Map<string, unknown>(Object.entries(contents))
    for (const [name, form] of Object.entries(layout.collections as LooseCollections)) {
      const records = given.get(name) as StoredRecord[] | undefined
      this.#tables.set(name, new RecordTable(form, records))
    }
    for (const [name, value] of Object.entries(layout.values as object)) {
      this.setValue(name, given.has(name) ? given.get(name) : value)
    }
    this.view = this.#makeView() as State<C, V>
    this.viewOfDraft = draftViews(layout)
  }

  /** A copy of every part, records in arrays. Later changes do not affect it. */
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

  /** Tables are never replaced, so plain properties do; values are, so they need getters. */
  #makeView() {
    const view = Object.fromEntries(this.#tables)
    for (const name of this.#values.keys()) {
      Object.defineProperty(view, name, { get: () => this.#values.get(name), enumerable: true })
    }
    return Object.freeze(view)
  }
}

/** Uncommitted changes of one update, or of a whole batch, based on a state. */
export class StateDraft<C, V> implements Layer {
  readonly #under: Layer
  readonly #tables = new Map<string, DraftTable<StoredRecord>>()
  readonly #values = new Map<string, unknown>()
  #isOpen = true

  constructor(under: Layer) {
    this.#under = under
  }

  get view(): Draft<C, V> {
    return this.viewOfDraft(this) as Draft<C, V>
  }

  get viewOfDraft() {
    return this.#under.viewOfDraft
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

  /** Makes the same changes in the state that this draft is based on. */
  applyTo(target: StateBase<C, V> | StateDraft<C, V>) {
    for (const [name, table] of this.changedTables) table.applyTo(target.table(name))
    for (const [name, value] of this.#values) target.setValue(name, value)
  }
}

/** Makes the class of draft views once per layout: a property for each collection and value that reads from the draft. */
function draftViews({ collections, values }: { collections: object; values: unknown }) {
  class View {
    readonly #draft: DraftLayer

    constructor(draft: DraftLayer) {
      this.#draft = draft
      Object.freeze(this)
    }

    static {
      const define = (name: string, property: PropertyDescriptor & ThisType<View>) =>
        Object.defineProperty(View.prototype, name, property)
      for (const name of Object.keys(collections)) {
        define(name, {
          get() {
            return this.#draft.table(name)
          },
        })
      }
      for (const name of Object.keys(values as object)) {
        define(name, {
          get() {
            return this.#draft.value(name)
          },
          set(value: unknown) {
            this.#draft.setValue(name, value)
          },
        })
      }
    }
  }
  return (draft: DraftLayer) => new View(draft)
}

const freeze = (value: unknown) => (typeof value === 'object' ? Object.freeze(value) : value)
