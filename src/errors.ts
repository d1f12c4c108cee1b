/** A refusal on purpose: its status, and what the caller is told. Shaped into an answer in `http/error-responses.ts`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly description: string | undefined

  constructor(status: number, message: string, extra: ErrorExtra = {}) {
    super(message, { cause: extra.cause })
    this.status = status
    this.code = extra.code
    this.description = extra.description
  }
}

export interface ErrorExtra {
  /** A word for programs. */
  code?: string
  /** More for people, one line per finding. */
  description?: string
  /** What was caught; for the log, never for the caller. */
  cause?: unknown
}

export const badRequest = (message: string, extra?: ErrorExtra) => new ApiError(400, message, extra)
export const unauthorized = (message = 'unauthorized', extra?: ErrorExtra) => new ApiError(401, message, extra)
export const forbidden = (message = 'Forbidden', extra?: ErrorExtra) => new ApiError(403, message, extra)
export const notFound = (message = 'Not Found', extra?: ErrorExtra) => new ApiError(404, message, extra)
export const methodNotAllowed = (method: string) => new ApiError(405, `${method} method not allowed`)
export const requestTimeout = (message: string) => new ApiError(408, message)
export const conflict = (message: string, extra?: ErrorExtra) => new ApiError(409, message, extra)
export const payloadTooLarge = (message: string) => new ApiError(413, message)
export const unsupportedMediaType = (mediaType: string | undefined) =>
  new ApiError(415, `unsupported media type ${mediaType}`)
export const serviceUnavailable = (message: string) => new ApiError(503, message)
