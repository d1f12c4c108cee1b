import type { FileHandle } from 'node:fs/promises'
import { openRepositoryFile } from './repository-files.ts'

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
    return readFully(file, Buffer.allocUnsafe(Math.max(0, Math.min(wanted, size - at))), at)
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
