const SENT = Symbol('the headers of a request as they were sent')

interface Sent {
  [SENT]?: readonly string[]
}

/**
 * Stores the names and values of a request's headers, in turns. What stores requests stores these: the `Headers` of Node
 * hold the request, its response and its body. They are stored on the request, since a weak map costs more.
 */
export function setSentHeaders(request: Request & Sent, pairs: readonly string[]) {
  request[SENT] = pairs
}

/** What is to be stored of a request's headers, for `headersOf`. */
export const storedHeadersOf = (request: Request & Sent): Headers | readonly string[] =>
  request[SENT] ?? request.headers

/** The headers that were stored. */
export function headersOf(stored: Headers | readonly string[]): Headers {
  if (stored instanceof Headers) return stored
  const headers = new Headers()
  for (let at = 0; at < stored.length; at += 2) headers.append(stored[at] ?? '', stored[at + 1] ?? '')
  return headers
}
