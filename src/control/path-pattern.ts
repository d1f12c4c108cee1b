import { BASE } from '../core/http/operation.ts'

/** Paths that are served beside the API. */
const BESIDE = /^\/(api|webhook|webhook-test|webhook-waiting|form|form-test|rest|types)(\/|$)/i

/** Whether a path leads to a webhook or a form. */
export const isCallPath = (path: string) => /^\/(webhook|form)(-test|-waiting)?(\/|$)/i.test(path)

/** The whole path of a pattern, which may leave `/api/v1` out. */
export const wholePath = (pattern: string) => (BESIDE.test(pattern) ? pattern : `${BASE}${pattern}`)

/**
 * Whether a path is one of a pattern's: `/workflows/7`, or with a part left open as in `/workflows/:id`,
 * `/workflows/{id}` or `/workflows/*`; `/webhook/orders` is one beside the API. Letter case and a slash at the end do
 * not matter, as they do not to the service.
 */
export const isPathLike = (pattern: string, pathname: string): boolean => pathMatcher(pattern)(segmentsOf(pathname))

/** Reads a pattern once, for many paths: those in segments. */
export function pathMatcher(pattern: string): (segments: readonly string[]) => boolean {
  const wanted = segmentsOf(wholePath(pattern)).map(part => (isOpen(part) ? undefined : part))
  return given => wanted.length === given.length && wanted.every((part, at) => part === undefined || part === given[at])
}

export const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/')

export const isOpen = (part: string) => part === '*' || part.startsWith(':') || /^\{.*\}$/.test(part)
