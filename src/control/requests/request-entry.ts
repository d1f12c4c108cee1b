import type { Operation } from '../../http/operation.ts'
import type { Trace } from '../../http/trace.ts'
import type { UserRecord } from '../../model/user.ts'

/**
 * A request as it is remembered: what the service had at hand anyway. Whatever can be told from it is worked out when
 * somebody asks.
 */
export class RequestEntry implements Trace {
  readonly id: number
  /** When it came, by the instance's clock. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly operation: Operation | undefined
  /** Of a write only. */
  readonly contentType: string | null
  readonly contentLength: string | null
  private readonly started = performance.now()
  private ended: number | undefined = undefined
  /** 0 while it is not answered, and for ever where the connection was dropped. */
  status = 0
  user: UserRecord | undefined = undefined
  bodyText: string | undefined = undefined
  nextCursor: string | null | undefined = undefined
  /** The id of the fault rule that was applied. */
  fault: number | undefined = undefined

  constructor(id: number, time: number, request: Request, operation: Operation | undefined) {
    const { method, headers } = request
    const writes = method !== 'GET'
    this.id = id
    this.time = time
    this.method = method
    this.url = request.url
    this.operation = operation
    this.contentType = writes ? headers.get('content-type') : null
    this.contentLength = writes ? headers.get('content-length') : null
  }

  get isAnswered() {
    return this.ended !== undefined
  }

  /** What its body says; `undefined` without one that is remembered. */
  get body(): unknown {
    return this.bodyText === undefined ? undefined : JSON.parse(this.bodyText)
  }

  /** How long the answer took, or has taken so far. */
  get milliseconds() {
    return (this.ended ?? performance.now()) - this.started
  }

  close(status: number) {
    this.status = status
    this.ended = performance.now()
  }
}
