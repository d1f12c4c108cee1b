import type { UserRecord } from '../model/user.ts'
import type { Reply } from './reply.ts'

/** Values collected for the request log while a request is served. */
export interface RequestRecord {
  /** The user of its key, once that is checked. */
  user: UserRecord | undefined
  /** The JSON of its body, once it is read. As text: a thousand of them at hand as values keep the garbage collector busy. */
  bodyText: string | undefined
  /** The last reply, where a refusal replaces another. */
  reply: Reply | undefined
}
