import type { Operation } from '../../http/operation.ts'
import { type Reply, sizeOf } from '../../http/reply.ts'
import type { RequestRecord } from '../../http/request-record.ts'
import type { UserRecord } from '../../model/user.ts'
import type { FaultRule } from '../faults/index.ts'

/** The fault rule that was applied to a request, as it was then. */
export interface AppliedFault {
  id: number
  rule: FaultRule
}

/** What was answered, as far as it is remembered. */
export interface SentResponse {
  headers: Headers | undefined
  /** Of its body, unpacked. */
  bytes: number
  /** In parts. */
  body: Reply['body'][] | undefined
}

const WITHOUT_BODY = [204, 304]

/**
 * A request as it is remembered: what the service had at hand anyway. Whatever can be told from it is worked out when
 * somebody asks.
 */
export class RequestEntry implements RequestRecord {
  readonly id: number
  /** When it came, by the instance's clock. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly operation: Operation | undefined
  readonly headers: Headers
  private readonly started = performance.now()
  private ended: number | undefined = undefined
  /** 0 while it is not answered, and for ever where the connection was dropped. */
  status = 0
  bodyText: string | undefined = undefined
  nextCursor: string | null | undefined = undefined
  response: SentResponse | undefined = undefined
  fault: AppliedFault | undefined = undefined
  private sender: UserRecord | undefined = undefined
  private sent: Reply | undefined = undefined
  private checkedAt: number | undefined = undefined
  private repliedAt: number | undefined = undefined

  constructor(id: number, time: number, request: Request, operation: Operation | undefined) {
    this.id = id
    this.time = time
    this.method = request.method
    this.url = request.url
    this.operation = operation
    this.headers = request.headers
  }

  get user() {
    return this.sender
  }

  set user(user: UserRecord | undefined) {
    this.sender = user
    this.checkedAt = performance.now()
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
    this.repliedAt = performance.now()
  }

  get isAnswered() {
    return this.ended !== undefined
  }

  /** What its body says; `undefined` without one that is remembered. */
  get body(): unknown {
    return this.bodyText === undefined ? undefined : JSON.parse(this.bodyText)
  }

  /** How long the response took, or has taken so far. */
  get milliseconds() {
    return (this.ended ?? performance.now()) - this.started
  }

  /** When its key was known to be right, when its response was made and when it was answered: milliseconds since it came. */
  get marks() {
    const since = (at: number | undefined) => (at === undefined ? undefined : at - this.started)
    return { checked: since(this.checkedAt), replied: since(this.repliedAt), ended: since(this.ended) }
  }

  close(status: number) {
    this.status = status
    this.ended = performance.now()
    const { sent } = this
    if (!sent) return
    const hasBody = this.method !== 'HEAD' && status !== 0 && !WITHOUT_BODY.includes(status)
    this.nextCursor = sent.nextCursor
    if (status !== 0) {
      this.response = {
        headers: sent.headers,
        bytes: hasBody ? sizeOf(sent) : 0,
        body: hasBody ? (sent.parts ?? [sent.body]) : undefined,
      }
    }
    this.sent = undefined
  }
}
