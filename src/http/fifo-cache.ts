/** About what an entry takes beside its key and its own bytes. */
const ENTRY_BYTES = 500

/** Values by text, which together take so many bytes at most: the oldest go first. */
export class FifoCache<V> {
  readonly #entries = new Map<string, { value: V; bytes: number }>()
  readonly #limit: number
  #bytes = 0

  constructor(limit = 16 * 1024 * 1024) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  /** @param bytes how many the value takes */
  set(key: string, value: V, bytes: number) {
    this.#delete(key)
    const entry = { value, bytes: ENTRY_BYTES + key.length + bytes }
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) break
      this.#delete(oldest)
    }
  }

  #delete(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
