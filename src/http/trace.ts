import type { UserRecord } from '../model/user.ts'
import type { Answer } from './answer.ts'

/** What comes to light while a request is served; for whoever watches. */
export interface Trace {
  /** Who sends it, once the key is checked. */
  user: UserRecord | undefined
  /** The JSON of its body, once it is read. */
  body: unknown
  /** The cursor of the page after the one that is answered. */
  nextCursor: string | undefined
}

const MARK = '"nextCursor":"'

/** The cursor of the next page that the answer of a list names. */
export function nextCursorIn({ status, text }: Answer): string | undefined {
  if (status !== 200 || text.endsWith('null}')) return undefined
  const start = text.lastIndexOf(MARK)
  // a copy: a slice would keep the whole answer in memory
  return start < 0 ? undefined : Buffer.from(text.slice(start + MARK.length, -2)).toString()
}
