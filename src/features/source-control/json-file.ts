import type { Static, TSchema } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'
import { MAX_DEPTH, measureJson } from '../../model/json-depth.ts'
import { parseJson, UnusableJson } from '../../model/parse-json.ts'

/** An invalid file of the repository. `message` names the file and quotes nothing of it. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
}

/** The most keys and list items of a file: these are parsed and checked in some hundredths of a second. */
const MAX_VALUES = 200_000

/**
 * Parses a file.
 *
 * @param pause lets others have their turn between the steps
 * @throws InvalidFileError when the bytes are not JSON in UTF-8, nest too deep, or have too many or too large values
 */
export async function parseJsonFile(path: string, bytes: Uint8Array, pause: () => Promise<unknown>) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    await pause()
    const { values } = measureJson(text, { depth: MAX_DEPTH, values: MAX_VALUES })
    if (values > MAX_VALUES) throw new UnusableJson(`has more than ${MAX_VALUES} keys and list items`)
    await pause()
    return { json: parseJson(text), values }
  } catch (error) {
    if (error instanceof UnusableJson) throw new InvalidFileError(`${path}: ${error.message}`)
    // what the parser says may quote the file, and with it a secret
    throw new InvalidFileError(`${path}: is not JSON`)
  }
}

/** @throws InvalidFileError that says where the value is not of its shape */
export function checkShape<S extends TSchema>(path: string, schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value
  const error = Value.Errors(schema, value).First()
  const place = error?.path ? `${error.path.slice(1)}: ` : ''
  throw new InvalidFileError(`${path}: ${place}${error ? expectationOf(error) : 'is not of its shape'}`)
}

const expectationOf = ({ schema, message }: ValueError): string =>
  Array.isArray(schema.enum) ? `expected one of ${schema.enum.join(', ')}` : message.replace(/^Expected/, 'expected')
