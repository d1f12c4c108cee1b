import { createHash } from 'node:crypto'
import { jsonOf } from '../base/raw-json.ts'
import { runSoon } from '../base/run-in-slices.ts'
import type { Reply } from './reply.ts'

/** Characters that are encoded in one step: about a millisecond. */
export const STEP_CHARACTERS = 256 * 1024

/**
 * The page of a list, in its envelope: a short one at once, a long one in slices, between which others are served.
 *
 * @param data its items, which are asked for one by one
 * @example
 * pageReply(items.values().map(showExecution), nextCursor)
 */
export function pageReply(data: Iterable<unknown>, nextCursor: string | null): Reply | Promise<Reply> {
  const texts = listTexts('{"data":[', textsOf(data), `],"nextCursor":${JSON.stringify(nextCursor)}}`)
  const made = runSoon(replySteps(texts))
  const withCursor = (reply: Reply) => ({ ...reply, nextCursor })
  return made instanceof Promise ? made.then(withCursor) : withCursor(made)
}

function* textsOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield jsonOf(value)
}

/**
 * A reply of JSON that may have many megabytes, in steps: others are served while it is made.
 *
 * @param texts what it consists of, one after the other
 * @example
 * await runInSlices(replySteps(listTexts('{"requests":[', texts, ']}')))
 */
export function* replySteps(texts: Iterable<string>): Generator<undefined, Reply> {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let text = ''
  for (const next of texts) {
    text += next
    if (text.length < STEP_CHARACTERS) continue
    parts.push(encoder.encode(text))
    text = ''
    yield
  }
  if (parts.length === 0) return { status: 200, body: text }
  parts.push(encoder.encode(text))
  const hash = createHash('sha1')
  for (const part of parts) {
    hash.update(part)
    yield
  }
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
