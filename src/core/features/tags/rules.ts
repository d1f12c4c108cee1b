import type { Clock } from '../../base/clock.ts'
import { notFound } from '../../base/errors.ts'
import { type IdSource, nextId } from '../../model/next-id.ts'
import type { Draft, State } from '../../model/state.ts'
import type { TagRecord } from '../../model/tag.ts'
import { tagRefusals } from './refusals.ts'

type Context = IdSource & { clock: Clock }

/** What names of tags are taken. */
export interface TagNames {
  /** In characters; a name that is longer, or empty, is refused as one that is taken. Any but an empty one where left out. */
  longest: number | undefined
}

export function getTag(state: State | Draft, id: string): TagRecord {
  const tag = state.tags.get(id)
  if (!tag) throw notFound()
  return tag
}

export function createTag(draft: Draft, given: string, context: Context, names: TagNames): TagRecord {
  const name = checkName(draft, given, names)
  const now = context.clock.iso()
  const tag = { id: nextId(draft, 'tags', context), name, createdAt: now, updatedAt: now }
  storeTag(draft, tag)
  return tag
}

/** Renames a tag. A name that it has already changes nothing, not even `updatedAt`. */
export function updateTag(draft: Draft, id: string, given: string, context: Context, names: TagNames) {
  const before = getTag(draft, id)
  const name = checkName(draft, given, names, id)
  if (name === before.name) return { tag: before, changed: false }
  const tag = { ...before, name, updatedAt: context.clock.iso() }
  storeTag(draft, tag)
  return { tag, changed: true }
}

/** Half a character is stored as the replacement character; only the answer to the write still has it. */
function storeTag(draft: Draft, tag: TagRecord): void {
  draft.tags.set({ ...tag, name: tag.name.toWellFormed() })
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

function checkName(draft: Draft, given: string, { longest }: TagNames, ownId?: string): string {
  const name = given.trim()
  // the service answers a bad name as it answers a taken one (docs/behaviour/tags.md#names)
  if (longest !== undefined && (name === '' || [...name].length > longest)) throw tagRefusals.tagExists()
  if (name === '') throw tagRefusals.tagNameEmpty()
  if (draft.tags.by('name', name).some(tag => tag.id !== ownId)) throw tagRefusals.tagExists()
  return name
}
