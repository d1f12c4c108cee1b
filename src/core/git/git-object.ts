import { createHash } from 'node:crypto'
import type { Limits } from './limits.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

/** An object of a repository, inflated. */
export interface GitObject {
  type: ObjectType
  bytes: Buffer
}

/** The most bytes of an object that is held in memory. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024

/** An object is larger than its reader accepts. */
export class ObjectTooLarge extends Error {
  override name = 'ObjectTooLarge'
}

/** There is no such object. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
}

/** Computes the id of an object whose bytes arrive piece by piece. */
export function createOidHash(type: ObjectType, size: number) {
  return createHash('sha1').update(`${type} ${size}\0`)
}

const PIECE = 1024 * 1024

export async function oidOf({ type, bytes }: GitObject, limits: Limits): Promise<string> {
  const hash = createOidHash(type, bytes.length)
  for (let at = 0; at < bytes.length; at += PIECE) {
    hash.update(bytes.subarray(at, at + PIECE))
    await limits.pause()
  }
  return hash.digest('hex')
}

/** Caches objects up to a number of bytes; the oldest are removed first. */
export function createObjectCache(maxBytes = MAX_OBJECT_BYTES) {
  const objects = new Map<string, GitObject>()
  let total = 0
  return {
    get: (key: string) => objects.get(key),
    set(key: string, object: GitObject) {
      if (object.bytes.length > maxBytes || objects.has(key)) return
      objects.set(key, object)
      total += object.bytes.length
      for (const [oldest, { bytes }] of objects) {
        if (total <= maxBytes) break
        objects.delete(oldest)
        total -= bytes.length
      }
    },
  }
}
export type ObjectCache = ReturnType<typeof createObjectCache>

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

/** The id of the folder of a commit. @throws Error when it is missing */
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
    if (Math.min(space, end) < 0 || end + 1 + OID_LENGTH > bytes.length) throw new Error('A folder is damaged')
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
