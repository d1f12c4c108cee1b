import { randomBytes, randomUUID } from 'node:crypto'
import { customRandom } from 'nanoid'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { v4 } from 'uuid'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Identifiers that are not counted up, as an argument. */
export interface Ids {
  /** 16 characters `[A-Za-z0-9]`, as the real service gives workflows, tags and credentials. */
  short(): string
  uuid(): string
}

export interface RepeatableIds extends Ids {
  /** Remembers this moment: what it returns makes the ids that come next the same as after it. */
  mark(): () => void
}

/** Random ids; with a seed, the same ones in the same order each time. */
export function createIds(seed?: string): RepeatableIds {
  const { bytes, ...rest } = seed === undefined ? UNSEEDED : seeded(seed)
  return { short: customRandom(ALPHABET, 16, bytes), ...rest }
}

const UNSEEDED = { bytes: randomBytes, uuid: randomUUID, mark: () => () => {} }

function seeded(seed: string) {
  let generator = xoroshiro128plus(hashOf(seed))
  const bytes = (length: number) => Uint8Array.from({ length }, () => uniformInt(generator, 0, 255))
  return {
    bytes,
    uuid: () => v4({ random: bytes(16) }),
    mark() {
      const marked = generator.clone()
      return () => {
        generator = marked.clone()
      }
    },
  }
}

/** Text as the 32-bit number that seeds a generator. */
export const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
