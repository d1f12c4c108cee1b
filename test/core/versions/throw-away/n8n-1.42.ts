import { Type } from '@sinclair/typebox'
import { operation } from '../../../../src/core/http/operation.ts'
import { reply } from '../../../../src/core/http/reply.ts'
import { definition as n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'
import { createV1 } from '../../../../src/core/versions/v1/v1.ts'

/** A version that never was: 1.41 with another text for one refusal and another answer of one operation. */
export const version = createV1({
  name: 'n8n-1.42',
  after: n8n141,
  measured: { release: '1.42.0', day: '2026-11-22' },
  isAnsweredBy: async service => {
    const { body } = await service.get('/tags/counted')
    return typeof body === 'object' && body !== null && 'count' in body
  },
  decisions: {},
  changes: [
    { subject: 'an unknown record', sentence: 'has a text of its own', texts: { notFound: 'There is no such thing' } },
    {
      subject: 'GET /tags/{id}',
      sentence: 'counts all tags where the id is `counted`',
      operations: () => [
        operation({
          id: 'getTag',
          method: 'GET',
          path: '/tags/:id',
          tag: 'Tags',
          summary: 'Retrieve the name of a tag, or count them all',
          params: Type.Object({ id: Type.String() }),
          reads: ['tags'],
          responses: { 200: { description: 'Its name, or the count', schema: Type.Object({}) } },
          run: ({ params }, { store }) =>
            reply(
              params.id === 'counted'
                ? { count: [...store.data.tags.values()].length }
                : { name: store.data.tags.get(params.id)?.name ?? null },
            ),
        }),
      ],
    },
  ],
})
