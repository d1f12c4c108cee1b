import { BASE } from '../http/operation.ts'

/**
 * Whether a path is one of a pattern's: `/workflows/7`, or with a part left open as in `/workflows/:id`,
 * `/workflows/{id}` or `/workflows/*`. The pattern may leave `/api/v1` out. Letter case and a slash at the end do not
 * matter, as they do not to the service.
 */
export function isPathLike(pattern: string, pathname: string): boolean {
  const given = segmentsOf(pathname)
  return areLike(segmentsOf(pattern), given) || areLike(segmentsOf(`${BASE}${pattern}`), given)
}

const areLike = (wanted: string[], given: string[]) =>
  wanted.length === given.length && wanted.every((part, at) => isOpen(part) || part === given[at])

const segmentsOf = (path: string) => path.toLowerCase().replace(/\/$/, '').split('/')
const isOpen = (part: string) => part === '*' || part.startsWith(':') || /^\{.*\}$/.test(part)
