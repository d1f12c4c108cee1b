import fc from 'fast-check'

/** One thing that happens to the bytes of a file. Places are parts of its length, from 0 to 1. */
export interface Damage {
  kind: (typeof KINDS)[number]
  from: number
  length: number
  to: number
  bytes: Uint8Array
}

const KINDS = ['truncate', 'flip', 'insert', 'overwrite', 'remove', 'duplicate', 'move', 'swap lines', 'empty'] as const

const place = fc.double({ min: 0, max: 1, noNaN: true })
const odd = [
  '\u0000',
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  '\n',
  '\\ud800',
  'null',
  '-1',
  '1e999',
  '"__proto__":{"a":1},',
  '\ufeff',
  '"id":"1",',
  '[[[[[[[[',
  '0'.repeat(9),
  '{"format":2}',
  'ref: refs/heads/main\n',
  '../../..',
].map(text => new TextEncoder().encode(text))

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...KINDS),
  from: place,
  length: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.1, noNaN: true }), place),
  to: place,
  bytes: fc.oneof(fc.constantFrom(...odd), fc.uint8Array({ minLength: 1, maxLength: 12 })),
})

/** The bytes after what happened to them. */
export function damaged(whole: Uint8Array, { kind, from, length, to, bytes }: Damage): Uint8Array {
  const start = Math.floor(from * whole.length)
  const end = Math.min(whole.length, start + Math.max(1, Math.floor(length * whole.length)))
  const rest = (...parts: Uint8Array[]) => Buffer.concat(parts)
  const part = whole.subarray(start, end)
  switch (kind) {
    case 'truncate':
      return whole.slice(0, start)
    case 'flip':
      return whole.with(Math.min(start, whole.length - 1), (whole[start] ?? 0) ^ (1 << (bytes.length % 8)))
    case 'insert':
      return rest(whole.subarray(0, start), bytes, whole.subarray(start))
    case 'overwrite':
      return rest(whole.subarray(0, start), bytes, whole.subarray(start + bytes.length))
    case 'remove':
      return rest(whole.subarray(0, start), whole.subarray(end))
    case 'duplicate':
      return rest(whole.subarray(0, end), part, whole.subarray(end))
    case 'move': {
      const without = rest(whole.subarray(0, start), whole.subarray(end))
      const at = Math.floor(to * without.length)
      return rest(without.subarray(0, at), part, without.subarray(at))
    }
    case 'swap lines':
      return swapLines(whole, from, to)
    case 'empty':
      return new Uint8Array()
  }
}

function swapLines(whole: Uint8Array, from: number, to: number) {
  const lines = Buffer.from(whole).toString('latin1').split('\n')
  const [a, b] = [from, to].map(part => Math.min(lines.length - 1, Math.floor(part * lines.length))) as [number, number]
  const [one = '', other = ''] = [lines[a], lines[b]]
  return Buffer.from(lines.with(a, other).with(b, one).join('\n'), 'latin1')
}
