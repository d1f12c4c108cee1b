import { askHost } from './outside.ts'

type Encoding = 'utf8' | 'hex' | 'base64' | 'base64url' | 'latin1' | 'ascii' | 'utf16le'

const NAMES: Record<string, Encoding> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  hex: 'hex',
  base64: 'base64',
  base64url: 'base64url',
  latin1: 'latin1',
  binary: 'latin1',
  ascii: 'ascii',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  ucs2: 'utf16le',
}

function encodingOf(given: unknown): Encoding {
  const name = given === undefined ? 'utf8' : String(given).toLowerCase()
  const known = NAMES[name]
  if (known) return known
  throw new TypeError(`Unknown encoding: ${String(given)}`)
}

/** One sign a byte: what the host and the realm exchange. */
function toLatin(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
function fromLatin(text: string): number[] {
  const bytes = new Array<number>(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at) & 255
  return bytes
}

const decode = (text: string, encoding: Encoding) =>
  fromLatin(encoding === 'latin1' ? text : askHost<string>('bytes', 'decode', text, encoding))
const encode = (bytes: Uint8Array, encoding: Encoding) =>
  encoding === 'latin1' ? toLatin(bytes) : askHost<string>('bytes', 'encode', toLatin(bytes), encoding)

class Buffer extends Uint8Array {
  static override from(value: unknown, encoding?: unknown, length?: number): Buffer {
    if (typeof value === 'string') return new Buffer(decode(value, encodingOf(encoding)))
    if (value instanceof ArrayBuffer) return new Buffer(value, encoding as number | undefined, length)
    if (typeof value === 'object' && value !== null) {
      const { type, data } = value as { type?: unknown; data?: unknown }
      if (type === 'Buffer' && Array.isArray(data)) return new Buffer(data as number[])
      return new Buffer(Array.from(value as ArrayLike<number>))
    }
    throw new TypeError(
      'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object.',
    )
  }

  static alloc(length: number, fill?: unknown, encoding?: unknown): Buffer {
    const made = new Buffer(length)
    return fill === undefined ? made : (made.fill(fill as number, 0, length, encoding) as Buffer)
  }

  static allocUnsafe(length: number): Buffer {
    return new Buffer(length)
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer
  }

  static isEncoding(name: unknown): boolean {
    return typeof name === 'string' && Object.hasOwn(NAMES, name.toLowerCase())
  }

  static byteLength(value: unknown, encoding?: unknown): number {
    return typeof value === 'string' ? Buffer.from(value, encoding).length : (value as Uint8Array).byteLength
  }

  static concat(list: Uint8Array[], length?: number): Buffer {
    const total = length ?? list.reduce((sum, part) => sum + part.length, 0)
    const made = new Buffer(total)
    let at = 0
    for (const part of list) {
      made.set(part.subarray(0, Math.max(0, total - at)), at)
      at += part.length
      if (at >= total) break
    }
    return made
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    for (let at = 0; at < Math.min(a.length, b.length); at++)
      if (a[at] !== b[at]) return (a[at] as number) < (b[at] as number) ? -1 : 1
    return Math.sign(a.length - b.length)
  }

  override toString(encoding?: unknown, from = 0, to = this.length): string {
    return encode(this.subarray(from, to), encodingOf(encoding))
  }

  override fill(value: unknown, from?: number, to?: number, encoding?: unknown): this {
    if (typeof value !== 'string') return super.fill(Number(value), from, to)
    const bytes = decode(value, encodingOf(encoding))
    for (let at = from ?? 0; at < (to ?? this.length); at++) this[at] = bytes[at % bytes.length] ?? 0
    return this
  }

  toJSON() {
    return { type: 'Buffer', data: Array.from(this) }
  }

  equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0
  }

  compare(other: Uint8Array): number {
    return Buffer.compare(this, other)
  }

  write(text: string, at = 0, length?: number, encoding?: unknown): number {
    const bytes = decode(text, encodingOf(encoding)).slice(0, Math.min(length ?? this.length, this.length - at))
    this.set(bytes, at)
    return bytes.length
  }

  copy(target: Uint8Array, at = 0, from = 0, to = this.length): number {
    const part = this.subarray(from, Math.min(to, from + target.length - at))
    target.set(part, at)
    return part.length
  }

  override slice(from?: number, to?: number): this {
    return this.subarray(from, to) as this
  }

  readUInt8(at = 0): number {
    return this[at] as number
  }
  readUInt16BE(at = 0): number {
    return view(this).getUint16(at)
  }
  readUInt16LE(at = 0): number {
    return view(this).getUint16(at, true)
  }
  readUInt32BE(at = 0): number {
    return view(this).getUint32(at)
  }
  readUInt32LE(at = 0): number {
    return view(this).getUint32(at, true)
  }
  readInt32BE(at = 0): number {
    return view(this).getInt32(at)
  }
  readInt32LE(at = 0): number {
    return view(this).getInt32(at, true)
  }
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

class TextEncoder {
  readonly encoding = 'utf-8'
  encode(text = ''): Uint8Array {
    return new Uint8Array(decode(String(text), 'utf8'))
  }
}

class TextDecoder {
  readonly encoding: string
  constructor(encoding = 'utf-8') {
    this.encoding = encoding.toLowerCase()
  }
  decode(bytes?: ArrayBuffer | ArrayBufferView): string {
    if (!bytes) return ''
    const list =
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes)
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return encode(list, encodingOf(this.encoding))
  }
}

/** `Buffer` and the like, as Code has them. */
export function installBytes() {
  const base64 = (text: unknown) => encode(new Uint8Array(fromLatin(String(text))), 'base64')
  const fromBase64 = (text: unknown) => toLatin(new Uint8Array(decode(String(text), 'base64')))
  for (const [name, value] of Object.entries({ Buffer, TextEncoder, TextDecoder, btoa: base64, atob: fromBase64 }))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
}
