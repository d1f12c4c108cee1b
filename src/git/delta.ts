import type { Limits } from './limits.ts'

/** How much a delta needs of its base, and what comes of it (gitformat-pack, "deltified representation"). */
export interface DeltaHead {
  baseSize: number
  size: number
  /** Where the instructions begin. */
  start: number
}

export function readDeltaHead(delta: Buffer): DeltaHead {
  const [baseSize, next] = readSize(delta, 0)
  const [size, start] = readSize(delta, next)
  return { baseSize, size, start }
}

/**
 * Makes an object of its base and a delta.
 *
 * @throws Error for a delta that is not one of this base
 */
export async function applyDelta(base: Buffer, delta: Buffer, limits: Limits): Promise<Buffer> {
  const { baseSize, size, start } = readDeltaHead(delta)
  if (baseSize !== base.length) throw new Error('A delta does not fit its base')
  const made = Buffer.allocUnsafe(size)
  let at = start
  let filled = 0
  for (let instructions = 0; at < delta.length; instructions++) {
    if (instructions % PAUSE_EVERY === 0) await limits.pause()
    const code = byteAt(delta, at++)
    if (code === 0) throw new Error('A delta has an instruction that there is not')
    const [source, from, length, next] = code & COPY ? readCopy(base, delta, code, at) : [delta, at, code, at + code]
    if (from + length > source.length || filled + length > size) throw new Error('A delta reaches too far')
    copyBytes(source, from, made, filled, length)
    filled += length
    at = next
  }
  if (filled !== size) throw new Error('A delta makes less than it says')
  return made
}

const COPY = 0x80
const PAUSE_EVERY = 1024
const FEW = 64

/** Few bytes are copied faster one by one than by a call. */
function copyBytes(source: Buffer, from: number, target: Buffer, at: number, length: number) {
  if (length > FEW) target.set(source.subarray(from, from + length), at)
  else for (let n = 0; n < length; n++) target[at + n] = source[from + n] ?? 0
}

function byteAt(delta: Buffer, at: number) {
  const byte = delta[at]
  if (byte === undefined) throw new Error('A delta breaks off')
  return byte
}

function readCopy(base: Buffer, delta: Buffer, code: number, from: number): Instruction {
  let at = from
  let offset = 0
  let length = 0
  for (let part = 0; part < 4; part++) if (code & (1 << part)) offset += byteAt(delta, at++) * 256 ** part
  for (let part = 0; part < 3; part++) if (code & (16 << part)) length += byteAt(delta, at++) * 256 ** part
  return [base, offset, length || 0x10000, at]
}
type Instruction = [source: Buffer, from: number, length: number, next: number]

function readSize(delta: Buffer, from: number): [size: number, next: number] {
  let at = from
  let size = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = byteAt(delta, at++)
    size += (byte & 0x7f) * factor
    if (!Number.isSafeInteger(size)) throw new Error('A delta says a size that is too large')
    if (!(byte & 0x80)) return [size, at]
  }
}
