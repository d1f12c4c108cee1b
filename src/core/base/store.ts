/**
 * A record of a collection. Records are never changed in place (they are frozen): a change puts a new one under its id.
 */
export interface StoredRecord {
  readonly id: string
}

/** A collection as committed, in order of creation. */
export interface Collection<R extends StoredRecord> {
  readonly size: number
  /** Grows with every change of the collection and is never reused: a cache key for what is derived from it. */
  readonly revision: number
  get(id: string): R | undefined
  has(id: string): boolean
  /** In order of creation; a replaced record stays in its place, a deleted one that is set again comes last. */
  values(): IterableIterator<R>
  /** The records whose index gives `key`, in order of creation. */
  by(index: string, key: string): R[]
  /**
   * The records of a selection, in its order. Outside updates, recently used selections are cached as indexes, so that
   * asking again does not visit all records.
   */
  select(selection: Selection<R>): Iterable<R>
}

/** Describes some records of a collection. */
export interface Selection<R extends StoredRecord> {
  /** Its name: selections with the same key must select the same records in the same order. */
  key: string
  /** Whether a record belongs to it. Must depend on the record alone. */
  includes(record: R): boolean
  order: Order
}

/** By creation, or by the ids as text. */
export type Order = 'creation' | 'id'

/** A collection inside an update, with the changes made so far. */
export interface DraftCollection<R extends StoredRecord> extends Collection<R> {
  /** Inserts the record, or replaces the one with its id. The record is frozen (not what is inside it). */
  set(record: R): void
  /** Whether there was such a record. */
  delete(id: string): boolean
}

/** The state: its collections, and its other values. Everything read from it is read-only. */
export type State<C, V> = {
  readonly [K in keyof C]: C[K] extends StoredRecord ? Collection<C[K]> : never
} & Readonly<V>

/** The state inside an update. A value is changed by assigning a new one: `draft.counters = { … }`. */
export type Draft<C, V> = { readonly [K in keyof C]: C[K] extends StoredRecord ? DraftCollection<C[K]> : never } & V

/** Which collections there are, how they are indexed, and what the other values are in an empty document. */
export interface Layout<C, V> {
  readonly collections: {
    readonly [K in keyof C]: {
      readonly indexes: { readonly [name: string]: (record: C[K]) => string | readonly string[] | undefined }
      /**
       * Fields that are large and seldom read: records are held as JSON text, and these are parsed when they are read.
       */
      readonly asText?: ReadonlySet<keyof C[K] & string>
      /** Whether only records of the document's file are held so, and those that change are objects from then on. */
      readonly untilChanged?: boolean
      /** Fields that a stranger may make large: whatever is set, they are read as `RawJson`. */
      readonly texts?: ReadonlySet<keyof C[K] & string>
    }
  }
  readonly values: Immutable<V>
}

/** A value none of whose parts may be changed. */
export type Immutable<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

/** The document as plain data: arrays of records, and the other values. */
export type Contents<C, V> = { [K in keyof C]: C[K][] } & V

export interface Store<C, V> {
  /** The committed state. */
  readonly data: State<C, V>
  /**
   * Changes the state: the only way to do so. `change` is synchronous; if it throws, nothing has happened and the
   * promise rejects with what it threw. Updates run one at a time, in order; the promise resolves after the change is
   * on disk. If the disk refuses, it rejects with a `StorageError` and memory is what the disk holds.
   */
  update<T>(change: (draft: Draft<C, V>) => T extends PromiseLike<unknown> ? never : T): Promise<T>
  /**
   * The same for a change that takes long: a generator, which lets other work run where it yields. Readers see nothing
   * of it until it is committed; other updates wait for it.
   */
  updateInSteps<T>(change: (draft: Draft<C, V>) => Generator<unknown, T>): Promise<T>
  /** Writes the document file and closes it. Closing twice is fine. */
  close(): Promise<void>
}

/** A file could not be read or written, or its content is invalid. `message` says what, where, and what to do. */
export class StorageError extends Error {
  override name: string = 'StorageError'
  /** Why a file could not be written: the system's code, such as `ENOSPC`, `EXTERNAL_EDIT` or `FILES_RESTORED`. */
  readonly code: string | undefined

  constructor(message: string, { cause, code }: { cause?: unknown; code?: string | undefined } = {}) {
    super(message, { cause })
    this.code = code
  }
}

/** A file that holds something else than a document, such as a fixture. It is never written. */
export class NotADocumentError extends StorageError {
  override name = 'NotADocumentError'
}

/** Another process has the file open. */
export class FileInUseError extends StorageError {
  override name = 'FileInUseError'
}
