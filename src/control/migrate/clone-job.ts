import { type Static, Type } from '@sinclair/typebox'
import { ApiError, badRequest, conflict } from '../../core/base/errors.ts'
import type { Fixture } from '../../core/model/fixture.ts'
import type { State } from '../../core/model/state.ts'
import { isEmpty } from '../../core/seeding/load-fixtures.ts'
import { MAX_SEED_RECORDS } from '../../core/seeding/seed-several.ts'
import type { CloneSummary } from '../../migrate/clone/clone.ts'
import { ServiceError } from '../../migrate/service-error.ts'
import type { CloneState } from './clone-state.ts'

/** What one clone may read: it is held in memory until all of it is there, and put in at once. */
const BUDGET = { bytes: 128 * 1024 * 1024, requests: 50_000, records: MAX_SEED_RECORDS, values: 1_000_000 }

export interface CloneJobContext {
  data: State
  /** Puts a fixture in, all of it or nothing, if `check` throws nothing at that moment. */
  insert(fixture: unknown, source: string, check: (state: State) => void): Promise<unknown>
}

/** Copies a service into the instance while that goes on answering; one at a time. */
export interface CloneJob {
  /**
   * Begins. What comes of it is in `state`.
   *
   * @throws ApiError 400 for what is no such address, 409 where the instance holds something or another clone runs
   */
  start(request: CloneRequest): Promise<CloneState>
  state(): CloneState
  /** Ends a running clone: nothing is put in. */
  cancel(): CloneState
  /** Forgets what was cloned. */
  reset(): void
  /** Differs after every change. */
  readonly revision: number
}

interface CloneRun {
  url: string
  abort: AbortController
  parts: Map<string, CloneState['progress'][number]>
  outcome: Omit<CloneState, 'progress' | 'url'>
  /** From then on it cannot be cancelled: all of it is about to be there. */
  isPuttingIn: boolean
}

export function createCloneJob({ data, insert }: CloneJobContext): CloneJob {
  let run: CloneRun | undefined
  let revision = 0

  const isRunning = (it: CloneRun | undefined): it is CloneRun => it?.outcome.status === 'running'

  function end(it: CloneRun, outcome: CloneRun['outcome']) {
    if (!isRunning(it)) return
    it.outcome = outcome
    revision++
  }

  function refuseUnlessEmpty(state: State) {
    if (!isEmpty(state)) throw conflict('The instance is not empty: a clone needs an empty one')
  }

  async function copy(it: CloneRun, request: CloneRequest) {
    const { signal } = it.abort
    const { cloneService } = await import('../../migrate/clone/clone.ts')
    const { fixture, ...summary } = await cloneService({
      ...request,
      signal,
      budget: BUDGET,
      onProgress(progress) {
        it.parts.set(progress.part, progress)
        revision++
      },
    })
    await insert(withoutOwner(fixture), 'clone', state => {
      signal.throwIfAborted()
      refuseUnlessEmpty(state)
      it.isPuttingIn = true
    })
    return summary
  }

  const shown = (it: CloneRun | undefined): CloneState =>
    it ? { ...it.outcome, url: it.url, progress: [...it.parts.values()] } : { status: 'none', progress: [] }

  function cancel() {
    if (isRunning(run) && !run.isPuttingIn) {
      run.abort.abort()
      end(run, { status: 'cancelled' })
    }
    return shown(run)
  }

  return {
    async start(request) {
      const { connectService } = await import('../../migrate/client/client.ts')
      if (isRunning(run)) throw conflict('A clone is running: cancel it first, or wait for its end')
      refuseUnlessEmpty(data)
      const url = checked(() => connectService(request).url)
      const begun: CloneRun = {
        url,
        abort: new AbortController(),
        parts: new Map(),
        isPuttingIn: false,
        outcome: { status: 'running' },
      }
      run = begun
      revision++
      copy(begun, request).then(
        summary => end(begun, outcomeOf(summary)),
        error => end(begun, { status: 'failed', error: messageOf(error) }),
      )
      return shown(begun)
    },
    state: () => shown(run),
    cancel,
    reset() {
      cancel()
      run = undefined
      revision++
    },
    get revision() {
      return revision
    },
  }
}

const outcomeOf = ({ version, alike, counts, gaps }: CloneSummary): CloneRun['outcome'] => ({
  status: 'done',
  version,
  alike,
  counts,
  gaps,
})

function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) throw badRequest(error.message, { cause: error })
    throw error
  }
}

function messageOf(error: unknown) {
  if (error instanceof ServiceError || error instanceof ApiError) return error.message
  return 'The copy could not be imported'
}

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

const MAX_EXECUTIONS = 10_000
const MAX_TAGS = 100
const MAX_TEXT = 4096

/** What `POST /_control/clone` takes. */
export const CloneRequest = Type.Object(
  {
    url: Type.String({ maxLength: MAX_TEXT, description: 'The address of the service, with or without /api/v1' }),
    apiKey: Type.String({
      minLength: 1,
      maxLength: MAX_TEXT,
      description: 'A key of the service; it is neither stored nor logged',
    }),
    serviceName: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]{1,64}$',
        description: 'The API key header is X-<NAME>-API-KEY. Default: n8n',
      }),
    ),
    executions: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_EXECUTIONS,
        description: 'Number of executions, the newest first. Default: 0',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_TEXT }), {
        maxItems: MAX_TAGS,
        description: 'Only workflows that have all of these tags. Default: all workflows',
      }),
    ),
    active: Type.Optional(Type.Boolean({ description: 'Only active workflows. Default: false' })),
    insecure: Type.Optional(Type.Boolean({ description: 'Allow plain http to another machine. Default: false' })),
  },
  { additionalProperties: false },
)

export type CloneRequest = Static<typeof CloneRequest>
