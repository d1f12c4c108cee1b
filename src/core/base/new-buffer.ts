/** Above this, memory is taken from the system and given back to it by itself. */
const LARGE_BYTES = 1024 * 1024

/**
 * A buffer of zeros. The allocators of Node and Deno give back little of what large buffers took, once some of them were
 * freed: a buffer that could be resized takes pages of its own instead.
 *
 * @param length in bytes
 */
export function newBuffer(length: number): ArrayBuffer {
  return length > LARGE_BYTES ? new ArrayBuffer(length, { maxByteLength: length }) : new ArrayBuffer(length)
}

/** A copy of a buffer, in memory of the same kind. */
export function copyOfBuffer(buffer: ArrayBuffer): ArrayBuffer {
  const copy = newBuffer(buffer.byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  return copy
}
