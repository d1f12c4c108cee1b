import { Type } from '@sinclair/typebox'
import { createTag, deleteTag, getTag, updateTag } from '../../../features/tags/rules.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { pageParameters } from '../dialect/page.ts'
import type { V2Parts } from '../parts.ts'

const params = Type.Object({ tagId: Type.String() })
const tag = 'Tags'
const names = { longest: 24 }

export const tagOperations = ({ shapes, presenters }: V2Parts) => {
  const body = { schema: shapes.TagInput, required: true, example: { name: 'urgent' } }

  return [
    operation({
      id: 'getTags',
      method: 'GET',
      path: '/tags',
      tag,
      summary: 'Retrieve all tags',
      scope: 'tag:list',
      query: Type.Object(pageParameters),
      reads: ['tags'],
      responses: { 200: { description: 'A page of tags', schema: listOf(shapes.Tag) } },
      run: ({ page }, { store }) => {
        const { items, nextCursor } = paginate(store.data.tags.values(), page)
        return pageReply(items.map(presenters.showTag), nextCursor)
      },
    }),
    operation({
      id: 'createTag',
      method: 'POST',
      path: '/tags',
      tag,
      summary: 'Create a tag',
      scope: 'tag:create',
      body,
      responses: { 201: { description: 'The new tag', schema: shapes.Tag }, ...refusals(409) },
      run: async ({ body }: { body: { name: string } }, context) =>
        reply(
          presenters.showTag(await context.store.update(draft => createTag(draft, body.name, context, names))),
          201,
        ),
    }),
    operation({
      id: 'getTag',
      method: 'GET',
      path: '/tags/:tagId',
      tag,
      summary: 'Retrieve a tag',
      scope: 'tag:read',
      params,
      reads: ['tags'],
      responses: { 200: { description: 'The tag', schema: shapes.Tag }, ...refusals(404) },
      run: ({ params }, { store }) => reply(presenters.showTag(getTag(store.data, params.tagId))),
    }),
    operation({
      id: 'updateTag',
      method: 'PUT',
      path: '/tags/:tagId',
      tag,
      summary: 'Update a tag',
      scope: 'tag:update',
      params,
      body,
      responses: { 200: { description: 'What changed', schema: shapes.ChangedTag }, ...refusals(404, 409) },
      run: async ({ params, body }: { params: { tagId: string }; body: { name: string } }, context) => {
        const { tag, changed } = await context.store.update(draft =>
          updateTag(draft, params.tagId, body.name, context, names),
        )
        return reply({ id: tag.id, name: tag.name, ...(changed ? { updatedAt: tag.updatedAt } : {}) })
      },
    }),
    operation({
      id: 'deleteTag',
      method: 'DELETE',
      path: '/tags/:tagId',
      tag,
      summary: 'Delete a tag',
      scope: 'tag:delete',
      params,
      responses: { 200: { description: 'The deleted tag', schema: shapes.Tag }, ...refusals(404) },
      run: async ({ params }, { store }) =>
        reply(presenters.showTag(await store.update(draft => deleteTag(draft, params.tagId)))),
    }),
  ]
}
