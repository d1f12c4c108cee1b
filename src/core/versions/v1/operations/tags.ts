import { Type } from '@sinclair/typebox'
import { createTag, deleteTag, getTag, updateTag } from '../../../features/tags/rules.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { pageParameters, paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { Decisions } from '../decisions.ts'
import { showTag } from '../presenters/tag.ts'
import { Tag, TagInput } from '../shapes/tag.ts'

const params = Type.Object({ id: Type.String() })
const body = { schema: TagInput, required: true }
const tag = 'Tags'

export const tagOperations = (decisions: Decisions): Operation[] => {
  const names = { longest: decisions.tagNameLength }
  return [
    operation({
      id: 'createTag',
      method: 'POST',
      path: '/tags',
      tag,
      summary: 'Create a tag',
      body: { ...body, example: { name: 'urgent' } },
      responses: { 201: { description: 'The new tag', schema: Tag }, ...refusals(409) },
      run: async ({ body }: { body: { name: string } }, context) => {
        const made = await context.store.update(draft => createTag(draft, body.name, context, names))
        const { name, id, createdAt, updatedAt } = made
        return reply({ name, id, createdAt, updatedAt }, 201)
      },
    }),
    operation({
      id: 'getTags',
      method: 'GET',
      path: '/tags',
      tag,
      summary: 'Retrieve all tags',
      query: Type.Object(pageParameters(decisions)),
      reads: ['tags'],
      responses: { 200: { description: 'A page of tags', schema: listOf(Tag) } },
      run: ({ page }, { store }) => {
        const { items, nextCursor } = paginate(store.data.tags.values(), page)
        return pageReply(items.map(showTag), nextCursor)
      },
    }),
    operation({
      id: 'getTag',
      method: 'GET',
      path: '/tags/:id',
      tag,
      summary: 'Retrieve a tag',
      params,
      reads: ['tags'],
      responses: { 200: { description: 'The tag', schema: Tag }, ...refusals(404) },
      run: ({ params }, { store }) => reply(showTag(getTag(store.data, params.id))),
    }),
    operation({
      id: 'updateTag',
      method: 'PUT',
      path: '/tags/:id',
      tag,
      summary: 'Update a tag',
      params,
      body: { ...body, example: { name: 'important' } },
      responses: { 200: { description: 'The tag after the change', schema: Tag }, ...refusals(404, 409) },
      run: async ({ params, body }: { params: { id: string }; body: { name: string } }, context) => {
        const { tag, changed } = await context.store.update(draft =>
          updateTag(draft, params.id, body.name, context, names),
        )
        if (!decisions.tagUpdateAnswersChange) return reply(showTag(tag))
        return reply({ id: tag.id, name: tag.name, ...(changed ? { updatedAt: tag.updatedAt } : {}) })
      },
    }),
    operation({
      id: 'deleteTag',
      method: 'DELETE',
      path: '/tags/:id',
      tag,
      summary: 'Delete a tag',
      params,
      roles: ['global:owner', 'global:admin'],
      responses: { 200: { description: 'The deleted tag', schema: Tag }, ...refusals(404) },
      run: async ({ params }, { store }) => reply(showTag(await store.update(draft => deleteTag(draft, params.id)))),
    }),
  ]
}
