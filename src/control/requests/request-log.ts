import type { Clock } from '../../core/base/clock.ts'
import { headersOf, storedHeadersOf } from '../../core/base/sent-headers.ts'
import type { Operation } from '../../core/http/operation.ts'
import { pathOf } from '../../core/http/path.ts'
import { type Reply, sizeOf } from '../../core/http/reply.ts'
import type { RequestRecord } from '../../core/http/request-record.ts'
import type { UserRecord } from '../../core/model/user.ts'
import type { FaultRule } from '../faults/fault-rule.ts'
import { redactedQuery, withoutKeys } from './redact.ts'
import { bodyWarning, contentTypeWarning, refusedFields } from './request-warnings.ts'

const REMEMBERED_REQUESTS = 1000

/** The last requests, oldest first, and those under way. */
export interface RequestLog {
  /** Notes a request as it comes: to an operation, to none, or a call of a webhook or a form. */
  open(request: Request, operation: Operation | undefined, isCall?: boolean): RequestEntry
  close(entry: RequestEntry, status: number): void
  entries(): RequestEntry[]
  /** The request with a number, as long as it is remembered. */
  get(id: number): RequestEntry | undefined
  /** Grows with every request that comes and that is answered, and when they are forgotten. */
  readonly revision: number
  /** How many have been forgotten since the log was last cleared, for being too many. */
  readonly dropped: number
  /** Deletes one that is answered. @returns whether there was one */
  remove(id: number): boolean
  /** Forgets all of them; their numbers go on. */
  clear(): void
  /** Forgets all of them and begins again with number 1. */
  reset(): void
  /** Reports every answer from now on. @returns what ends that */
  subscribe(listener: (entry: RequestEntry) => void): () => void
}

const ASKED: RetainedBodies = {
  sizeOf: ({ bodyText }) => bodyText?.length ?? 0,
  drop(entry) {
    entry.bodyText = undefined
  },
}
const ANSWERED: RetainedBodies = {
  sizeOf: entry => entry.storedResponseBytes,
  drop(entry) {
    entry.dropResponseBody()
  },
}

export function createRequestLog(clock: Clock, limit = REMEMBERED_REQUESTS): RequestLog {
  const ring: (RequestEntry | undefined)[] = []
  const retained = [createBodyRetention(ASKED, entryOf), createBodyRetention(ANSWERED, entryOf)]
  const listeners = new Set<(entry: RequestEntry) => void>()
  let first = 1
  let next = 1
  let dropped = 0
  let revision = 0

  function entryOf(id: number) {
    const entry = ring[id % limit]
    return entry?.id === id ? entry : undefined
  }

  function clear() {
    revision++
    ring.length = 0
    for (const bodies of retained) bodies.clear()
    first = next
    dropped = 0
  }

  return {
    open(request, operation, isCall = false) {
      revision++
      const entry = new RequestEntry(next++, clock.now(), request, operation, isCall)
      const place = entry.id % limit
      const oldest = ring[place]
      if (oldest) {
        for (const bodies of retained) bodies.forget(oldest)
        dropped++
      }
      ring[place] = entry
      return entry
    },
    close(entry, status) {
      revision++
      entry.close(status)
      if (entryOf(entry.id) === entry) for (const bodies of retained) bodies.add(entry)
      for (const listener of listeners) listener(entry)
    },
    entries() {
      const found: RequestEntry[] = []
      for (let id = Math.max(first, next - limit); id < next; id++) {
        const entry = entryOf(id)
        if (entry) found.push(entry)
      }
      return found
    },
    get: entryOf,
    get dropped() {
      return dropped
    },
    remove(id) {
      const entry = entryOf(id)
      if (!entry?.isAnswered) return false
      revision++
      for (const bodies of retained) bodies.forget(entry)
      ring[id % limit] = undefined
      return true
    },
    get revision() {
      return revision
    },
    clear,
    reset() {
      next = 1
      clear()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The fault rule that was applied to a request, as it was then. */
interface AppliedFault {
  id: number
  rule: FaultRule
}

/** What was answered, as far as it is remembered. */
export interface SentResponse {
  headers: Reply['headers']
  /** Of its body, unpacked. */
  bytes: number
  /** In parts. */
  body: Reply['body'][] | undefined
}

const WITHOUT_BODY = [204, 304]
const NONE: readonly string[] = []

/**
 * A request as the log stores it: the values that the service had anyway, and no others. The garbage collector copies
 * whatever the last thousand hold, so each object and each fraction in an entry is paid by every request; what readers
 * ask for is made when they ask.
 */
export class RequestEntry implements RequestRecord {
  readonly id: number
  /** When it came, by the instance's clock. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly operation: Operation | undefined
  /** Whether it calls a webhook or a form. */
  readonly isCall: boolean
  private readonly sentHeaders: Headers | readonly string[]
  /** The page that it asks for. */
  readonly cursor: string | undefined
  private readonly started = performance.now()
  /** These three in whole microseconds since it came. */
  private checkedAfter: number | undefined = undefined
  private repliedAfter: number | undefined = undefined
  private endedAfter: number | undefined = undefined
  /** 0 while it is not answered, or if the connection was dropped. */
  status = 0
  /** As text: a thousand values at hand keep the garbage collector busy. */
  bodyText: string | undefined = undefined
  /** Of the body that was sent, also where it is no longer stored; `undefined` without one. */
  bodyBytes: number | undefined = undefined
  /** What the client should look at, once it is answered. */
  warnings: readonly string[] = NONE
  fault: AppliedFault | undefined = undefined
  /** What other versions have of what this one does not know. */
  hints: readonly string[] = NONE
  /** The fields of its body that the operation does not know, and the body, until it is answered. */
  unknownFields: readonly string[] = NONE
  sentValue: unknown = undefined
  private readonly contentTypeWarning: string | undefined
  private bodyWarning: string | undefined = undefined
  private sender: UserRecord | undefined = undefined
  private sent: Reply | undefined = undefined
  private isBodyDropped = false

  constructor(id: number, time: number, request: Request, operation: Operation | undefined, isCall: boolean) {
    this.id = id
    this.time = time
    this.method = request.method
    this.url = request.url
    this.operation = operation
    this.isCall = isCall
    this.sentHeaders = storedHeadersOf(request)
    this.cursor = this.url.includes('cursor=') ? cursorIn(this.url) : undefined
    this.contentTypeWarning = operation?.body && contentTypeWarning(operation.body, request.headers)
  }

  get headers(): Headers {
    return headersOf(this.sentHeaders)
  }

  /** Without keys and secrets. */
  get path(): string {
    return withoutKeys(pathOf(this.url).name)
  }

  /** Without keys and secrets. */
  get query(): string {
    return redactedQuery(this.operation?.query, pathOf(this.url).search.slice(1))
  }

  noteBody(body: { text: string; value: unknown } | undefined) {
    const isRetained = body !== undefined && body.text.length <= MAX_BYTES_EACH
    this.bodyText = isRetained ? body.text : undefined
    this.bodyBytes = body && Buffer.byteLength(body.text)
    const schema = this.operation?.body?.schema
    if (!isRetained || !schema) return
    const refused = refusedFields(schema, body.value)
    this.bodyWarning = bodyWarning(refused)
    this.unknownFields = refused.unknown
    if (refused.unknown.length > 0) this.sentValue = body.value
  }

  noteBytes(body: Uint8Array | undefined) {
    this.bodyBytes = body?.length
    this.bodyText =
      body && body.length > 0 && body.length <= MAX_BYTES_EACH ? new TextDecoder().decode(body) : undefined
  }

  get user() {
    return this.sender
  }

  set user(user: UserRecord | undefined) {
    this.sender = user
    this.checkedAfter = this.#microseconds()
  }

  /** Whose key it carries, before the service checks it: a fault may answer in its place. */
  expectUser(user: UserRecord | undefined) {
    this.sender = user
  }

  get reply() {
    return this.sent
  }

  set reply(reply: Reply | undefined) {
    this.sent = reply
    this.repliedAfter = this.#microseconds()
  }

  get isAnswered() {
    return this.endedAfter !== undefined
  }

  /** What its body says; `undefined` without one that is remembered. */
  get body(): unknown {
    return this.bodyText === undefined ? undefined : JSON.parse(this.bodyText)
  }

  /** How long the response took, or has taken so far. */
  get milliseconds() {
    return this.endedAfter === undefined ? performance.now() - this.started : this.endedAfter / 1000
  }

  /**
   * When its key was known to be right, when its response was made and when it was answered: milliseconds since it
   * came.
   */
  get marks() {
    const milliseconds = (after: number | undefined) => after && after / 1000
    return {
      checked: milliseconds(this.checkedAfter),
      replied: milliseconds(this.repliedAfter),
      ended: milliseconds(this.endedAfter),
    }
  }

  close(status: number) {
    this.status = status
    this.endedAfter = this.#microseconds()
    const { bodyWarning, contentTypeWarning, hints } = this
    if (bodyWarning !== undefined || contentTypeWarning !== undefined || hints.length > 0) {
      this.warnings = [bodyWarning, contentTypeWarning, ...hints].filter(text => text !== undefined)
    }
    this.sentValue = undefined
    if (!this.#hasResponseBody) this.dropResponseBody()
    // the whole of a list is stored by its records alone, which other answers share
    else if (this.sent?.parts) this.sent = { ...this.sent, body: '', bytes: sizeOf(this.sent) }
  }

  get nextCursor() {
    return this.isAnswered ? this.sent?.nextCursor : undefined
  }

  /** Once it is answered. */
  get response(): SentResponse | undefined {
    const { sent, status } = this
    if (!sent || !this.isAnswered || status === 0) return undefined
    return {
      headers: sent.headers,
      bytes: this.#hasResponseBody ? sizeOf(sent) : 0,
      body: this.isBodyDropped ? undefined : (sent.parts ?? [sent.body]),
    }
  }

  /** How much of its response is stored. */
  get storedResponseBytes() {
    return this.sent && !this.isBodyDropped ? sizeOf(this.sent) : 0
  }

  dropResponseBody() {
    const { sent } = this
    if (!sent) return
    const { status, headers, nextCursor } = sent
    this.sent = { status, body: '', bytes: sizeOf(sent), headers, nextCursor }
    this.isBodyDropped = true
  }

  get #hasResponseBody() {
    return this.status !== 0 && this.method !== 'HEAD' && !WITHOUT_BODY.includes(this.status)
  }

  #microseconds() {
    return Math.round((performance.now() - this.started) * 1000)
  }
}

const cursorIn = (url: string) => new URLSearchParams(pathOf(url).search).get('cursor') ?? undefined

const MAX_BYTES = 16 * 1024 * 1024
const MAX_BYTES_EACH = 1024 * 1024

/** Bodies of one kind, of requests or of responses. */
interface RetainedBodies {
  /** Bytes, or characters where those are counted sooner; 0 without one. */
  sizeOf(entry: RequestEntry): number
  drop(entry: RequestEntry): void
}

/**
 * Retains bodies as long as they do not take too much memory together; the oldest go first.
 *
 * @param entryOf the request with a number, as long as it is remembered
 */
function createBodyRetention({ sizeOf, drop }: RetainedBodies, entryOf: (id: number) => RequestEntry | undefined) {
  let sum = 0
  /** No answered request before this one has a body. */
  let oldest = 0

  function forget(entry: RequestEntry) {
    if (entry.isAnswered) sum -= sizeOf(entry)
  }

  function release(entry: RequestEntry | undefined) {
    if (!entry?.isAnswered) return
    forget(entry)
    drop(entry)
  }

  return {
    /** Of a request that has been answered just now. */
    add(entry: RequestEntry) {
      const bytes = sizeOf(entry)
      if (bytes === 0) return
      if (bytes > MAX_BYTES_EACH) return drop(entry)
      oldest = Math.min(oldest, entry.id)
      sum += bytes
      while (sum > MAX_BYTES) release(entryOf(oldest++))
    },
    /** The request is remembered no longer. */
    forget,
    clear() {
      sum = 0
    },
  }
}
