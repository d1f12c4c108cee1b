/** How a refusal is worded: as it stands, or made of its parts. */
export type Wording = string | ((...parts: never[]) => string)

/** A refusal in another way: its text, made of the parts that the refusal names, or its status and text. */
export type Otherwise = Wording | readonly [status: number, wording?: Wording]

/** How refusals are answered otherwise: name of a refusal → its text, or its status. */
export type Texts = Readonly<Record<string, Otherwise>>

/**
 * A refusal on purpose: its status, and what the caller reads. Made where it is decided; shaped into a response in
 * `http/error-handling.ts`, where the version may replace the text by the refusal's name.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly description: string | undefined
  /** The name of the refusal, and what its text is made of; `undefined` for one that no version words. */
  readonly refusal: string | undefined
  readonly parts: readonly unknown[]
  /** In this number of seconds the same request may succeed. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, extra: ErrorExtra = {}) {
    super(message, { cause: extra.cause })
    this.status = status
    this.code = extra.code
    this.description = extra.description
    this.refusal = extra.refusal
    this.parts = extra.parts ?? []
    this.retryAfter = extra.retryAfter
  }

  /** The same refusal with more about it. */
  with(extra: Pick<ErrorExtra, 'code' | 'description' | 'cause'>): ApiError {
    const { status, message, code, description, refusal, parts, retryAfter } = this
    return new ApiError(status, message, { code, description, refusal, parts, retryAfter, ...extra })
  }
}

export interface ErrorExtra {
  /** A word for programs. */
  code?: string | undefined
  /** More for people, one line per finding. */
  description?: string | undefined
  /** What was caught; for the log, never for the caller. */
  cause?: unknown
  refusal?: string | undefined
  parts?: readonly unknown[]
  retryAfter?: number | undefined
}

type Definitions = Readonly<Record<string, readonly [status: number, wording: Wording]>>
type PartsOf<W> = W extends (...parts: infer P) => string ? P : []

/** Refusals by their names: each makes its error from its parts. */
export type Refusals<T extends Definitions> = {
  readonly [Name in keyof T]: (...parts: PartsOf<T[Name][1]>) => ApiError
}

/**
 * The refusals of a feature, each with its name, its status and its text.
 *
 * @example
 * const refused = refusals({ unknownRole: [404, (slug: string) => `Role ${slug} does not exist`] })
 * throw refused.unknownRole('global:nope')
 */
export function refusals<const T extends Definitions>(definitions: T): Refusals<T> {
  const makers = Object.entries(definitions).map(([refusal, [status, wording]]) => {
    const make = (...parts: never[]) => new ApiError(status, worded(wording, parts), { refusal, parts })
    return [refusal, make]
  })
  return Object.fromEntries(makers)
}

/** The status and the text of a refusal where these replace its own. */
export function answerOf({ refusal, parts, status, message }: ApiError, texts: Texts) {
  const otherwise = refusal === undefined ? undefined : texts[refusal]
  if (otherwise === undefined) return { status, message }
  const [newStatus, wording] = typeof otherwise === 'object' ? otherwise : [status, otherwise]
  return { status: newStatus, message: wording === undefined ? message : worded(wording, parts as never[]) }
}

const worded = (wording: Wording, parts: never[]) => (typeof wording === 'string' ? wording : wording(...parts))

/** The refusals that belong to no feature. */
export const common = refusals({
  unknownPath: [404, 'not found'],
  wrongMethod: [405, (method: string) => `${method} method not allowed`],
  keyMissing: [401, (header: string) => `'${header}' header required`],
  keyUnknown: [401, 'unauthorized'],
  /** The caller has no known key, but sends the cookie of a session. */
  sessionUnknown: [401, 'Unauthorized'],
  /** The user, or the key, may not do this. */
  notAllowed: [403, 'Forbidden'],
  /** It does not exist, or the user does not see it. */
  notFound: [404, 'Not Found'],
  mediaType: [415, (type: string | undefined) => `unsupported media type ${type}`],
  invalidCursor: [400, 'An invalid cursor was provided'],
  /** What a schema says of a request. */
  invalidRequest: [400, (errors: string) => errors],
})

export const badRequest = (message: string, extra?: ErrorExtra) => new ApiError(400, message, extra)
/** @throws ApiError 400 that names all of them, where there are any */
export function refuseAny(errors: readonly string[]) {
  if (errors.length) throw badRequest(errors.join(', '))
}
export const invalidCursor = (cause?: unknown) =>
  cause === undefined ? common.invalidCursor() : common.invalidCursor().with({ cause })
export const keyMissing = common.keyMissing
export const keyUnknown = common.keyUnknown
export const sessionUnknown = common.sessionUnknown
export const forbidden = (message?: string, extra?: ErrorExtra) =>
  message === undefined ? common.notAllowed() : new ApiError(403, message, extra)
export const unknownPath = common.unknownPath
export const notFound = (message?: string, extra?: ErrorExtra) =>
  message === undefined ? common.notFound() : new ApiError(404, message, extra)
export const methodNotAllowed = common.wrongMethod
export const requestTimeout = (message: string) => new ApiError(408, message)
export const conflict = (message: string, extra?: ErrorExtra) => new ApiError(409, message, extra)
export const payloadTooLarge = (message: string) => new ApiError(413, message)
export const unsupportedMediaType = common.mediaType
export const serviceUnavailable = (message: string) => new ApiError(503, message)
/** Too much is under way: `Retry-After` says so. */
export const busy = (message: string) => new ApiError(503, message, { retryAfter: 1 })
