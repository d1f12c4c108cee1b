import type { UserRecord } from '../model/user.ts'
import type { Reply } from './reply.ts'

/** Values collected for the request log while a request is served. */
export interface RequestRecord {
  /** The user of its key, once that is checked. */
  user: UserRecord | undefined
  /** To be called with the JSON of its body, once it is read. */
  noteBody(body: { text: string; value: unknown } | undefined): void
  /** The same with JSON that another thread has read. */
  noteBytes(body: Uint8Array | undefined): void
  /** The last reply, where a refusal replaces another. */
  reply: Reply | undefined
}
