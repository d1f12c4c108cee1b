import { ServiceError } from '../service-error.ts'

/** How much a service may make its reader take. */
export interface Budget {
  /** Of all answers together. */
  bytes: number
  /** Redirects and repetitions included. */
  requests: number
}

/** Counts what is spent. Its functions throw a `ServiceError` once that is more than there is. */
export function createSpending(
  { bytes, requests }: Budget = { bytes: Number.POSITIVE_INFINITY, requests: Number.POSITIVE_INFINITY },
) {
  let [read, sent] = [0, 0]
  const over = (what: string) =>
    new ServiceError(`The service has more than ${what}. Ask for less, or copy it into a file: understudy clone`)
  return {
    request() {
      if (++sent > requests) throw over(`${requests} requests read`)
    },
    bytes(count: number) {
      read += count
      if (read > bytes) throw over(`${Math.floor(bytes / 1024 / 1024)} MB`)
    },
  }
}
