import { digest } from '../base/digest.ts'
import { runSoon } from '../base/run-in-slices.ts'
import type { Collections } from '../model/document.ts'
import type { State } from '../model/state.ts'
import type { UserRecord } from '../model/user.ts'
import { SENT_FASTEST } from '../runtime/platform.ts'
import { STEP_CHARACTERS } from './list-reply.ts'
import { type Reply, sizeOf } from './reply.ts'

/** Replies to GET, each cached until something changes in a collection that it is made of. */
interface ResponseCache {
  get(url: string, user: UserRecord, state: State, reads: Reads): Reply | undefined
  set(url: string, user: UserRecord, state: State, reads: Reads, reply: Reply): void
}

type Reads = readonly (keyof Collections)[]

export function createResponseCache(): ResponseCache {
  const replies = new FifoCache<{ revision: number; reply: Reply }>()
  return {
    get(url, user, state, reads) {
      const found = replies.get(keyOf(url, user))
      return found?.revision === revisionOf(state, reads) ? found.reply : undefined
    },
    set(url, user, state, reads, reply) {
      const { body } = reply
      // at each sending Node would join the text with the headers, and encode both
      if (SENT_FASTEST === 'bytes' && typeof body === 'string') {
        reply.etag ??= digest(body)
        reply.body = Buffer.from(body)
      }
      replies.set(keyOf(url, user), { revision: revisionOf(state, reads), reply }, sizeOf(reply))
    },
  }
}

/** What is asked, and who sees the response, with the role that decides what that is. */
const keyOf = (url: string, { role, id }: UserRecord) => `${role} ${id} ${url}`

/** Who may see what follows from these, whatever else a response is made of. */
const ACCESS: Reads = ['users', 'projects', 'customRoles']

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: Reads) {
  let sum = 0
  for (const name of ACCESS) sum += state[name].revision
  for (const name of reads) sum += state[name].revision
  return sum
}

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
    /** The envelope of a list: a short one at once, a long one in slices, between which others are served. */
    list: (records: readonly R[], nextCursor: string | null, revisionOf: (record: R) => number) =>
      runSoon(listSteps(records, nextCursor, revisionOf)),
  }

  function* listSteps(
    records: readonly R[],
    nextCursor: string | null,
    revisionOf: (record: R) => number,
  ): Generator<undefined, Reply> {
    const parts = [OPENING]
    let etags = ''
    let made = 0
    for (const record of records) {
      const item = get(record, revisionOf(record))
      made += item.text?.length ?? 0
      const bytes = bytesOf(item)
      parts.push(parts.length === 1 ? bytes.subarray(1) : bytes)
      etags += item.etag
      if (made < STEP_CHARACTERS) continue
      made = 0
      yield
    }
    const cursor = JSON.stringify(nextCursor)
    parts.push(encoder.encode(`],"nextCursor":${cursor}}`))
    return { status: 200, body: bodyOf(parts), parts, nextCursor, etag: digest(etags + cursor) }
  }
}

/** From here on Deno holds up others while it encodes a text; a blob it reads piece by piece, which takes longer. */
const LONG_BYTES = 4 * 1024 * 1024

/** Once for many requests: the body is cached as it is sent. */
function bodyOf(parts: Uint8Array<ArrayBuffer>[]) {
  if (SENT_FASTEST === 'blob') return new Blob(parts)
  const bytes = Buffer.concat(parts)
  if (SENT_FASTEST === 'bytes') return bytes
  return bytes.length < LONG_BYTES ? bytes.toString() : new Blob([bytes])
}

const encoder = new TextEncoder()
const OPENING = encoder.encode('{"data":[')

/** About what an entry takes beside its key and its own bytes. */
const ENTRY_BYTES = 500

/** Values by text, with a limit in bytes for all of them: the oldest are removed first. */
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
