import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflate, inflateSync } from 'node:zlib'
import type { Limits } from './limits.ts'
import { openRepositoryFile } from './repository-files.ts'

/** Bytes that are inflated at once, in a fraction of a millisecond. */
const SMALL = 32 * 1024
const CHUNK = 256 * 1024
/** Bytes that are read at once: more than any compressor makes of `SMALL` bytes. */
const INPUT = 64 * 1024

/** Inflated bytes, and where in the source the deflated ones end. */
export interface Inflated {
  bytes: Buffer
  next: number
}

/**
 * Inflates the bytes at `at`, declared to be `size` bytes when inflated, without holding the event loop.
 *
 * @throws Error when they are more or fewer
 */
export async function inflate(source: ByteSource, at: number, size: number, limits: Limits): Promise<Inflated> {
  if (size <= SMALL) return inflateSmall(await source.read(at, INPUT), at, size)
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  const next = await inflateInto(source, at, limits, chunk => {
    if (filled + chunk.length > size) throw wrongSize()
    chunk.copy(bytes, filled)
    filled += chunk.length
  })
  if (filled !== size) throw wrongSize()
  return { bytes, next }
}

/**
 * Inflates chunk by chunk, and returns where the deflated bytes end.
 *
 * @param take throws when it has enough
 */
export async function inflateInto(
  source: ByteSource,
  at: number,
  limits: Limits,
  take: (chunk: Buffer) => void,
): Promise<number> {
  const inflater = createInflate({ chunkSize: CHUNK })
  // what ends either of them is thrown by the loop
  pipeline(chunksOf(source, at), inflater, () => {})
  for await (const chunk of inflater as AsyncIterable<Buffer>) {
    take(chunk)
    await limits.pause()
  }
  return at + inflater.bytesWritten
}

function inflateSmall(deflated: Buffer, at: number, size: number): Inflated {
  const options = { info: true, maxOutputLength: Math.max(size, 1) }
  const { buffer: bytes, engine } = inflateSync(deflated, options) as unknown as Info
  if (bytes.length !== size) throw wrongSize()
  return { bytes, next: at + engine.bytesWritten }
}

/** The result with `info: true`, which the types of node:zlib lack. */
interface Info {
  buffer: Buffer
  engine: { bytesWritten: number }
}

async function* chunksOf(source: ByteSource, from: number) {
  // a stream reads ahead, even after the inflater is done
  for (let at = from; at < source.size; at += INPUT) yield source.readCopy(at, INPUT)
}

const wrongSize = () => new Error('An object is not as large as it says')

/** The size of the base that a delta needs, and of its result (gitformat-pack, "deltified representation"). */
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
 * @throws Error for a delta of another base
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
    if (code === 0) throw new Error('A delta has an unknown instruction')
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

/** A few bytes are copied faster one by one than by a call. */
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

/** Bytes that are read piece by piece. */
export interface ByteSource {
  readonly size: number
  /** The bytes from `at`; fewer than `length` at the end, valid until the next read. */
  read(at: number, length: number): Promise<Buffer>
  /** The same in a buffer of its own, for a stream that reads ahead while others read. */
  readCopy(at: number, length: number): Promise<Buffer>
}

const WINDOW = 256 * 1024

/** Reads a file through a window, so that neighbouring pieces cost one read. */
export function readThroughWindow(file: FileHandle, size: number): ByteSource {
  const window = Buffer.allocUnsafe(Math.min(WINDOW, size))
  let start = 0
  let filled = 0

  return {
    size,
    readCopy,
    async read(at, wanted) {
      const length = Math.max(0, Math.min(wanted, size - at))
      if (length > window.length) return readCopy(at, length)
      if (at < start || at + length > start + filled) {
        filled = (await readFully(file, window, at)).length
        start = at
      }
      return window.subarray(at - start, Math.min(at - start + length, filled))
    },
  }

  function readCopy(at: number, wanted: number) {
    return readFully(file, Buffer.allocUnsafe(Math.min(wanted, size - at)), at)
  }
}

export interface OpenSource extends ByteSource {
  close(): Promise<void>
}

/** Opens a file to be read through a window. */
export async function openAsSource(path: string): Promise<OpenSource> {
  const file = await openRepositoryFile(path)
  const { size } = await file.stat()
  return { ...readThroughWindow(file, size), close: () => file.close() }
}

async function readFully(file: FileHandle, buffer: Buffer, at: number) {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, at + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
