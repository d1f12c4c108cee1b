import { Type } from '@sinclair/typebox'
import type { Context } from '../../context.ts'
import { answer, pageAnswer } from '../../http/answer.ts'
import { listOf, refusals } from '../../http/answers.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { pageParameters, paginate } from '../../http/paging.ts'
import { Tag, TagInput } from '../../model/tag.ts'
import { tagAnswer } from './answers.ts'
import { createTag, deleteTag, getTag, updateTag } from './rules.ts'

const params = Type.Object({ id: Type.String() })
const body = { schema: TagInput, required: true }
const tag = 'Tags'

export function tagRoutes(context: Context): Operation[] {
  const { store, profile } = context
  return [
    operation({
      id: 'createTag',
      method: 'POST',
      path: '/tags',
      tag,
      summary: 'Create a tag',
      body,
      answers: { 201: { says: 'The new tag', schema: Tag }, ...refusals(400, 401, 409) },
      run: async ({ body }: { body: TagInput }) => {
        const { name, id, createdAt, updatedAt } = await store.update(draft => createTag(draft, body, context))
        return answer({ name, id, createdAt, updatedAt }, 201)
      },
    }),
    operation({
      id: 'getTags',
      method: 'GET',
      path: '/tags',
      tag,
      summary: 'Retrieve all tags',
      query: Type.Object(pageParameters(profile)),
      reads: ['tags'],
      answers: { 200: { says: 'A page of tags', schema: listOf(Tag) }, ...refusals(401) },
      run: ({ page }) => {
        const { items, nextCursor } = paginate(store.data.tags.values(), page)
        return pageAnswer(items.map(tagAnswer), nextCursor)
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
      answers: { 200: { says: 'The tag', schema: Tag }, ...refusals(401, 404) },
      run: ({ params }) => answer(tagAnswer(getTag(store.data, params.id))),
    }),
    operation({
      id: 'updateTag',
      method: 'PUT',
      path: '/tags/:id',
      tag,
      summary: 'Update a tag',
      params,
      body,
      answers: { 200: { says: 'The tag after the change', schema: Tag }, ...refusals(400, 401, 404, 409) },
      run: async ({ params, body }: { params: { id: string }; body: TagInput }) => {
        const { tag, changed } = await store.update(draft => updateTag(draft, params.id, body, context))
        if (!profile.tagUpdateAnswersChange) return answer(tagAnswer(tag))
        return answer({ id: tag.id, name: tag.name, ...(changed ? { updatedAt: tag.updatedAt } : {}) })
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
      answers: { 200: { says: 'The deleted tag', schema: Tag }, ...refusals(401, 403, 404) },
      run: async ({ params }) => answer(tagAnswer(await store.update(draft => deleteTag(draft, params.id)))),
    }),
  ]
}
