import { crc32 } from 'node:zlib'

/** Length and checksum of a file's content: equal fingerprints are taken for equal content. */
export interface Fingerprint {
  readonly bytes: number
  /** CRC-32, eight hexadecimal digits. */
  readonly crc32: string
}

/** Computes the fingerprint of bytes that arrive in pieces. */
export class Checksum {
  #bytes = 0
  #crc = 0

  add(bytes: Uint8Array) {
    this.#bytes += bytes.byteLength
    this.#crc = crc32(bytes, this.#crc)
    return this
  }

  get fingerprint(): Fingerprint {
    return { bytes: this.#bytes, crc32: this.#crc.toString(16).padStart(8, '0') }
  }
}

export const isSame = (a: Fingerprint, b: Fingerprint) => a.bytes === b.bytes && a.crc32 === b.crc32
