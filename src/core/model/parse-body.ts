import { badRequest } from '../base/errors.ts'
import { findJsonSyntaxError, type JsonPosition } from '../base/json-text.ts'
import { parseJson, UnusableJson } from './parse-json.ts'

/** JSON as it was sent, and what it says. */
export interface Json {
  text: string
  value: unknown
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws ApiError 400 where it is not UTF-8 */
export function bodyText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw badRequest('The request body is not valid UTF-8', { cause })
  }
}

/**
 * The JSON of a body; `undefined` where it is empty.
 *
 * @throws ApiError 400 where it is not JSON in UTF-8, nests too deep, has too many values or too large a number
 */
export function parseBody(bytes: Uint8Array, maxValues: number): Json | undefined {
  if (bytes.length === 0) return undefined
  const text = bodyText(bytes)
  try {
    return { text, value: parseJson(text, maxValues) }
  } catch (cause) {
    throw notJson(text, cause, cause instanceof SyntaxError ? findJsonSyntaxError(text) : undefined)
  }
}

export function notJson(text: string, cause: unknown, position: JsonPosition | undefined) {
  if (cause instanceof UnusableJson) return badRequest(`The request body ${cause.message}`, { cause })
  return badRequest(`The request body is not valid JSON${whereIn(text, position)}`, { cause })
}

/** Where the text breaks, without any of the text itself: it may hold a secret. */
function whereIn(text: string, position: JsonPosition | undefined) {
  if (text.trim() === '') return ': it is blank'
  if (text.startsWith('\uFEFF')) return ': it starts with a byte order mark'
  return position ? ` (line ${position.line}, column ${position.column})` : ''
}
