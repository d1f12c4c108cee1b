/** A service that could not be used. The message is one line: what happened, and what to do. It holds no key. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** The status of the response; `undefined` where none came. */
  readonly status: number | undefined
  /** Whether the same request may succeed later. */
  readonly isPassing: boolean
  /** Whether something between answered, such as a proxy, and not the API. */
  readonly isForeign: boolean
  /** What the service itself said, made one line. */
  readonly said: string | undefined

  constructor(message: string, { status, isPassing = false, isForeign = false, said, cause }: ServiceErrorExtra = {}) {
    super(message, { cause })
    this.status = status
    this.isPassing = isPassing
    this.isForeign = isForeign
    this.said = said
  }

  /** Whether the API itself answered with one of these statuses. */
  isAnswer(...statuses: readonly number[]): boolean {
    return !this.isForeign && this.status !== undefined && statuses.includes(this.status)
  }
}

export interface ServiceErrorExtra {
  status?: number | undefined
  isPassing?: boolean
  isForeign?: boolean
  said?: string | undefined
  cause?: unknown
}
