import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { giveWay } from '../../base/run-in-slices.ts'

const BLOCK = 512

/** A file of an archive: its path with `/`, and what it holds. */
export interface ArchiveFile {
  path: string
  content: string
}

/** A tar archive, packed by gzip. The same files give the same bytes: their times are 1970. */
export async function packArchive(files: readonly ArchiveFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for (const { path, content } of files) {
    await giveWay()
    parts.push(...entry(path, Buffer.from(content)))
  }
  const packed = await promisify(gzip)(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]))
  return new Uint8Array(packed)
}

/** About how many bytes a file takes in an archive that is not packed yet. */
export const archiveSize = ({ path, content }: ArchiveFile) => 2 * BLOCK + path.length + content.length

/** A header holds names of up to 100 bytes; a longer one stands in an entry of its own before it. */
function entry(path: string, content: Buffer): Buffer[] {
  const name = Buffer.from(path)
  const own = [header(name.subarray(0, 100), content.length, '0'), content, padding(content.length)]
  if (name.length <= 100) return own
  const long = Buffer.from(extendedRecord(path))
  return [header(Buffer.from('long-name'), long.length, 'x'), long, padding(long.length), ...own]
}

function header(name: Buffer, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK)
  name.copy(block)
  const fields: [at: number, text: string][] = [
    [100, octal(0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(0, 12)],
    [148, '        '],
    [156, type],
    [257, 'ustar\u000000'],
  ]
  for (const [at, text] of fields) block.write(text, at, 'latin1')
  const sum = block.reduce((sum, byte) => sum + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** `26 path=workflows/a/b.json` and a line feed; the number counts the bytes of the record, its own digits too. */
function extendedRecord(path: string): string {
  const rest = ` path=${path}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + String(bytes).length
  if (bytes + String(length).length !== length) length++
  return `${length}${rest}`
}
