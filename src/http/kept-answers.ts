import type { State } from '../context.ts'
import type { Collections } from '../model/document.ts'
import type { UserRecord } from '../model/user.ts'
import { type Answer, sizeOf } from './answer.ts'
import { OldestFirstMap } from './oldest-first-map.ts'

/** Answers to GET, each kept until something changes in a collection that it is made of. */
export interface KeptAnswers {
  get(url: string, user: UserRecord, state: State, reads: Reads): Answer | undefined
  set(url: string, user: UserRecord, state: State, reads: Reads, answer: Answer): void
}

type Reads = readonly (keyof Collections)[]

export function createKeptAnswers(): KeptAnswers {
  const kept = new OldestFirstMap<{ revision: number; answer: Answer }>()
  return {
    get(url, user, state, reads) {
      const found = kept.get(keyOf(url, user))
      return found?.revision === revisionOf(state, reads) ? found.answer : undefined
    },
    set(url, user, state, reads, answer) {
      kept.set(keyOf(url, user), { revision: revisionOf(state, reads), answer }, sizeOf(answer))
    },
  }
}

/** What is asked, and whose eyes see it: all owners see the same, and all admins. */
const keyOf = (url: string, { role, id }: UserRecord) => `${role === 'global:member' ? id : role} ${url}`

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: Reads) {
  let sum = 0
  for (const name of reads) sum += state[name].revision
  return sum
}
