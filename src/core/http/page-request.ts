import { pathOf } from './path.ts'

/** The web page sends it along: it looks on and is no client. */
export const PAGE_HEADER = 'x-understudy-page'

/** Whether a request is the web page's own: it says so, or asks for the page itself. */
export function isPageRequest({ headers, url }: Request): boolean {
  if (headers.has(PAGE_HEADER)) return true
  const { name } = pathOf(url)
  return name === '/' || name.startsWith('/page/')
}
