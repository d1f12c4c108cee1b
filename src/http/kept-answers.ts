import type { State } from '../context.ts'
import type { Collections } from '../model/document.ts'
import type { UserRecord } from '../model/user.ts'
import type { Answer } from './answer.ts'

const LIMIT_BYTES = 32 * 1024 * 1024

interface Kept {
  revision: number
  answer: Answer
}

/**
 * Answers to GET, each kept until something changes in a collection that it is made of. Together they take at most
 * `limit` bytes; the oldest go first.
 */
export function createKeptAnswers(reads: readonly (keyof Collections)[], limit = LIMIT_BYTES) {
  const kept = new Map<string, Kept>()
  let bytes = 0

  function forget(key: string, { answer }: Kept) {
    kept.delete(key)
    bytes -= answer.text.length
  }

  return {
    get(key: string, state: State): Answer | undefined {
      const found = kept.get(key)
      return found?.revision === revisionOf(state, reads) ? found.answer : undefined
    },
    set(key: string, state: State, answer: Answer) {
      const old = kept.get(key)
      if (old) forget(key, old)
      kept.set(key, { revision: revisionOf(state, reads), answer })
      bytes += answer.text.length
      for (const [oldest, entry] of kept) {
        if (bytes <= limit) break
        forget(oldest, entry)
      }
    },
  }
}

/** What a kept answer is found by: the request, and whose eyes see it. All owners see the same, and all admins. */
export const keyOf = ({ url }: Request, { role, id }: UserRecord) =>
  role === 'global:member' ? `${id} ${url}` : `${role} ${url}`

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: readonly (keyof Collections)[]) {
  let sum = 0
  for (const name of reads) sum += state[name].revision
  return sum
}
