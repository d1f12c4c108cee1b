import { createHash } from 'node:crypto'
import type { Reply } from '../../http/reply.ts'

/**
 * A reply of several megabytes of JSON, in steps: others are served while it is made.
 *
 * @param items JSON each; commas are put between them
 * @example
 * await runInSlices(replySteps('{"requests":[', texts, ']}'))
 */
export function* replySteps(start: string, items: readonly string[], end: string): Generator<undefined, Reply> {
  const hash = createHash('sha1')
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const text of [start, ...items.map((item, at) => (at === 0 ? item : `,${item}`)), end]) {
    const bytes = new TextEncoder().encode(text)
    hash.update(bytes)
    parts.push(bytes)
    yield
  }
  return { status: 200, body: new Blob(parts), parts, etag: hash.digest('base64').slice(0, 27) }
}
