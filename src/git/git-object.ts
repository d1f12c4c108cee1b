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

/** An object is larger than who asked for it can take. */
export class ObjectTooLarge extends Error {
  override name = 'ObjectTooLarge'
}

/** There is no such object. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
}

/** The id of an object whose bytes come piece by piece. */
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

/** Objects that are likely to be asked for again, up to so many bytes; the oldest go first. */
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
