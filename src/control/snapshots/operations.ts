import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { Fixture } from '../../model/fixture.ts'
import type { Store } from '../../model/state.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import {
  compareSnapshots,
  createSnapshots,
  SnapshotDifferences,
  type SnapshotOptions,
  SnapshotShape,
  type Snapshots,
} from './snapshots.ts'

/** Named states of the document. They survive a reset. */
export function snapshotPart(store: Store, options: SnapshotOptions) {
  const snapshots = createSnapshots(store, options)
  return {
    operations: snapshotOperations,
    revisions: () => ({ snapshots: snapshots.revision }),
    control: {
      snapshots,
    },
  } satisfies ControlPart
}

interface SnapshotContext {
  snapshots: Snapshots
  state(): Fixture
}

const params = Type.Object({
  name: Type.String({ description: '1 to 64 letters, digits, dots, hyphens, underscores' }),
})
const snapshot = (description: string) => ({ description, schema: SnapshotShape })

const snapshotOperations = [
  controlOperation({
    id: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    tag: 'Snapshots',
    summary: 'The snapshots that there are',
    responses: {
      200: { description: 'All of them', schema: Type.Object({ snapshots: Type.Array(SnapshotShape) }) },
    },
    run: (_call, { snapshots }: SnapshotContext) => reply({ snapshots: snapshots.list() }),
  }),
  controlOperation({
    id: 'takeSnapshot',
    method: 'PUT',
    path: '/snapshots/:name',
    tag: 'Snapshots',
    summary: 'Keep the state as it is now under a name',
    description:
      'A snapshot that has the name is replaced. There may be 100. Where there is a document file they are kept beside it.',
    params,
    responses: { 201: snapshot('The snapshot') },
    refusals: [409],
    async run({ params }, { snapshots }: SnapshotContext) {
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
    summary: 'What a snapshot holds, as a fixture without secrets',
    params,
    responses: { 200: { description: 'A fixture', schema: Fixture } },
    refusals: [404, 409],
    run: async ({ params }, { snapshots }: SnapshotContext) => reply(await snapshots.read(params.name)),
  }),
  controlOperation({
    id: 'compareSnapshot',
    method: 'GET',
    path: '/snapshots/:name/differences',
    tag: 'Snapshots',
    summary: 'How a snapshot (left) differs from another one, or from what the instance holds now (right)',
    description: 'Values that may be secrets are not told, only that they differ.',
    params,
    query: Type.Object({
      with: Type.Optional(
        Type.String({ description: 'The name of another snapshot; what is there now where left out' }),
      ),
    }),
    responses: { 200: { description: 'What differs, by kind of record', schema: SnapshotDifferences } },
    refusals: [404, 409],
    run: async ({ params, query }, { snapshots, state }: SnapshotContext) =>
      reply(await compareSnapshots(snapshots, state, params.name, query.with)),
  }),
  controlOperation({
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/snapshots/:name/restore',
    tag: 'Snapshots',
    summary: 'Bring the document back to a snapshot',
    description:
      'Clock, ids, faults and the request log stay as they are. A key that was revoked is not brought back, until a ' +
      'seed gives it again.',
    params,
    responses: { 200: snapshot('The snapshot') },
    refusals: [404, 409],
    run: async ({ params }, { snapshots }: SnapshotContext) => reply(await snapshots.restore(params.name)),
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
    run: async ({ params }, { snapshots }: SnapshotContext) => reply(await snapshots.remove(params.name)),
  }),
]
