import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../core/base/clock.ts'
import { badRequest, conflict, notFound } from '../../core/base/errors.ts'
import { oneAtATime } from '../../core/base/one-at-a-time.ts'
import { mapInSteps, runInSlices } from '../../core/base/run-in-slices.ts'
import type { Fixture } from '../../core/model/fixture.ts'
import { AnyMap, DateTime } from '../../core/model/schema.ts'
import type { State, Store } from '../../core/model/state.ts'
import { type Contents, contentsOf, type SnapshotFiles } from '../../core/seeding/contents.ts'
import type { RevokedKeys } from '../keys/api-keys.ts'
import { exportedState } from '../state/exported-state.ts'
import { restoreSteps } from '../state/reset.ts'

const NAME = /^[A-Za-z0-9._-]{1,64}$/
const MAX_SNAPSHOTS = 100

export const SnapshotShape = Type.Object(
  {
    name: Type.String(),
    createdAt: DateTime({ description: "When it was taken, by the instance's clock" }),
  },
  { additionalProperties: false },
)
export type Snapshot = Static<typeof SnapshotShape>

/** Named states of the document. They survive a reset, and where there is a document file, a restart. */
export interface Snapshots {
  /** Grows with every snapshot that is taken or deleted. */
  readonly revision: number
  list(): Snapshot[]
  /**
   * Stores the state as it is now; a snapshot of the same name is replaced. `saved` resolves when it is stored for good,
   * and rejects with a 409 where others took the last room before.
   *
   * @throws ApiError 400 for a bad name, 409 for one too many
   */
  take(name: string): { snapshot: Snapshot; saved: Promise<void> }
  /** The state that it holds, as a fixture without secrets. @throws ApiError 404, 409 for one whose file is damaged */
  read(name: string): Promise<Fixture>
  remove(name: string): Promise<Snapshot>
  /**
   * Brings the document back to it; clock, ids, faults and the request log stay as they are, and so do API keys where it
   * was taken before the last start.
   *
   * @throws ApiError 404, 409 for one whose file is damaged
   */
  restore(name: string): Promise<Snapshot>
}

export interface SnapshotOptions {
  clock: Clock
  revoked: RevokedKeys
  /** Without them, snapshots are in memory. */
  files?: SnapshotFiles | undefined
  /** What is on disk at the start. */
  found?: readonly Snapshot[]
  /** Called when a snapshot was restored. */
  restored?: () => void
}

interface Kept {
  snapshot: Snapshot
  /** Of one that was taken since the start. */
  contents?: Contents
}

export function createSnapshots(
  store: Store,
  { clock, revoked, files, found = [], restored }: SnapshotOptions,
): Snapshots {
  let revision = 0
  const kept = new Map(found.map((snapshot): [string, Kept] => [snapshot.name, { snapshot }]))
  /** Files are written and removed one at a time. */
  const inTurn = oneAtATime()

  function find(name: string) {
    const found = kept.get(name)
    if (!found) throw notFound(`There is no snapshot ${JSON.stringify(name)}`)
    return found
  }

  function refuseTooMany(name: string) {
    if (kept.size < MAX_SNAPSHOTS || kept.has(name)) return
    throw conflict(`There are ${MAX_SNAPSHOTS} snapshots, and no room for more: delete one`)
  }

  function keep(entry: Kept) {
    revision++
    kept.set(entry.snapshot.name, entry)
  }

  async function contentsIn({ snapshot: { name }, contents }: Kept): Promise<Contents> {
    if (contents) return contents
    const read = await files?.read(name).catch(cause => {
      throw conflict(`The snapshot ${JSON.stringify(name)} cannot be read: ${cause.message}`, { cause })
    })
    const whole = { ...read, apiKeys: [...store.data.apiKeys.values()] } as Contents
    return runInSlices(withPresentRecords(whole, store.data))
  }

  return {
    get revision() {
      return revision
    },
    list: () => Array.from(kept.values(), ({ snapshot }) => snapshot),
    take(name) {
      if (!NAME.test(name)) {
        throw badRequest('A snapshot has a name of 1 to 64 letters, digits, dots, hyphens and underscores')
      }
      refuseTooMany(name)
      const snapshot = { name, createdAt: clock.iso() }
      const entry = { snapshot, contents: contentsOf(store.data) }
      if (!files) {
        keep(entry)
        return { snapshot, saved: Promise.resolve() }
      }
      const saved = inTurn(async () => {
        refuseTooMany(name)
        await files.write(snapshot, entry.contents)
        keep(entry)
      })
      return { snapshot, saved }
    },
    read: async name => exportedState(await contentsIn(find(name))),
    remove: name =>
      inTurn(async () => {
        const { snapshot } = find(name)
        await files?.remove(name)
        revision++
        kept.delete(name)
        return snapshot
      }),
    async restore(name) {
      const entry = find(name)
      const contents = await contentsIn(entry)
      await store.updateInSteps(draft => restoreSteps(draft, contents, revoked))
      restored?.()
      return entry.snapshot
    },
  }
}

/**
 * The contents with the records of the state in the place of those that are the same: only others are written again. A
 * step is a record.
 */
function* withPresentRecords(contents: Contents, state: State): Generator<undefined, Contents> {
  const shared = { ...contents } as Record<string, unknown>
  for (const [name, part] of Object.entries(shared)) {
    const present: unknown = state[name as keyof State]
    if (Array.isArray(part) && isCollection(present)) {
      shared[name] = yield* mapInSteps(part, it => sameOr(present.get(it.id), it), 1)
    } else if (isDeepStrictEqual(present, part)) shared[name] = present
  }
  return shared as Contents
}

const isCollection = (part: unknown): part is { get(id: string): object | undefined } =>
  typeof part === 'object' && part !== null && 'get' in part

/** Records that are held as text are of a class of their own, so the fields are compared. */
const sameOr = <R>(present: object | undefined, record: R) =>
  present && isDeepStrictEqual({ ...present }, { ...record }) ? present : record

const Named = Type.Object({ id: Type.String(), name: Type.String() })

export const SnapshotDifferences = Type.Object({
  left: Type.String(),
  right: Type.String(),
  isSame: Type.Boolean(),
  kinds: AnyMap({
    description: 'By kind of record',
    additionalProperties: Type.Object({
      onlyLeft: Type.Array(Named),
      onlyRight: Type.Array(Named),
      different: Type.Array(
        Type.Object({
          left: Named,
          right: Named,
          differences: Type.Array(
            Type.Object({
              what: Type.String(),
              left: Type.Optional(Type.Unknown()),
              right: Type.Optional(Type.Unknown()),
            }),
          ),
        }),
      ),
      same: Type.Integer({ description: 'How many are the same, in what is compared' }),
      notCompared: Type.Array(
        Type.Object({
          field: Type.String(),
          because: Type.String(),
          differs: Type.Integer({ description: 'In how many pairs it differs, or may differ' }),
        }),
      ),
    }),
  }),
  notCompared: Type.Array(Type.Object({ kind: Type.String(), because: Type.String() })),
})

/** The state as it is now, where no snapshot is named. */
const NOW = 'now'

/** How a snapshot differs from another one, or from what the instance holds now. @throws ApiError 404 */
export async function compareSnapshots(snapshots: Snapshots, state: () => Fixture, name: string, other?: string) {
  const { compareSides } = await import('../../migrate/compare/compare-sides.ts')
  const { recordsOfFixture } = await import('../../migrate/compare/side.ts')
  const sideOf = (name: string, fixture: Fixture) => ({ name, records: recordsOfFixture(fixture, { isWhole: true }) })
  const left = await snapshots.read(name)
  const right = other === undefined ? state() : await snapshots.read(other)
  return compareSides(sideOf(name, left), sideOf(other ?? NOW, right), { isSameOrigin: true })
}
