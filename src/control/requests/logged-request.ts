import { pathOf } from '../../http/operation.ts'
import { redactedBody, redactedQuery, withoutKeys } from './redact.ts'
import type { RequestEntry } from './request-entry.ts'
import { ownWarningsOf, warningsOf } from './request-warnings.ts'

/** A request as it is shown: without keys and secrets. */
export interface LoggedRequest {
  /** Counts from 1 since the start or the last reset. */
  id: number
  /** When it came, by the instance's clock: ISO 8601. */
  time: string
  method: string
  path: string
  /** As it was sent, without the question mark; empty where there was none. */
  query: string
  /** 0 while it is not answered, and for ever where the connection was dropped. */
  status: number
  /** How long the answer took. */
  milliseconds: number
  /** The operation's name; `null` for a path or method that the API does not have. */
  operation: string | null
  /** The e-mail address of whose key it was sent with; `null` without a valid one. */
  user: string | null
  /** What the client should look at. */
  warnings: string[]
  /** The place in the list of the fault rule that was applied. */
  fault?: number
  /** The JSON of its body: for the last ones, and up to 1 MB each. */
  body?: unknown
}

/**
 * Requests as they are shown, in their order.
 *
 * @param entries all that are remembered: only together do they show what was left undone
 */
export function loggedRequests(
  entries: readonly RequestEntry[],
  withBodies: boolean,
  isWanted: (entry: RequestEntry) => boolean = () => true,
): LoggedRequest[] {
  return [...warningsOf(entries)]
    .filter(([entry]) => isWanted(entry))
    .map(([entry, warnings]) => loggedRequest(entry, warnings, withBodies))
}

/** One request as it is shown. */
export function loggedRequest(entry: RequestEntry, warnings = ownWarningsOf(entry), withBody = false): LoggedRequest {
  const { id, time, method, url, operation, status, milliseconds, user, fault } = entry
  const body = withBody ? entry.body : undefined
  const { name, search } = pathOf(url)
  return {
    id,
    time: new Date(time).toISOString(),
    method,
    path: withoutKeys(name),
    query: redactedQuery(operation?.query, search.slice(1)),
    status,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    operation: operation?.id ?? null,
    user: user?.email ?? null,
    warnings,
    ...(fault === undefined ? {} : { fault }),
    ...(body !== undefined ? { body: redactedBody(operation?.body?.schema, body) } : {}),
  }
}
