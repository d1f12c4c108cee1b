import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

/** More than any file of this program's holds; a text of twice as many cannot be made. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The text of a file. What is named by another file, or found in a folder, is to be a regular one: a pipe or a device may
 * never end. A pipe that the user gives is read, up to a limit.
 *
 * @throws Error of the file system, or one without a code whose message says what the file is
 */
export async function readTextFile(file: string | URL, { isGiven = false } = {}): Promise<string> {
  const found = await stat(file)
  if (found.isFile()) {
    if (found.size > MAX_BYTES) throw tooLarge()
    return readFile(file, 'utf8')
  }
  if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
  if (!isGiven) throw new Error('it is no regular file')
  return readStream(file)
}

async function readStream(file: string | URL): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const tooLarge = () => new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`)
