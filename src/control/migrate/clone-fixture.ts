import { type Collections, layout } from '../../model/document.ts'
import type { Fixture } from '../../model/fixture.ts'
import type { State } from '../../state.ts'

/** What an instance has from its start. */
const FROM_THE_START: readonly (keyof Collections)[] = ['users', 'apiKeys']
const collections = Object.keys(layout.collections) as (keyof Collections)[]

/** Whether an instance holds nothing but its owner, and keys. */
export const isEmpty = (state: { readonly [K in keyof Collections]: { readonly size: number } } | State) =>
  state.users.size < 2 && collections.every(name => FROM_THE_START.includes(name) || state[name].size === 0)

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
