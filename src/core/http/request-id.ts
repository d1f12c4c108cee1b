import { randomBytes } from 'node:crypto'

const ids = new WeakMap<Request, string>()
const start = randomBytes(3).toString('hex')
let count = 0

/** What a request is called in the log, and in an answer that sends its reader there; made when it is first asked for. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const id = `${start}-${++count}`
  ids.set(request, id)
  return id
}
