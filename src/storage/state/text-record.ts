import type { StoredRecord } from '../../base/store.ts'

/**
 * A record that is kept as its JSON text; fields that are large and seldom read are parsed whenever they are read. To write
 * it into the document takes no more than to copy the text, and memory holds the text as one thing, not as many.
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

  /** What was parsed is kept until the garbage collector takes it: who reads one field mostly reads the others, too. */
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
