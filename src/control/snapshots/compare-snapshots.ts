import { Type } from '@sinclair/typebox'
import type { Fixture } from '../../model/fixture.ts'
import { AnyMap } from '../../model/schema.ts'
import type { Snapshots } from './snapshots.ts'

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
      same: Type.Integer({ description: 'How many are the same' }),
    }),
  }),
  notCompared: Type.Array(Type.String()),
})

/** The state as it is now, where no snapshot is named. */
const NOW = 'now'

/** How a snapshot differs from another one, or from what the instance holds now. @throws ApiError 404 */
export async function compareSnapshots(snapshots: Snapshots, state: () => Fixture, name: string, other?: string) {
  const { compareSides } = await import('../../migrate/compare/compare-sides.ts')
  const { recordsOfFixture } = await import('../../migrate/compare/records-of-fixture.ts')
  const sideOf = (name: string, fixture: Fixture) => ({ name, records: recordsOfFixture(fixture, { isWhole: true }) })
  const left = await snapshots.read(name)
  const right = other === undefined ? state() : await snapshots.read(other)
  return compareSides(sideOf(name, left), sideOf(other ?? NOW, right), { isSameOrigin: true })
}
