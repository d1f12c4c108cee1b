import type { GitObject } from './git-object.ts'
import type { Limits } from './limits.ts'

/** An entry of a folder of a commit. */
export interface TreeEntry {
  mode: string
  /** Undefined where the name is not UTF-8. */
  name: string | undefined
  oid: string
}

const OID_LENGTH = 20
const SPACE = 0x20
const PAUSE_EVERY = 256

/** The id of the folder that a commit holds. @throws Error when it names none */
export function treeOf({ type, bytes }: GitObject): string {
  const oid = /^tree ([0-9a-f]{40})\n/.exec(bytes.toString('latin1', 0, 64))?.[1]
  if (type !== 'commit' || !oid) throw new Error('A commit is not one')
  return oid
}

/** The entries of a folder, one after the other. @throws Error when it is damaged */
export async function* readTree({ type, bytes }: GitObject, limits: Limits): AsyncGenerator<TreeEntry> {
  if (type !== 'tree') throw new Error('A folder is not one')
  const text = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0, count = 0; at < bytes.length; count++) {
    if (count % PAUSE_EVERY === 0) await limits.pause()
    const space = bytes.indexOf(SPACE, at)
    const end = bytes.indexOf(0, space)
    if (space < 0 || end < 0 || end + 1 + OID_LENGTH > bytes.length) throw new Error('A folder is damaged')
    yield {
      mode: bytes.toString('latin1', at, space),
      name: decode(text, bytes.subarray(space + 1, end)),
      oid: bytes.toString('hex', end + 1, end + 1 + OID_LENGTH),
    }
    at = end + 1 + OID_LENGTH
  }
}

function decode(text: InstanceType<typeof TextDecoder>, bytes: Buffer) {
  try {
    return text.decode(bytes)
  } catch {
    return undefined
  }
}
