import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Nullable } from '../../core/model/schema.ts'
import { holdsSecrets, redactedBody } from './redact.ts'
import type { RequestEntry } from './request-log.ts'
import { warningsOf } from './request-warnings.ts'

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
    call: Type.Optional(Type.Boolean({ description: 'Whether it is a call of a webhook or a form' })),
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
export const loggedRequests = (
  entries: readonly RequestEntry[],
  withBodies: boolean,
  isWanted: (entry: RequestEntry) => boolean = () => true,
): LoggedRequest[] =>
  [...warningsOf(entries)]
    .filter(([entry]) => isWanted(entry))
    .map(([entry, warnings]) => loggedRequest(entry, warnings, withBodies))

/** The same as JSON, each, in steps. */
export function* loggedRequestTexts(
  entries: readonly RequestEntry[],
  withBodies: boolean,
  isWanted: (entry: RequestEntry) => boolean,
): Generator<undefined, string[]> {
  const texts: string[] = []
  for (const [entry, warnings] of warningsOf(entries)) {
    if (isWanted(entry)) texts.push(loggedRequestText(entry, warnings, withBodies))
    yield
  }
  return texts
}

function loggedRequestText(entry: RequestEntry, warnings: readonly string[], withBody: boolean): string {
  const { operation, bodyText } = entry
  const isPlain = bodyText !== undefined && !holdsSecrets(operation?.body?.schema)
  const text = JSON.stringify(loggedRequest(entry, warnings, withBody && !isPlain))
  // what is JSON already is not read and written again
  return withBody && isPlain ? `${text.slice(0, -1)},"body":${bodyText}}` : text
}

/** One request as it is shown. */
export function loggedRequest(
  entry: RequestEntry,
  warnings: readonly string[] = entry.warnings,
  withBody = false,
): LoggedRequest {
  const { id, time, method, path, query, operation, status, milliseconds, user, fault } = entry
  const body = withBody ? entry.body : undefined
  return {
    id,
    time: new Date(time).toISOString(),
    method,
    path,
    query,
    status,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    operation: operation?.id ?? null,
    user: user?.email ?? null,
    ...(entry.isCall ? { call: true } : {}),
    warnings: [...warnings],
    ...(fault === undefined ? {} : { fault: fault.id }),
    ...(body !== undefined ? { body: redactedBody(operation?.body?.schema, body) } : {}),
  }
}
