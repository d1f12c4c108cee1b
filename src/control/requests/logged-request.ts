import { type Static, Type } from '@sinclair/typebox'
import { pathOf } from '../../http/request.ts'
import { DateTime, Nullable } from '../../model/schema.ts'
import { redactedBody, redactedQuery, withoutKeys } from './redact.ts'
import type { RequestEntry } from './request-log.ts'
import { ownWarningsOf, warningsOf } from './request-warnings.ts'

/** A request as it is shown: without keys and secrets. */
export const LoggedRequestShape = Type.Object(
  {
    id: Type.Integer({ description: 'Counts from 1 since the start or the last reset' }),
    time: DateTime({ description: "When it came, by the instance's clock" }),
    method: Type.String(),
    path: Type.String(),
    query: Type.String({ description: 'As it was sent, without the question mark; may be empty' }),
    status: Type.Integer({
      description: '0 while it is not answered, or if the connection was dropped',
    }),
    milliseconds: Type.Number({ description: 'How long the response took' }),
    operation: Nullable(
      Type.String({ description: "The operation's name; null for a path or method that the API does not have" }),
    ),
    user: Nullable(
      Type.String({ description: 'The e-mail address of whose key it was sent with; null without a valid one' }),
    ),
    warnings: Type.Array(Type.String(), { description: 'What the client should look at' }),
    fault: Type.Optional(Type.Integer({ description: 'The id of the fault rule that was applied' })),
    body: Type.Optional(Type.Unknown({ description: 'The JSON of its body: for the last ones, and up to 1 MB each' })),
  },
  { additionalProperties: false },
)
export type LoggedRequest = Static<typeof LoggedRequestShape>

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
    ...(fault === undefined ? {} : { fault: fault.id }),
    ...(body !== undefined ? { body: redactedBody(operation?.body?.schema, body) } : {}),
  }
}
