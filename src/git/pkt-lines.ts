const PREFIX_LENGTH = 4
const FLUSH = '0000'
const MAX_LINE = 65_520

/** A line of git's protocol, or `flush`, which ends a section. */
export type Packet = Buffer | 'flush'

/** A request: texts become lines, `flush` stays what it is. */
export function writePackets(packets: readonly (string | { flush: true })[]): Buffer<ArrayBuffer> {
  return Buffer.concat(
    packets.map(packet => {
      if (typeof packet !== 'string') return Buffer.from(FLUSH)
      const text = Buffer.from(packet)
      const length = (text.length + PREFIX_LENGTH).toString(16).padStart(PREFIX_LENGTH, '0')
      return Buffer.concat([Buffer.from(length), text])
    }),
  )
}

/** Cuts an answer into packets as it comes. */
export function createPacketReader() {
  let rest: Buffer = Buffer.alloc(0)
  return {
    /** The packets that are whole by now. @throws Error for what is no packet */
    *read(piece: Uint8Array): Generator<Packet> {
      const bytes =
        rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
      let at = 0
      rest = Buffer.alloc(0)
      while (at + PREFIX_LENGTH <= bytes.length) {
        const length = lengthOf(bytes.toString('latin1', at, at + PREFIX_LENGTH))
        if (length === 0) {
          at += PREFIX_LENGTH
          yield 'flush'
          continue
        }
        if (at + length > bytes.length) break
        yield bytes.subarray(at + PREFIX_LENGTH, at + length)
        at += length
      }
      rest = Buffer.from(bytes.subarray(at))
    },
    /** Whether the last packet is whole. */
    get isDone() {
      return rest.length === 0
    },
  }
}

function lengthOf(prefix: string) {
  const length = /^[0-9a-f]{4}$/i.test(prefix) ? Number.parseInt(prefix, 16) : -1
  if (length === 0 || (length >= PREFIX_LENGTH && length <= MAX_LINE)) return length
  throw new Error('Not a packet of git')
}
