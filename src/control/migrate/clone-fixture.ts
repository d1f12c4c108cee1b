import type { Fixture } from '../../model/fixture.ts'

/**
 * What a clone puts into an instance that runs: the instance keeps its owner and its version, and what was the owner's
 * there is its owner's.
 */
export function withoutOwner({ profile, users = [], ...rest }: Fixture): Fixture {
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
