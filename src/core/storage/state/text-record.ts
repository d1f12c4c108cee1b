import { fieldJson, jsonOf as jsonOfObject, RawJson } from '../../base/raw-json.ts'
import type { StoredRecord } from '../../base/store.ts'

/**
 * A record that is held as its JSON text; fields that are large and seldom read are parsed when they are read. Writing it
 * into the document copies the text, and in memory the text is one object instead of many.
 *
 * @example
 * const record = new TextRecord({ id: '1', nodes: [{ name: 'A' }] }, new Set(['nodes']))
 * jsonOf(record) // '{"id":"1","nodes":[{"name":"A"}]}'
 */
export class TextRecord implements StoredRecord {
  declare readonly id: string;
  [field: string]: unknown
  readonly #json: string
  #parsed: WeakRef<Record<string, unknown>> | undefined

  /**
   * @param parsed the names of the fields that are parsed when they are read
   * @param json the record's text, where it is known
   */
  constructor(record: StoredRecord, parsed: ReadonlySet<string>, json: string = JSON.stringify(record)) {
    this.#json = json
    for (const name of Object.keys(record)) {
      const value = (record as object as Record<string, unknown>)[name]
      if (parsed.has(name) && isLarge(value)) Object.defineProperty(this, name, TextRecord.#readerOf(name))
      // assigned, `__proto__` and what every object inherits would be something else
      else if (name in this) Object.defineProperty(this, name, { value, enumerable: true })
      else this[name] = value
    }
  }

  static jsonOf(record: unknown): string {
    return record instanceof TextRecord ? record.#json : jsonOfObject(record)
  }

  /** A record whose large fields are read as text, without parsing any of them. */
  static withTexts(record: StoredRecord, texts: ReadonlySet<string>, json: string): TextRecord {
    const held = new TextRecord(record, NONE, json)
    for (const name of Object.keys(record)) {
      if (texts.has(name)) (held as Record<string, unknown>)[name] = new RawJson(() => fieldJson(json, name))
    }
    return held
  }

  /** Parsed fields are cached until the garbage collector frees them: after one field, the others are mostly read too. */
  #read(name: string): unknown {
    const known = this.#parsed?.deref()
    if (known) return known[name]
    const parsed = JSON.parse(this.#json)
    this.#parsed = new WeakRef(parsed)
    return parsed[name]
  }

  /** One for all records that have the field: making one for each costs as much as parsing it. */
  static readonly #readers = new Map<string, PropertyDescriptor>()

  static #readerOf(name: string): PropertyDescriptor {
    const known = TextRecord.#readers.get(name)
    if (known) return known
    const reader = {
      enumerable: true,
      get(this: TextRecord) {
        return this.#read(name)
      },
    }
    TextRecord.#readers.set(name, reader)
    return reader
  }
}

const NONE: ReadonlySet<string> = new Set()

const isLarge = (value: unknown) => typeof value === 'object' && value !== null

/** The JSON text of a record. */
export const { jsonOf } = TextRecord

/** The record with its large fields as text. */
export function withTexts<R extends StoredRecord>(record: R, texts: ReadonlySet<string>): R {
  const fields = record as StoredRecord & Record<string, unknown>
  const given = [...texts].filter(name => fields[name] !== undefined && !(fields[name] instanceof RawJson))
  if (given.length === 0) return record
  return { ...record, ...Object.fromEntries(given.map(name => [name, RawJson.of(fields[name])])) }
}
