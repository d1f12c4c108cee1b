/** What kinds of refusals a version may word in its own way, with the parts that the wording is made of. */
export interface RefusalParts {
  'unknown-path': undefined
  'wrong-method': { method: string }
  'key-missing': { header: string }
  'key-unknown': undefined
  /** The user, or the key, may not do this. */
  forbidden: undefined
  /** There is no such thing, or the user does not see it. */
  'not-found': undefined
  'media-type': { type: string | undefined }
  'invalid-cursor': undefined
  'some-tags-not-found': undefined
  'tag-exists': undefined
}
export type RefusalKind = keyof RefusalParts

/** How a version words refusals: kind → text. What is left out is worded as the error's own message. */
export type Words = { readonly [K in RefusalKind]?: (parts: RefusalParts[K]) => string }

/**
 * A refusal on purpose: its status, and what the caller is told. Made where it is decided; shaped into a response in
 * `http/error-reply.ts`, where the version words it by its `kind`.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly description: string | undefined
  readonly kind: RefusalKind | undefined
  readonly parts: unknown

  constructor(status: number, message: string, extra: ErrorExtra = {}) {
    super(message, { cause: extra.cause })
    this.status = status
    this.code = extra.code
    this.description = extra.description
    this.kind = extra.kind
    this.parts = extra.parts
  }
}

export interface ErrorExtra {
  /** A word for programs. */
  code?: string | undefined
  /** More for people, one line per finding. */
  description?: string | undefined
  /** What was caught; for the log, never for the caller. */
  cause?: unknown
  /** What kind of refusal it is, where versions word it. */
  kind?: RefusalKind
  parts?: unknown
}

/** A refusal that the version words. */
function refusal<K extends RefusalKind>(status: number, kind: K, parts: RefusalParts[K], message: string) {
  return new ApiError(status, message, { kind, parts })
}

export const badRequest = (message: string, extra?: ErrorExtra) => new ApiError(400, message, extra)
/** @throws ApiError 400 that tells all of them, where there are any */
export function refuseAny(errors: readonly string[]) {
  if (errors.length) throw badRequest(errors.join(', '))
}
export const invalidCursor = (cause?: unknown) =>
  new ApiError(400, 'An invalid cursor was provided', { kind: 'invalid-cursor', cause })
export const keyMissing = (header: string) => refusal(401, 'key-missing', { header }, `'${header}' header required`)
export const keyUnknown = () => refusal(401, 'key-unknown', undefined, 'unauthorized')
export const forbidden = (message?: string, extra?: ErrorExtra) =>
  message === undefined ? refusal(403, 'forbidden', undefined, 'Forbidden') : new ApiError(403, message, extra)
export const unknownPath = () => refusal(404, 'unknown-path', undefined, 'not found')
export const notFound = (message?: string, extra?: ErrorExtra) =>
  message === undefined ? refusal(404, 'not-found', undefined, 'Not Found') : new ApiError(404, message, extra)
export const someTagsNotFound = () => refusal(404, 'some-tags-not-found', undefined, 'Some tags not found')
export const methodNotAllowed = (method: string) =>
  refusal(405, 'wrong-method', { method }, `${method} method not allowed`)
export const requestTimeout = (message: string) => new ApiError(408, message)
export const conflict = (message: string, extra?: ErrorExtra) => new ApiError(409, message, extra)
export const tagExists = () => refusal(409, 'tag-exists', undefined, 'Tag already exists')
export const payloadTooLarge = (message: string) => new ApiError(413, message)
export const unsupportedMediaType = (type: string | undefined) =>
  refusal(415, 'media-type', { type }, `unsupported media type ${type}`)
export const serviceUnavailable = (message: string) => new ApiError(503, message)
