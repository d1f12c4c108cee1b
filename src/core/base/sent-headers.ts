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
