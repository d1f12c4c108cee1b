import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { AnyMap } from '../../model/schema.ts'
import { controlOperation } from '../operation.ts'
import { type CloneContext, CloneRequest, cloneHere } from './clone-request.ts'

const CloneSummaryShape = Type.Object({
  url: Type.String(),
  version: Type.String({ description: 'The version that the service answers like' }),
  counts: AnyMap({ description: 'Part → how many records' }),
  gaps: Type.Array(Type.Object({ part: Type.String(), because: Type.String() })),
})

/** What the control API does between instances. */
export const migrateOperations = [
  controlOperation({
    id: 'clone',
    method: 'POST',
    path: '/clone',
    tag: 'State',
    summary: 'Copy another service into this empty instance',
    description:
      'By its public API; the data of credentials is made up. Answers when all of it is there; `understudy clone` has ' +
      'a progress bar and goes on where it broke off.',
    body: { schema: CloneRequest },
    responses: { 200: { description: 'What was copied', schema: CloneSummaryShape } },
    refusals: [409, 502],
    run: async ({ body }, context: CloneContext) => reply(await cloneHere(body, context)),
  }),
]
