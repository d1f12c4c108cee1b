import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export const [COMMIT, TREE, BLOB, OFS_DELTA, REF_DELTA] = [1, 2, 3, 6, 7]
const TYPES = ['', 'commit', 'tree', 'blob']

/** An object as a pack holds it, with the size that it is to say. */
export function entry(type: number, size: number, deflated: Buffer): Buffer {
  const head = [(type << 4) | (size % 16)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    head[head.length - 1] = (head.at(-1) ?? 0) | 0x80
    head.push(rest % 128)
  }
  return Buffer.concat([Buffer.from(head), deflated])
}

export function packOf(entries: readonly Buffer[], count = entries.length): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(count, 8)
  const body = Buffer.concat([head, ...entries])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

/** A delta that copies the beginning of its base `times` times, and adds a text. */
export function delta(baseSize: number, text: string, length: number, times = 1): Buffer {
  const bytes = [length & 255, (length >> 8) & 255, (length >> 16) & 255]
  const copy = length < 256 ? Buffer.from([0x80 | 0x10, length]) : Buffer.from([0x80 | 0x70, ...bytes])
  const added = text === '' ? [] : [Buffer.from([text.length]), Buffer.from(text)]
  const size = length * times + text.length
  return Buffer.concat([varInt(baseSize), varInt(size), Buffer.alloc(copy.length * times, copy), ...added])
}

/** An object with its id. */
export function object(type: number, bytes: Buffer) {
  const oid = createHash('sha1').update(`${TYPES[type]} ${bytes.length}\0`).update(bytes).digest('hex')
  return { oid, entry: entry(type, bytes.length, deflateSync(bytes)) }
}

export const tree = (entries: readonly [mode: string, name: string, oid: string][]) =>
  object(
    TREE,
    Buffer.concat(
      entries.map(([mode, name, oid]) =>
        Buffer.from(`${mode} ${name}\0${Buffer.from(oid, 'hex').toString('latin1')}`, 'latin1'),
      ),
    ),
  )

/** A folder of files `0000000.json`, `0000001.json` and so on, which are all the same. */
export function folderOf(count: number, oid: string) {
  const row = Buffer.concat([Buffer.from('100644 0000000.json\0'), Buffer.from(oid, 'hex')])
  const lastDigit = row.indexOf('.') - 1
  const rows = Buffer.alloc(count * row.length, row)
  for (let n = 0; n < count; n++) {
    let at = n * row.length + lastDigit
    for (let rest = n; rest > 0; rest = Math.floor(rest / 10)) rows[at--] = 0x30 + (rest % 10)
  }
  return object(TREE, rows)
}

export function commit(treeOid: string) {
  const who = 'A <a@example.com> 1700000000 +0000'
  return object(COMMIT, Buffer.from(`tree ${treeOid}\nauthor ${who}\ncommitter ${who}\n\nx\n`))
}

/** How far back the base of a delta is (gitformat-pack, "offset encoding"). */
export function farBack(distance: number): Buffer {
  const bytes = [distance % 128]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1
    bytes.unshift((rest % 128) | 0x80)
  }
  return Buffer.from(bytes)
}

function varInt(number: number) {
  const bytes: number[] = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}
