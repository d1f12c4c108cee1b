import { type Answer, digest } from './answer.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

interface Serialised {
  id: string
  /** The number of the record that it was made of. */
  number: number
  /** A comma, then the JSON in UTF-8. */
  bytes: Uint8Array<ArrayBuffer>
  tag: string
  /** What the text was made of beside the record. */
  revision: number
}

/**
 * Records as JSON, each made once: a record is never changed in place, so a changed one is another. Together they take at
 * most `limit` bytes; the oldest go first.
 *
 * @param textOf the JSON text of a record
 */
export function createSerialisedRecords<R extends { id: string }>(textOf: (record: R) => string, limit = LIMIT_BYTES) {
  const made = new Map<string, Serialised>()
  // a record that is gone from the state must not be held here
  const numbers = new WeakMap<R, number>()
  let count = 0
  let sum = 0

  /** @param revision changes with whatever else the text is made of */
  function get(record: R, revision: number): Serialised {
    const known = made.get(record.id)
    if (known && known.number === numbers.get(record) && known.revision === revision) return known
    if (known) forget(known)
    const text = textOf(record)
    const serialised = {
      ...{ id: record.id, number: ++count, revision },
      ...{ bytes: encoder.encode(`,${text}`), tag: digest(text) },
    }
    made.set(record.id, serialised)
    numbers.set(record, serialised.number)
    sum += sizeOf(serialised)
    for (const oldest of made.values()) {
      if (sum <= limit) break
      forget(oldest)
    }
    return serialised
  }

  function forget(serialised: Serialised) {
    made.delete(serialised.id)
    sum -= sizeOf(serialised)
  }

  return {
    answer(record: R, revision: number): Answer {
      const { bytes, tag } = get(record, revision)
      return { status: 200, body: bytes.subarray(1), tag }
    },
    /** The envelope of a list (reference 2.8). */
    list(records: readonly R[], nextCursor: string | null, revisionOf: (record: R) => number): Answer {
      const items = records.map(record => get(record, revisionOf(record)))
      const cursor = JSON.stringify(nextCursor)
      const bytes = items.map((item, index) => (index === 0 ? item.bytes.subarray(1) : item.bytes))
      return {
        status: 200,
        // a blob copies its parts once and is sent as it is; texts would be joined, then encoded, then copied
        body: new Blob([OPENING, ...bytes, `],"nextCursor":${cursor}}`]),
        nextCursor,
        tag: items.map(item => item.tag).join('') + cursor,
      }
    },
  }
}

/** About what one takes beside its bytes. */
const ENTRY_BYTES = 500

const sizeOf = ({ bytes }: Serialised) => ENTRY_BYTES + bytes.length

const encoder = new TextEncoder()
const OPENING = encoder.encode('{"data":[')
