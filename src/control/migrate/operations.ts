import { reply } from '../../core/http/reply.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import { type CloneJobContext, CloneRequest, createCloneJob } from './clone-job.ts'
import { CloneState } from './clone-state.ts'

/** The copy of another service into an instance. A reset and a stop cancel it. */
export function clonePart(context: CloneJobContext) {
  const clone = createCloneJob(context)
  return {
    revisions: () => ({ clone: clone.revision }),
    reset: clone.reset,
    stop: clone.cancel,
    control: { clone },
    operations: [
      controlOperation({
        id: 'clone',
        method: 'POST',
        path: '/clone',
        tag,
        summary: 'Clone another service into this empty instance',
        description:
          'Starts it; one runs at a time. It imports all at the end, or nothing. Credentials get placeholder data. At most 128 MB, ' +
          '50,000 requests and 20,000 records: `npx n8n-understudy clone` has no such limits.',
        body: { schema: CloneRequest },
        responses: { 202: state },
        refusals: [409],
        run: async ({ body }) => reply(await clone.start(body), 202),
      }),
      controlOperation({
        id: 'getClone',
        method: 'GET',
        path: '/clone',
        tag,
        summary: 'Get the progress of the clone, or the result of the last one',
        responses: { 200: state },
        run: () => reply(clone.state()),
      }),
      controlOperation({
        id: 'cancelClone',
        method: 'DELETE',
        path: '/clone',
        tag,
        summary: 'Cancel the clone: nothing is imported',
        description: 'A finished one does not change.',
        responses: { 200: state },
        run: () => reply(clone.cancel()),
      }),
    ],
  } satisfies ControlPart
}

const tag = 'State'
const state = { description: 'The progress or the result', schema: CloneState }
