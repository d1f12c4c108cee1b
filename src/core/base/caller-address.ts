/** The address of the caller of a request, where it came through a socket that this knows. */
type AddressReader = (request: Request) => string | undefined

const readers = new Set<AddressReader>()

/**
 * Adds what reads the address of a request's caller, for as long as a socket is open. Few requests need it: storing how to
 * read it with each took a twentieth of the time of a GET.
 *
 * @returns what takes it back
 */
export function addAddressReader(read: AddressReader): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

/** The IP address of the caller of a request; `undefined` where it came without a socket. */
export function callerAddressOf(request: Request): string | undefined {
  for (const read of readers) {
    const address = read(request)
    if (address !== undefined) return address
  }
  return undefined
}
