import type { StoredRecord } from '../../base/store.ts'

/**
 * A record that is stored as its JSON text; fields that are large and seldom read are parsed when they are read.
 * Writing it into the document copies the text, and in memory the text is one object instead of many.
 *
 * @example
 * const record = new TextRecord({ id: '1', nodes: [{ name: 'A' }] }, ['nodes'])
 * record.json // '{"id":"1","nodes":[{"name":"A"}]}'
 */
export class TextRecord implements StoredRecord {
  declare readonly id: string
  readonly #json: string
  #parsed: WeakRef<Record<string, unknown>> | undefined

  /** @param parsed the names of the fields that are parsed when they are read */
  constructor(record: StoredRecord, parsed: readonly string[]) {
    this.#json = JSON.stringify(record)
    for (const [name, value] of Object.entries(record)) {
      const property = parsed.includes(name) ? { get: () => this.#read(name) } : { value }
      Object.defineProperty(this, name, { ...property, enumerable: true })
    }
  }

  get json() {
    return this.#json
  }

  /**
   * Parsed fields are cached until the garbage collector frees them: after one field, the others are mostly read too.
   */
  #read(name: string): unknown {
    const known = this.#parsed?.deref()
    if (known) return known[name]
    const parsed = JSON.parse(this.#json)
    this.#parsed = new WeakRef(parsed)
    return parsed[name]
  }
}

/** The JSON text of a record. */
export const jsonOf = (record: unknown): string => (record instanceof TextRecord ? record.json : JSON.stringify(record))
