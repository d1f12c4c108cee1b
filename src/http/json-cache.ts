import { SENDS_BLOBS_FASTEST } from '../runtime/platform.ts'
import { FifoCache } from './fifo-cache.ts'
import { digest, type Reply } from './reply.ts'

interface Serialised {
  /** The number of the record that it was made of. */
  number: number
  /** The JSON, until the record is listed. */
  text?: string | undefined
  /** From then on: a comma, then the JSON in UTF-8. */
  bytes?: Uint8Array<ArrayBuffer>
  etag: string
  /** What the text was made of beside the record. */
  revision: number
}

/**
 * Records as JSON, each made once: a record is never changed in place, so a changed one is another.
 *
 * @param textOf the JSON text of a record
 */
export function createJsonCache<R extends { id: string }>(textOf: (record: R) => string) {
  const made = new FifoCache<Serialised>()
  // a record that is gone from the state must not be held here
  const numbers = new WeakMap<R, number>()
  let count = 0

  /** @param revision changes with whatever else the text is made of */
  function get(record: R, revision: number): Serialised {
    const known = made.get(record.id)
    if (known && known.number === numbers.get(record) && known.revision === revision) return known
    const text = textOf(record)
    const serialised = { number: ++count, text, etag: digest(text), revision }
    made.set(record.id, serialised, Buffer.byteLength(text))
    numbers.set(record, serialised.number)
    return serialised
  }

  function bytesOf(item: Serialised) {
    item.bytes ??= encoder.encode(`,${item.text}`)
    item.text = undefined
    return item.bytes
  }

  return {
    reply(record: R, revision: number): Reply {
      const item = get(record, revision)
      return { status: 200, body: item.text ?? bytesOf(item).subarray(1), etag: item.etag }
    },
    /** The envelope of a list. */
    list(records: readonly R[], nextCursor: string | null, revisionOf: (record: R) => number): Reply {
      const items = records.map(record => get(record, revisionOf(record)))
      const cursor = JSON.stringify(nextCursor)
      const bytes = items.map((item, index) => (index === 0 ? bytesOf(item).subarray(1) : bytesOf(item)))
      const parts = [OPENING, ...bytes, encoder.encode(`],"nextCursor":${cursor}}`)]
      return {
        status: 200,
        // both copy the parts once and are sent as they are; texts would be joined, then encoded, then copied
        body: SENDS_BLOBS_FASTEST ? new Blob(parts) : Buffer.concat(parts),
        parts,
        nextCursor,
        etag: digest(items.map(item => item.etag).join('') + cursor),
      }
    },
  }
}

const encoder = new TextEncoder()
const OPENING = encoder.encode('{"data":[')
