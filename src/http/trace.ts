import type { UserRecord } from '../model/user.ts'
import type { Reply } from './reply.ts'

/** What comes to light while a request is served; for whoever watches. */
export interface Trace {
  /** Who sends it, once the key is checked. */
  user: UserRecord | undefined
  /** The JSON of its body, once it is read. As text: a thousand of them at hand as values keep the garbage collector busy. */
  bodyText: string | undefined
  /** What is answered: the last one, where a refusal takes the place of another. */
  reply: Reply | undefined
}
