import { reply } from '../../http/reply.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import { type CloneJob, type CloneJobContext, CloneRequest, createCloneJob } from './clone-job.ts'
import { CloneState } from './clone-state.ts'

/** The copy of another service into an instance. A reset and a stop cancel it. */
export function clonePart(context: CloneJobContext) {
  const clone = createCloneJob(context)
  return {
    operations: migrateOperations,
    revisions: () => ({ clone: clone.revision }),
    reset: clone.reset,
    stop: clone.cancel,
    control: {
      clone,
    },
  } satisfies ControlPart
}

interface MigrateContext {
  clone: CloneJob
}

const tag = 'State'
const state = { description: 'How the clone stands', schema: CloneState }

const migrateOperations = [
  controlOperation({
    id: 'clone',
    method: 'POST',
    path: '/clone',
    tag,
    summary: 'Copy another service into this empty instance',
    description:
      'By its public API; the data of credentials is made up. It begins, and goes on behind the answer; one runs at a ' +
      'time. All of it is put in at the end, or nothing. At most 128 MB, 50,000 requests and 20,000 records: ' +
      '`understudy clone` has no such bounds.',
    body: { schema: CloneRequest },
    responses: { 202: state },
    refusals: [409],
    run: async ({ body }, { clone }: MigrateContext) => reply(await clone.start(body), 202),
  }),
  controlOperation({
    id: 'getClone',
    method: 'GET',
    path: '/clone',
    tag,
    summary: 'How far the clone is, or the result of the last one',
    responses: { 200: state },
    run: (_call, { clone }: MigrateContext) => reply(clone.state()),
  }),
  controlOperation({
    id: 'cancelClone',
    method: 'DELETE',
    path: '/clone',
    tag,
    summary: 'Cancel the clone: nothing is put in',
    description: 'One that has ended stays as it is.',
    responses: { 200: state },
    run: (_call, { clone }: MigrateContext) => reply(clone.cancel()),
  }),
]
