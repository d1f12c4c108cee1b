import { type Answer, digest } from './answer.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

interface Serialised {
  text: string
  tag: string
  /** What the text was made of beside the record. */
  revision: number
}

/**
 * Records as JSON text, each made once: a record is never changed in place, so a changed one is another. Together they
 * take at most `limit` bytes; the oldest go first.
 *
 * @param textOf the JSON text of a record
 */
export function createSerialisedRecords<R extends object>(textOf: (record: R) => string, limit = LIMIT_BYTES) {
  const made = new Map<R, Serialised>()
  let bytes = 0

  /** @param revision changes with whatever else the text is made of */
  function get(record: R, revision: number): Serialised {
    const found = made.get(record)
    if (found?.revision === revision) return found
    if (found) forget(record, found)
    const text = textOf(record)
    const serialised = { text, tag: digest(text), revision }
    made.set(record, serialised)
    bytes += text.length
    for (const [oldest, entry] of made) {
      if (bytes <= limit) break
      forget(oldest, entry)
    }
    return serialised
  }

  function forget(record: R, { text }: Serialised) {
    made.delete(record)
    bytes -= text.length
  }

  return {
    answer(record: R, revision: number): Answer {
      const { text, tag } = get(record, revision)
      return { status: 200, text, tag }
    },
    /** The envelope of a list (reference 2.8). */
    list(records: readonly R[], nextCursor: string | null, revisionOf: (record: R) => number): Answer {
      const items = records.map(record => get(record, revisionOf(record)))
      const cursor = JSON.stringify(nextCursor)
      return {
        status: 200,
        text: `{"data":[${items.map(item => item.text).join(',')}],"nextCursor":${cursor}}`,
        nextCursor,
        tag: items.map(item => item.tag).join('') + cursor,
      }
    },
  }
}
