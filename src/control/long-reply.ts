import { createHash } from 'node:crypto'
import type { Reply } from '../http/reply.ts'

/** Characters that are encoded in one step: about a millisecond. */
const STEP_CHARACTERS = 256 * 1024

/**
 * A reply of many megabytes of JSON, in steps: others are served while it is made.
 *
 * @param texts what it consists of, one after the other
 * @example
 * await runInSlices(replySteps(listTexts('{"requests":[', texts, ']}')))
 */
export function* replySteps(texts: Iterable<string>): Generator<undefined, Reply> {
  const hash = createHash('sha1')
  const parts: Uint8Array<ArrayBuffer>[] = []
  const take = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    hash.update(bytes)
    parts.push(bytes)
  }
  let text = ''
  for (const next of texts) {
    text += next
    if (text.length < STEP_CHARACTERS) continue
    take(text)
    text = ''
    yield
  }
  take(text)
  return { status: 200, body: new Blob(parts), etag: hash.digest('base64').slice(0, 27) }
}

/** A list of JSON texts, with what stands around it. */
export function* listTexts(start: string, items: Iterable<string>, end: string): Generator<string> {
  yield start
  let comma = ''
  for (const item of items) {
    yield comma + item
    comma = ','
  }
  yield end
}
