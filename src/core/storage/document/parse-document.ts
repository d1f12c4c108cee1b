import { isRecord } from '../../base/is-record.ts'
import { findJsonSyntaxError, findRepeatedKey, JsonOutline } from '../../base/json-text.ts'
import { NotADocumentError, StorageError } from '../../base/store.ts'
import type { OpenFile } from '../files/index.ts'
import type { StoredDocument } from './document-text.ts'

/** Parses JSON text. The message of an error other than a SyntaxError must complete the sentence "The file …". */
export type ParseJson = (text: string, outline: JsonOutline) => unknown

/**
 * The parts of a document file.
 *
 * @throws StorageError with line and column if it is not a JSON object in UTF-8
 */
export async function parseDocument(path: string, handle: OpenFile, parseJson: ParseJson): Promise<StoredDocument> {
  const outline = new JsonOutline()
  for await (const bytes of handle.pieces()) outline.add(bytes)
  const text = await readText(path, handle)
  const parsed = parse(path, text, outline, parseJson)
  if (!isRecord(parsed)) {
    throw new NotADocumentError(`${path} is JSON, but not an object. ${ADVICE} A fixture is loaded with --seed.`)
  }
  const parts = new Map(Object.entries(parsed))
  if (parts.size !== outline.keys) refuseRepeatedKey(path, text)
  return parts
}

/** The same of its text; `undefined` if it is another value, or has a key twice. @throws if it is not JSON */
export function partsOfText(text: string, parseJson: ParseJson): StoredDocument | undefined {
  const outline = new JsonOutline().add(Buffer.from(text))
  const parsed = parseJson(text, outline)
  return isRecord(parsed) && Object.keys(parsed).length === outline.keys ? new Map(Object.entries(parsed)) : undefined
}

export const emptyDocument = (path: string) =>
  new StorageError(`${path} is empty (0 bytes), so it is not a document. ${ADVICE}`)

const ADVICE = 'Put a good copy in its place, or move it away to start with an empty document.'

/** Bytes that are read as text at once are never held beside it. Only where some may be invalid, they are read again. */
async function readText(path: string, handle: OpenFile) {
  const text = await handle.text()
  if (text.includes('\ufffd')) await refuseInvalidBytes(path, handle)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

async function refuseInvalidBytes(path: string, handle: OpenFile) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (error) {
      throw new StorageError(`${path} is not UTF-8 text. ${ADVICE}`, { cause: error })
    }
  }
  for await (const bytes of handle.pieces()) decode(bytes)
  decode()
}

function refuseRepeatedKey(path: string, text: string) {
  const found = findRepeatedKey(text)
  if (!found) return
  const { key, line, column } = found
  throw new StorageError(
    `${path}, line ${line}, column ${column}: ${JSON.stringify(key)} is there twice. ` + `Correct it there. ${ADVICE}`,
  )
}

function parse(path: string, text: string, outline: JsonOutline, parseJson: ParseJson): unknown {
  try {
    return parseJson(text, outline)
  } catch (error) {
    if (error instanceof Error && !(error instanceof SyntaxError)) {
      throw new StorageError(`${path} ${error.message}. Correct it there. ${ADVICE}`, { cause: error })
    }
    const found = findJsonSyntaxError(text)
    const place = found ? `, line ${found.line}, column ${found.column}` : ''
    throw new StorageError(`${path}${place}: this is not JSON. Correct it there. ${ADVICE}`, { cause: error })
  }
}
