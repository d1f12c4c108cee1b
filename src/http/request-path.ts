/** The raw path and query of a URL. */
export function pathOf(url: string): { name: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { name: '/', search: '' }
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?', start)
  const query = mark < 0 || mark > end ? end : mark
  return { name: url.slice(start, query), search: url.slice(query, end) }
}
