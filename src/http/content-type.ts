import { unsupportedMediaType } from '../base/errors.ts'

/** The media type of a request without its parameters, or `undefined` where it names none. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() || undefined
}

/** Refuses anything but JSON, as the operations with a required body do (docs/behaviour/common.md#content-type). */
export function requireJson(headers: Headers) {
  const type = mediaTypeOf(headers)
  if (type !== 'application/json') throw unsupportedMediaType(type)
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase()
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw unsupportedMediaType(`${type}; charset=${charset}`)
}
