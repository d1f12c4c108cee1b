import { Type } from '@sinclair/typebox'
import { reply } from '../../core/http/reply.ts'
import { Fixture } from '../../core/model/fixture.ts'
import type { Store } from '../../core/model/state.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import {
  compareSnapshots,
  createSnapshots,
  SnapshotDifferences,
  type SnapshotOptions,
  SnapshotShape,
} from './snapshots.ts'

const params = Type.Object({
  name: Type.String({ description: '1 to 64 letters, digits, dots, hyphens, underscores' }),
})
const snapshot = (description: string) => ({ description, schema: SnapshotShape })

/**
 * Named states of the document. They survive a reset.
 *
 * @param state the present records, without secrets
 */
export function snapshotPart(store: Store, state: () => Fixture, options: SnapshotOptions) {
  const snapshots = createSnapshots(store, options)
  return {
    control: { snapshots },
    revisions: () => ({ snapshots: snapshots.revision }),
    operations: [
      controlOperation({
        id: 'listSnapshots',
        method: 'GET',
        path: '/snapshots',
        tag: 'Snapshots',
        summary: 'List the snapshots',
        responses: {
          200: { description: 'All of them', schema: Type.Object({ snapshots: Type.Array(SnapshotShape) }) },
        },
        run: () => reply({ snapshots: snapshots.list() }),
      }),
      controlOperation({
        id: 'takeSnapshot',
        method: 'PUT',
        path: '/snapshots/:name',
        tag: 'Snapshots',
        summary: 'Save the records under a name',
        description: 'Replaces the snapshot that has the name. At most 100. With a data file they are saved beside it.',
        params,
        responses: { 201: snapshot('The snapshot') },
        refusals: [409],
        async run({ params }) {
          const { snapshot, saved } = snapshots.take(params.name)
          await saved
          return reply(snapshot, 201)
        },
      }),
      controlOperation({
        id: 'getSnapshot',
        method: 'GET',
        path: '/snapshots/:name',
        tag: 'Snapshots',
        summary: 'Get the records of a snapshot, as a fixture without secrets',
        params,
        responses: { 200: { description: 'A fixture', schema: Fixture } },
        refusals: [404, 409],
        run: async ({ params }) => reply(await snapshots.read(params.name)),
      }),
      controlOperation({
        id: 'compareSnapshot',
        method: 'GET',
        path: '/snapshots/:name/differences',
        tag: 'Snapshots',
        summary: 'Compare a snapshot (left) with another one, or with the present records (right)',
        description: 'Of values that may be secrets, only the fact that they differ is returned.',
        params,
        query: Type.Object({
          with: Type.Optional(
            Type.String({ description: 'The name of another snapshot. Default: the present records' }),
          ),
        }),
        responses: { 200: { description: 'What differs, by kind of record', schema: SnapshotDifferences } },
        refusals: [404, 409],
        run: async ({ params, query }) => reply(await compareSnapshots(snapshots, state, params.name, query.with)),
      }),
      controlOperation({
        id: 'restoreSnapshot',
        method: 'POST',
        path: '/snapshots/:name/restore',
        tag: 'Snapshots',
        summary: 'Restore the records of a snapshot',
        description:
          'Clock, ids, faults and the request log do not change. A revoked key stays revoked, until a seed contains it again.',
        params,
        responses: { 200: snapshot('The snapshot') },
        refusals: [404, 409],
        run: async ({ params }) => reply(await snapshots.restore(params.name)),
      }),
      controlOperation({
        id: 'deleteSnapshot',
        method: 'DELETE',
        path: '/snapshots/:name',
        tag: 'Snapshots',
        summary: 'Delete a snapshot',
        params,
        responses: { 200: snapshot('The snapshot as it was') },
        refusals: [404, 409],
        run: async ({ params }) => reply(await snapshots.remove(params.name)),
      }),
    ],
  } satisfies ControlPart
}
