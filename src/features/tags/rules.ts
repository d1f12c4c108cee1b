import type { Clock } from '../../clock.ts'
import type { Draft, State } from '../../context.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { type IdSource, nextId } from '../../model/next-id.ts'
import type { TagInput, TagRecord } from '../../model/tag.ts'
import type { Profile } from '../../profile.ts'

type Context = IdSource & { clock: Clock }

export function getTag(state: State | Draft, id: string): TagRecord {
  const tag = state.tags.get(id)
  if (!tag) throw notFound()
  return tag
}

export function createTag(draft: Draft, input: TagInput, context: Context): TagRecord {
  const name = checkName(draft, input.name, context.profile)
  const now = context.clock.iso()
  const tag = { id: nextId(draft, 'tags', context), name, createdAt: now, updatedAt: now }
  draft.tags.set(tag)
  return tag
}

/** Renames a tag. A name that it has already changes nothing, not even `updatedAt`. */
export function updateTag(draft: Draft, id: string, input: TagInput, context: Context) {
  const before = getTag(draft, id)
  const name = checkName(draft, input.name, context.profile, id)
  if (name === before.name) return { tag: before, changed: false }
  const tag = { ...before, name, updatedAt: context.clock.iso() }
  draft.tags.set(tag)
  return { tag, changed: true }
}

/** Deletes a tag, also from the workflows that have it. Their `updatedAt` stays. */
export function deleteTag(draft: Draft, id: string): TagRecord {
  const tag = getTag(draft, id)
  for (const workflow of draft.workflows.by('tag', id)) {
    draft.workflows.set({ ...workflow, tags: workflow.tags.filter(other => other !== id) })
  }
  draft.tags.delete(id)
  return tag
}

function checkName(draft: Draft, given: string, profile: Profile, ownId?: string): string {
  const name = given.trim()
  const longest = profile.tagNameLength
  // the real service tells a bad name from a taken one by nothing (observed, section 2)
  if (longest !== undefined && (name === '' || [...name].length > longest)) throw tagExists()
  if (name === '') throw badRequest('request/body/name must NOT have fewer than 1 characters')
  if (draft.tags.by('name', name).some(tag => tag.id !== ownId)) throw tagExists()
  return name
}

const tagExists = () => conflict('Tag already exists')
