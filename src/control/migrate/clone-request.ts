import { type Static, Type } from '@sinclair/typebox'
import { ApiError, conflict } from '../../errors.ts'
import type { CloneSummary } from '../../migrate/clone/clone.ts'
import { ServiceError } from '../../migrate/service-error.ts'
import type { Fixture } from '../../model/fixture.ts'

const MOST_EXECUTIONS = 10_000

export const CloneRequest = Type.Object(
  {
    url: Type.String({ description: 'The address of the service, with or without /api/v1' }),
    apiKey: Type.String({ minLength: 1, description: 'A key of the service; it is neither kept nor logged' }),
    serviceName: Type.Optional(Type.String({ description: "The key's header is X-<NAME>-API-KEY; n8n if left out" })),
    executions: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_EXECUTIONS })),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    active: Type.Optional(Type.Boolean({ description: 'Only active workflows' })),
    insecure: Type.Optional(Type.Boolean({ description: 'Whether plain http to another machine is meant' })),
  },
  { additionalProperties: false },
)

export interface CloneContext {
  seed(fixture: unknown, source: string): Promise<unknown>
  state(): Fixture
  stopped: AbortSignal
}

/**
 * Copies a service into this instance, which must be empty but for its owner; what was the owner's there is its owner's.
 *
 * @throws ApiError 409 where it holds something, 502 where the service cannot be read
 */
export async function cloneHere(
  request: Static<typeof CloneRequest>,
  { seed, state, stopped }: CloneContext,
): Promise<CloneSummary> {
  if (!isEmpty(state())) throw conflict('The instance is not empty: a clone goes into an empty one')
  const { cloneService } = await import('../../migrate/clone/clone.ts')
  const { fixture, ...summary } = await cloneService({ ...request, signal: stopped }).catch(cause => {
    throw cause instanceof ServiceError ? new ApiError(502, cause.message, { cause }) : cause
  })
  if (!isEmpty(state())) throw conflict('The instance is not empty any more: nothing of the clone was put in')
  await seed(withoutOwner(fixture), 'clone')
  return summary
}

const RECORDS = ['workflows', 'tags', 'credentials', 'executions', 'variables', 'dataTables', 'projects'] as const

const isEmpty = (state: Fixture) =>
  (state.users?.length ?? 0) < 2 && RECORDS.every(kind => (state[kind]?.length ?? 0) === 0)

/** The instance keeps its owner, and its version. */
function withoutOwner({ profile, users = [], ...rest }: Fixture): Fixture {
  const ids = new Set(users.filter(({ role }) => role === 'global:owner').map(({ id }) => id))
  const owned = <R extends { owner?: string }>({ owner, ...record }: R) =>
    owner === undefined || ids.has(owner) ? record : { ...record, owner }
  return {
    ...rest,
    users: users.filter(({ id }) => !ids.has(id)),
    ...(rest.workflows ? { workflows: rest.workflows.map(owned) as NonNullable<Fixture['workflows']> } : {}),
    ...(rest.credentials ? { credentials: rest.credentials.map(owned) as NonNullable<Fixture['credentials']> } : {}),
    ...(rest.dataTables ? { dataTables: rest.dataTables.map(owned) as NonNullable<Fixture['dataTables']> } : {}),
    ...(rest.projects
      ? {
          projects: rest.projects.map(({ creatorId, ...it }) =>
            ids.has(creatorId ?? undefined) ? it : { ...it, creatorId: creatorId ?? null },
          ),
        }
      : {}),
  }
}
