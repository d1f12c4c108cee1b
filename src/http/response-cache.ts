import type { Collections } from '../model/document.ts'
import type { State } from '../model/state.ts'
import type { UserRecord } from '../model/user.ts'
import { FifoCache } from './fifo-cache.ts'
import { type Reply, sizeOf } from './reply.ts'

/** Replies to GET, each kept until something changes in a collection that it is made of. */
export interface ResponseCache {
  get(url: string, user: UserRecord, state: State, reads: Reads): Reply | undefined
  set(url: string, user: UserRecord, state: State, reads: Reads, reply: Reply): void
}

type Reads = readonly (keyof Collections)[]

export function createResponseCache(): ResponseCache {
  const kept = new FifoCache<{ revision: number; reply: Reply }>()
  return {
    get(url, user, state, reads) {
      const found = kept.get(keyOf(url, user))
      return found?.revision === revisionOf(state, reads) ? found.reply : undefined
    },
    set(url, user, state, reads, reply) {
      kept.set(keyOf(url, user), { revision: revisionOf(state, reads), reply }, sizeOf(reply))
    },
  }
}

/** What is asked, and who sees the response, with the role that decides what that is. */
const keyOf = (url: string, { role, id }: UserRecord) => `${role} ${id} ${url}`

/** Who may see what follows from these, whatever a response is made of. */
const ACCESS: Reads = ['users', 'projects', 'customRoles']

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(state: State, reads: Reads) {
  let sum = 0
  for (const name of ACCESS) sum += state[name].revision
  for (const name of reads) sum += state[name].revision
  return sum
}
