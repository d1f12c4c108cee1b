import type { Fetch } from '../core/runtime/listener.ts'
import { withoutSocket } from '../core/runtime/reset-connection.ts'

/** The global `fetch`, as far as it is needed to call an instance. A URL may be a path alone. */
export type InstanceFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * `fetch` for a service that need not listen: it takes what the global one takes, and fails as that does when the
 * request is aborted, the connection would be reset, or nothing listens any more.
 *
 * @param base what a path is relative to
 */
export function fetchWithoutSocket(serve: Fetch, base: string, isStopped: () => boolean): InstanceFetch {
  return async (input, init) => {
    if (isStopped()) throw Object.assign(new TypeError('The instance has stopped'), { code: 'ECONNREFUSED' })
    const request =
      input instanceof Request && init === undefined
        ? input
        : new Request(input instanceof Request ? input : new URL(input, base), init)
    const { signal } = request
    signal.throwIfAborted()
    const served = Promise.resolve(serve(request))
    return withoutSocket(await (hasSignal(input, init) ? unlessAborted(served, signal) : served))
  }
}

const hasSignal = (input: string | URL | Request, init?: RequestInit) => init?.signal || input instanceof Request

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
