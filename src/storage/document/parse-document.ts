import { isRecord } from '../../base/is-record.ts'
import { findJsonSyntaxError, findRepeatedKey } from '../../base/json-text.ts'
import { StorageError } from '../../base/store.ts'
import type { StoredDocument } from './document-text.ts'

/** Parses JSON text. The message of an error other than a SyntaxError must complete the sentence "The file …". */
export type ParseJson = (text: string) => unknown

/**
 * The parts of a document file.
 *
 * @throws StorageError with line and column if it is not a JSON object in UTF-8
 */
export function parseDocument(path: string, bytes: Uint8Array, parseJson: ParseJson = JSON.parse): StoredDocument {
  if (bytes.byteLength === 0) {
    throw new StorageError(`${path} is empty (0 bytes), so it is not a document. ${ADVICE}`)
  }
  const text = decode(path, bytes)
  const parsed = parse(path, text, parseJson)
  if (isRecord(parsed)) {
    refuseRepeatedKey(path, text)
    return new Map(Object.entries(parsed))
  }
  throw new StorageError(`${path} is JSON, but not an object. ${ADVICE}`)
}

const ADVICE = 'Put a good copy in its place, or move it away to start with an empty document.'

function decode(path: string, bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new StorageError(`${path} is not UTF-8 text. ${ADVICE}`, { cause: error })
  }
}

function refuseRepeatedKey(path: string, text: string) {
  const found = findRepeatedKey(text)
  if (!found) return
  const { key, line, column } = found
  throw new StorageError(
    `${path}, line ${line}, column ${column}: ${JSON.stringify(key)} is there twice. ` + `Correct it there. ${ADVICE}`,
  )
}

function parse(path: string, text: string, parseJson: ParseJson): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof Error && !(error instanceof SyntaxError)) {
      throw new StorageError(`${path} ${error.message}. Correct it there. ${ADVICE}`, { cause: error })
    }
    const found = findJsonSyntaxError(text)
    const place = found ? `, line ${found.line}, column ${found.column}` : ''
    throw new StorageError(`${path}${place}: this is not JSON. Correct it there. ${ADVICE}`, { cause: error })
  }
}
