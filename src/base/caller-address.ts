/** Where each request came from, as its socket says. */
const addresses = new WeakMap<Request, () => string | undefined>()

/** Remembers how to find out where a request came from; a runtime looks only where it is asked. */
export function setCallerAddress(request: Request, read: () => string | undefined) {
  addresses.set(request, read)
}

/** The IP address of the caller of a request; `undefined` where it came without a socket. */
export const callerAddressOf = (request: Request) => addresses.get(request)?.()
