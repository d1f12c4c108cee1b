import { Readable } from 'node:stream'
import { createInflate, inflateSync } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import type { Limits } from './limits.ts'

/** Bytes that are inflated at once, in a fraction of a millisecond. */
const SMALL = 32 * 1024
const CHUNK = 256 * 1024
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
  if (size <= SMALL) return inflateSmall(await source.read(at, mostDeflated(size)), at, size)
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
 * Inflates chunk by chunk, and gives where the deflated bytes end.
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
  const input = Readable.from(chunksOf(source, at))
  input.on('error', error => inflater.destroy(error))
  input.pipe(inflater)
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      take(chunk)
      await limits.pause()
    }
  } finally {
    input.destroy()
    inflater.destroy()
  }
  return at + inflater.bytesWritten
}

function inflateSmall(deflated: Buffer, at: number, size: number): Inflated {
  const options = { info: true, maxOutputLength: Math.max(size, 1) }
  const { buffer: bytes, engine } = inflateSync(deflated, options) as unknown as Info
  if (bytes.length !== size) throw wrongSize()
  return { bytes, next: at + engine.bytesWritten }
}

/** What `info: true` gives; the types of node:zlib do not know it. */
interface Info {
  buffer: Buffer
  engine: { bytesWritten: number }
}

async function* chunksOf(source: ByteSource, from: number) {
  // a stream reads ahead, also when the inflater is done
  for (let at = from; at < source.size; at += INPUT) yield await source.readCopy(at, INPUT)
}

/** More than any compressor makes of `size` bytes, stored blocks included. */
const mostDeflated = (size: number) => size + (size >> 2) + 1024

const wrongSize = () => new Error('An object is not as large as it says')
