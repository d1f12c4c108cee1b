const ADDRESS = Symbol('the address of the caller')

interface Addressed {
  [ADDRESS]?: () => string | undefined
}

/**
 * Remembers how to find out where a request came from; a runtime looks only where it is asked. On the request itself: a
 * weak map costs 2.7 µs a request on Deno.
 */
export function setCallerAddress(request: Request & Addressed, read: () => string | undefined) {
  request[ADDRESS] = read
}

/** The IP address of the caller of a request; `undefined` where it came without a socket. */
export const callerAddressOf = (request: Request & Addressed) => request[ADDRESS]?.()
