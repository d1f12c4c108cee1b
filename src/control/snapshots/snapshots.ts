import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../clock.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Fixture } from '../../model/fixture.ts'
import { DateTime } from '../../model/schema.ts'
import type { Store } from '../../state.ts'
import type { RevokedKeys } from '../keys/index.ts'
import { type Contents, contentsOf, exportedState, restoreContents } from '../state/index.ts'

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

/** Named states of the document. They live in memory, as long as the instance, and survive a reset. */
export interface Snapshots {
  /** Grows with every snapshot that is taken or deleted. */
  readonly revision: number
  list(): Snapshot[]
  /** Keeps the state as it is now; a snapshot that has the name gives way. @throws ApiError 400 for a bad name, 409 for one too many */
  take(name: string): Snapshot
  /** The state that it holds, as a fixture without secrets. @throws ApiError 404 */
  read(name: string): Fixture
  remove(name: string): Snapshot
  /** Brings the document back to it; clock, ids, faults and the request log stay as they are. @throws ApiError 404 */
  restore(name: string): Promise<Snapshot>
}

export function createSnapshots(store: Store, clock: Clock, revoked: RevokedKeys): Snapshots {
  let revision = 0
  const kept = new Map<string, { snapshot: Snapshot; contents: Contents }>()

  function find(name: string) {
    const found = kept.get(name)
    if (!found) throw notFound(`There is no snapshot ${JSON.stringify(name)}`)
    return found
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
      if (kept.size >= MAX_SNAPSHOTS && !kept.has(name)) {
        throw conflict(`There are ${MAX_SNAPSHOTS} snapshots, and no room for more: delete one`)
      }
      const snapshot = { name, createdAt: clock.iso() }
      revision++
      kept.set(name, { snapshot, contents: contentsOf(store.data) })
      return snapshot
    },
    read: name => exportedState(find(name).contents),
    remove(name) {
      const { snapshot } = find(name)
      revision++
      kept.delete(name)
      return snapshot
    },
    async restore(name) {
      const { snapshot, contents } = find(name)
      await store.update(draft => {
        restoreContents(draft, contents, revoked)
      })
      return snapshot
    },
  }
}
