import { Type } from '@sinclair/typebox'
import { operation, pick } from '../../../../src/core/http/operation.ts'
import { reply } from '../../../../src/core/http/reply.ts'
import type { Version } from '../../../../src/core/http/version.ts'
import { contract } from '../../../../src/core/versions/v1/contract.ts'

const CHANGED = 'getTag'
const ids = contract.operations.map(({ id }) => id).filter(id => id !== CHANGED)

/** A version made of another, with one text and one operation of its own: what a new version costs at least. */
export const throwAway: Version = {
  ...contract,
  name: 'throw-away',
  texts: { notFound: 'There is no such thing' },
  operations: [
    ...pick(contract.operations, ...ids),
    operation({
      id: CHANGED,
      method: 'GET',
      path: '/tags/:id',
      tag: 'Tags',
      summary: 'Retrieve the name of a tag',
      params: Type.Object({ id: Type.String() }),
      reads: ['tags'],
      responses: { 200: { description: 'Its name', schema: Type.Object({ name: Type.String() }) } },
      run: ({ params }, { store }) => reply({ name: store.data.tags.get(params.id)?.name }),
    }),
  ],
}
