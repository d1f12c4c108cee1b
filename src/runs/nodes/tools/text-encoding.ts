/** The encodings that nodes read and write, by their names in the form. */
const NODE_ENCODINGS: Record<string, BufferEncoding> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  cesu8: 'utf8',
  ascii: 'latin1',
  latin1: 'latin1',
  binary: 'latin1',
  iso88591: 'latin1',
  base64: 'base64',
  hex: 'hex',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16: 'utf16le',
  utf16le: 'utf16le',
}

/** Whether texts can be read and written in an encoding. */
export const isKnownEncoding = (name: string) => Object.hasOwn(NODE_ENCODINGS, name.toLowerCase())

/** Encodings of one byte a character: the last one that they have. */
const LAST_CHARACTERS: Record<string, number> = { ascii: 0x7f, latin1: 0xff, iso88591: 0xff }

/** Bytes as text; the mark of their order is left out where `isMarkRemoved`. */
export function decoded(bytes: Uint8Array, name: string, isMarkRemoved: boolean): string {
  const isAscii = name.toLowerCase() === 'ascii'
  const read = Buffer.from(bytes).toString(NODE_ENCODINGS[name.toLowerCase()] ?? 'utf8')
  const text = isAscii ? read.replace(/[\u0080-\uffff]/g, '\uFFFD') : read
  return isMarkRemoved ? text.replace(/^\uFEFF/, '') : text
}

/** Text as bytes, with the mark of their order where the encoding has one or `hasMark` asks for it. */
export function encoded(text: string, name: string, hasMark: boolean): Uint8Array {
  const encoding = NODE_ENCODINGS[name.toLowerCase()] ?? 'utf8'
  const isMarked = (hasMark && (encoding === 'utf8' || encoding === 'utf16le')) || name.toLowerCase() === 'utf16'
  const last = LAST_CHARACTERS[name.toLowerCase()] ?? 0xffff
  const written = last < 0xffff ? text.replace(/[\u0080-\uffff]/g, one => (one.charCodeAt(0) > last ? '?' : one)) : text
  return new Uint8Array(Buffer.from(isMarked ? `\uFEFF${written}` : written, encoding))
}
