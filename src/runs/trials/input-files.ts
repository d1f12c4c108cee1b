import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { type FileSent, inlineFile, mimeTypeOf } from '../schedules/files.ts'

/** A file of an input: `{ "base64": …, "fileName": "invoice.pdf", "mimeType": "application/pdf" }`. */
interface GivenFile {
  base64: string
  fileName?: string
  mimeType?: string
}

const KEYS = ['path', 'base64', 'fileName', 'mimeType']

/** Files by the names of their fields; a field may have several. @throws ApiError 400 */
export function inputFiles(given: unknown, place: string): Map<string, FileSent[]> {
  if (given === undefined) return new Map()
  if (!isRecord(given)) throw badRequest(`${place} must be object: the name of a field and its file`)
  return new Map(
    Object.entries(given).map(([name, files]) => [
      name,
      (Array.isArray(files) ? files : [files]).map((file, at) =>
        fileOf(file, `${place}/${name}${Array.isArray(files) ? `/${at}` : ''}`),
      ),
    ]),
  )
}

function fileOf(given: unknown, place: string): FileSent {
  checkFile(given, place)
  const { path, base64, fileName, mimeType } = given
  if (path !== undefined)
    throw badRequest(`${place}/path: only test files and the kit read files: give base64 and fileName`)
  if (typeof base64 !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64))
    throw badRequest(`${place}/base64 must be the bytes of the file in base64`)
  const name = fileName === undefined ? undefined : String(fileName)
  const type = mimeType === undefined ? mimeTypeOf(name ?? '') : String(mimeType)
  return { bytes: new Uint8Array(Buffer.from(base64, 'base64')), type, name }
}

function checkFile(given: unknown, place: string): asserts given is Record<string, unknown> {
  if (!isRecord(given)) throw badRequest(`${place} must be object: { "path": "./invoice.pdf" }, or base64 and fileName`)
  const unknown = Object.keys(given).find(key => !KEYS.includes(key))
  if (unknown !== undefined) throw badRequest(`${place}/${unknown} is unknown: a file has ${KEYS.join(', ')}`)
  for (const key of ['fileName', 'mimeType'])
    if (given[key] !== undefined && typeof given[key] !== 'string') throw badRequest(`${place}/${key} must be string`)
}

/** What an item says of a file, with its bytes. */
export const addInline = async (file: FileSent) => inlineFile(file)

/**
 * An input whose files are read that it names by their paths.
 *
 * @param folder what the paths begin at
 * @throws ApiError 400 for a file that cannot be read
 *
 * @example
 * await withFilesRead({ body: {}, files: { invoice: { path: './invoice.pdf' } } }, 'tests')
 */
export async function withFilesRead(input: unknown, folder: string): Promise<unknown> {
  if (!isRecord(input) || !isRecord(input.files)) return input
  const files: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(input.files)) {
    const place = `run/input/files/${name}`
    files[name] = Array.isArray(given)
      ? await Promise.all(given.map((one, at) => readGiven(one, folder, `${place}/${at}`)))
      : await readGiven(given, folder, place)
  }
  return { ...input, files }
}

async function readGiven(given: unknown, folder: string, place: string): Promise<unknown> {
  if (!isRecord(given) || given.path === undefined) return given
  checkFile(given, place)
  const { path, base64, ...rest } = given
  if (base64 !== undefined) throw badRequest(`${place} has path and base64: give one of them`)
  if (typeof path !== 'string') throw badRequest(`${place}/path must be string`)
  const file = resolve(folder, path)
  const bytes = await readFile(file).catch(cause => {
    const why = cause.code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'
    throw badRequest(`${place}/path: ${file}: ${why}`, { cause })
  })
  return { fileName: basename(path), ...rest, base64: bytes.toString('base64') } satisfies GivenFile
}
