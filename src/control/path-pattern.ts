import { BASE } from '../http/operation.ts'

/**
 * Whether a path is one of a pattern's: `/workflows/7`, or with a part left open as in `/workflows/:id`,
 * `/workflows/{id}` or `/workflows/*`. The pattern may leave `/api/v1` out. Letter case and a slash at the end do not
 * matter, as they do not to the service.
 */
export const isPathLike = (pattern: string, pathname: string): boolean => pathMatcher(pattern)(segmentsOf(pathname))

/** Reads a pattern once, for many paths: those in segments. */
export function pathMatcher(pattern: string): (segments: readonly string[]) => boolean {
  const forms = [pattern, `${BASE}${pattern}`].map(form =>
    segmentsOf(form).map(part => (isOpen(part) ? undefined : part)),
  )
  return given =>
    forms.some(
      wanted => wanted.length === given.length && wanted.every((part, at) => part === undefined || part === given[at]),
    )
}

export const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/')

const isOpen = (part: string) => part === '*' || part.startsWith(':') || /^\{.*\}$/.test(part)
