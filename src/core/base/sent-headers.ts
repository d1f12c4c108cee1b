/** Where a request has the names and values of its headers as they were sent, in turns. */
export const SENT_HEADERS = Symbol('the headers of a request as they were sent')

interface Sent {
  [SENT_HEADERS]?: readonly string[]
}

/**
 * What is to be stored of a request's headers, for `headersOf`: the `Headers` of Node would hold the request, its response
 * and its body.
 */
export const storedHeadersOf = (request: Request & Sent): Headers | readonly string[] =>
  request[SENT_HEADERS] ?? request.headers

/** The headers that were stored. */
export function headersOf(stored: Headers | readonly string[]): Headers {
  if (stored instanceof Headers) return stored
  const headers = new Headers()
  for (let at = 0; at < stored.length; at += 2) headers.append(stored[at] ?? '', stored[at + 1] ?? '')
  return headers
}

/**
 * The headers of a request by their names in small letters, in the order in which `Headers` has them: without making one,
 * which takes Node long.
 */
export function headerFieldsOf(request: Request & Sent): [name: string, value: string][] {
  const sent = request[SENT_HEADERS]
  if (!sent) return [...request.headers]
  const fields = new Map<string, string>()
  for (let at = 0; at < sent.length; at += 2) fields.set((sent[at] ?? '').toLowerCase(), sent[at + 1] ?? '')
  // several of a name are joined
  if (fields.size * 2 < sent.length) return [...request.headers]
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
}
