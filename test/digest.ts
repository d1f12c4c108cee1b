import { createHash } from 'node:crypto'

/** The first eight digits of the SHA-256 of a text: enough to see that a long one has changed. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** The length of a text and its digest, for a line of a snapshot. */
export const lengthAndDigest = (text: string) => `${text.length} characters, ${digest(text)}`

/** A long text by its beginning, its length and a digest. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text.replaceAll('\n', ' ')
  return `${text.slice(0, most - 45).replaceAll('\n', ' ')}… ${text.length} ${digest(text)}`
}
