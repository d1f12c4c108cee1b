import type { State } from '../context.ts'
import type { Collections } from '../model/document.ts'
import type { UserRecord } from '../model/user.ts'
import { type Answer, sizeOf } from './answer.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

/** Answers to GET, each kept until something changes in a collection that it is made of. */
export interface KeptAnswers {
  get(url: string, user: UserRecord, state: State, reads: Reads): Answer | undefined
  set(url: string, user: UserRecord, state: State, reads: Reads, answer: Answer): void
}

type Reads = readonly (keyof Collections)[]

interface Kept {
  url: string
  revision: number
  answer: Answer
  eyes: string
}

/** @param limit how many bytes they take together; the oldest go first */
export function createKeptAnswers(limit = LIMIT_BYTES): KeptAnswers {
  const byEyes = new Map<string, Map<string, Kept>>()
  const oldestFirst = new Set<Kept>()
  let bytes = 0

  function add(kept: Kept) {
    const answers = byEyes.get(kept.eyes) ?? new Map<string, Kept>()
    byEyes.set(kept.eyes, answers.set(kept.url, kept))
    oldestFirst.add(kept)
    bytes += bytesOf(kept)
  }

  function forget(kept: Kept) {
    const answers = byEyes.get(kept.eyes)
    answers?.delete(kept.url)
    if (answers?.size === 0) byEyes.delete(kept.eyes)
    oldestFirst.delete(kept)
    bytes -= bytesOf(kept)
  }

  return {
    get(url, user, state, reads) {
      const found = byEyes.get(eyesOf(user))?.get(url)
      return found?.revision === revisionOf(state, reads) ? found.answer : undefined
    },
    set(url, user, state, reads, answer) {
      const eyes = eyesOf(user)
      const old = byEyes.get(eyes)?.get(url)
      if (old) forget(old)
      add({ url, revision: revisionOf(state, reads), answer, eyes })
      for (const oldest of oldestFirst) {
        if (bytes <= limit) break
        forget(oldest)
      }
    },
  }
}

/** About what an answer takes beside its bytes. */
const ENTRY_BYTES = 500

// a URL is as long as its sender likes
const bytesOf = ({ url, answer }: Kept) => ENTRY_BYTES + url.length + sizeOf(answer)

/** Whose eyes an answer is for: all owners see the same, and all admins. */
const eyesOf = ({ role, id }: UserRecord) => (role === 'global:member' ? id : role)

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: Reads) {
  let sum = 0
  for (const name of reads) sum += state[name].revision
  return sum
}
