import type { State } from '../context.ts'
import type { Collections } from '../model/document.ts'
import type { UserRecord } from '../model/user.ts'
import type { Answer } from './answer.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

interface Kept {
  revision: number
  answer: Answer
}

/** Answers to GET, each kept until something changes in a collection that it is made of. */
export interface KeptAnswers {
  get(key: string, state: State, reads: Reads): Answer | undefined
  set(key: string, state: State, reads: Reads, answer: Answer): void
}

type Reads = readonly (keyof Collections)[]

/** @param limit how many bytes they take together; the oldest go first */
export function createKeptAnswers(limit = LIMIT_BYTES): KeptAnswers {
  const kept = new Map<string, Kept>()
  let bytes = 0

  function forget(key: string, { answer }: Kept) {
    kept.delete(key)
    bytes -= sizeOf(key, answer)
  }

  return {
    get(key, state, reads) {
      const found = kept.get(key)
      return found?.revision === revisionOf(state, reads) ? found.answer : undefined
    },
    set(key, state, reads, answer) {
      const old = kept.get(key)
      if (old) forget(key, old)
      kept.set(key, { revision: revisionOf(state, reads), answer })
      bytes += sizeOf(key, answer)
      for (const [oldest, entry] of kept) {
        if (bytes <= limit) break
        forget(oldest, entry)
      }
    },
  }
}

// a key is as long as its sender likes
const sizeOf = (key: string, { text }: Answer) => key.length + text.length

/** What a kept answer is found by: the request, and whose eyes see it. All owners see the same, and all admins. */
export const keyOf = ({ url }: Request, { role, id }: UserRecord) =>
  role === 'global:member' ? `${id} ${url}` : `${role} ${url}`

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: Reads) {
  let sum = 0
  for (const name of reads) sum += state[name].revision
  return sum
}
