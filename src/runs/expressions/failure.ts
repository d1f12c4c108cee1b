/** Why an expression failed, in the service's words. */
export interface FailureDetails {
  message: string
  description?: string | undefined
  /** Such as `no_execution_data`. */
  type?: string
  context?: Record<string, unknown>
  /** `ExpressionError` where left out. */
  name?: string
}

/** An expression that fails its node. What the service swallows is `undefined` instead. */
export class ExpressionFailure extends Error {
  readonly details: FailureDetails

  constructor(details: FailureDetails) {
    super(details.message)
    this.name = details.name ?? 'ExpressionError'
    this.details = details
  }
}

/** Code that failed, with what its node reports. */
export class CodeFailure extends Error {
  readonly details: {
    message: string
    description?: string | null | undefined
    line?: number | undefined
    /** A failure of the engine's own names, such as `$('X')`. */
    failure?: FailureDetails
    /** Nothing that could be named was thrown: the service calls it an unknown error. */
    isUnknown?: boolean
  }

  constructor(details: CodeFailure['details']) {
    super(details.message)
    this.details = details
  }
}

/** The run ended by its deadline or by its memory: the whole run fails, whatever its nodes do on errors. */
export class LimitReached extends Error {}

/** An invalid DateTime: its text in a parameter, null in JSON. */
export class InvalidTime {}

/** What is said of a text for which the stack of a thread is too small. */
export const TOO_DEEP = 'An expression or Code is nested too deeply for a simulated run'
