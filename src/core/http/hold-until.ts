import { serviceUnavailable } from '../base/errors.ts'
import { errorReply } from './error-handling.ts'
import { respond } from './reply.ts'

type Fetch = (request: Request) => Promise<Response> | Response

/** A service whose requests wait until it is ready; they are answered 503 where that fails. */
export function holdUntil(ready: Promise<Fetch>): Fetch {
  let service: Fetch | undefined
  ready.then(
    fetch => {
      service = fetch
    },
    () => {},
  )
  const refuse = (request: Request) =>
    respond(request, errorReply(serviceUnavailable('The instance could not be started'), request))
  return request => {
    if (service) return service(request)
    return ready.then(
      fetch => fetch(request),
      () => refuse(request),
    )
  }
}
