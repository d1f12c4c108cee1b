import { ServiceError } from '../service-error.ts'

/** How much a service may make its reader take. */
export interface Budget {
  /** Of all answers together. */
  bytes: number
  /** Redirects and repetitions included. */
  requests: number
  /** Records that are held. */
  records: number
  /** Keys and list items of one answer. */
  values: number
}

export type Spending = ReturnType<typeof createSpending>

const UNLIMITED: Budget = {
  bytes: Number.POSITIVE_INFINITY,
  requests: Number.POSITIVE_INFINITY,
  records: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
}

/** Counts what is spent. Its functions throw a `ServiceError` once that is more than there is. */
export function createSpending({ bytes, requests, records, values }: Budget = UNLIMITED) {
  const spent = { bytes: 0, requests: 0, records: 0 }
  const over = (what: string) =>
    new ServiceError(`The service has more than ${what}. Ask for less, or copy it into a file: understudy clone`)
  return {
    /** How many keys and list items an answer may have. */
    values,
    request() {
      if (++spent.requests > requests) throw over(`${requests} requests read`)
    },
    bytes(count: number) {
      spent.bytes += count
      if (spent.bytes > bytes) throw over(`${Math.floor(bytes / 1024 / 1024)} MB`)
    },
    records(count: number) {
      spent.records += count
      if (spent.records > records) throw over(`${records} records, and a running instance takes no more at once`)
    },
  }
}
