import { digest } from '../../digest.ts'

/** A value on a line, as it is and not as JSON has it; what is long as its digest. */
export function shown(value: unknown, most = 100): string {
  const text = write(value)
  if (text.length <= most) return text
  return `${text.slice(0, most / 2)}… ${text.length} ${digest(text)}`
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const kind = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object'
    const name = kind === 'Object' ? '' : kind
    const entries = Object.entries(value).map(([key, inner]) => `${key}: ${write(inner)}`)
    return `${name}{${entries.join(', ')}}`
  }
  if (typeof value === 'string') return JSON.stringify(value)
  return Object.is(value, -0) ? '-0' : String(value)
}

/** The digest of all that a value is. */
export const digestOf = (value: unknown) => digest(write(value))

/** Lines as they are approved: of long ones the beginning, and the digest of all. */
export const shortened = (lines: string[]) =>
  lines.map(line => (line.length <= MOST ? line : `${line.slice(0, MOST - 12)}… ${digestOf(line)}`))
const MOST = 82
