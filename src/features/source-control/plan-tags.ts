import type { State } from '../../model/state.ts'
import { compare, reasonOf } from './difference.ts'
import type { MergeBase } from './merge-base.ts'
import { freeName, holderOf } from './names.ts'
import type { Conflict, TagChange } from './plan-types.ts'
import type { Repository } from './repository.ts'

/**
 * What to take over of the tags. A name that another tag of the instance has is a conflict; with force, that one makes way and gets
 * a name with a number, since a pull deletes nothing.
 *
 * @param created the workflows that this pull makes
 */
export function planTags(state: State, repository: Repository, base: MergeBase, created: Set<string>, force: boolean) {
  const conflicts: Conflict[] = []
  const names = new Map<string, string>()
  for (const [id, { content: name }] of repository.tags) {
    const local = state.tags.get(id)?.name
    const baseName = base.tags.get(id)?.content
    const verdict = compare(local, baseName, name)
    if (verdict === 'conflict' && !force) conflicts.push({ kind: 'tag', id, name, why: reasonOf(local, baseName) })
    else if (verdict === 'take' || verdict === 'conflict') names.set(id, name)
  }
  const taken = new Set(names.values())
  for (const [id, name] of [...names]) {
    const holder = holderOf(state.tags.by('name', name), id, name, names)
    if (!holder) continue
    if (force) {
      const free = freeName(state.tags, 'name', taken, number => `${name} (${number})`)
      names.set(holder.id, free)
      taken.add(free)
    } else conflicts.push({ kind: 'tag', id, name, why: `tag ${holder.id} has this name here` })
  }
  const changes: TagChange[] = [...names].map(([id, name]) => ({ id, name, before: state.tags.get(id) }))
  return { changes, conflicts, mappings: planMappings(state, repository, base, created, names) }
}

/**
 * The tags that workflows are to get. One that the last pull gave and that is gone was taken off in the instance, and stays off;
 * one of a workflow or a tag that is not in the instance waits until it is.
 */
function planMappings(
  state: State,
  repository: Repository,
  base: MergeBase,
  created: Set<string>,
  names: Map<string, string>,
) {
  const isNew = (tagId: string) => names.has(tagId) && !state.tags.has(tagId)
  return [...repository.mappings].flatMap(([workflowId, tagIds]) => {
    const has = state.workflows.get(workflowId)?.tags ?? (created.has(workflowId) ? [] : undefined)
    if (!has) return []
    const given = created.has(workflowId) ? [] : (base.mappings.get(workflowId) ?? [])
    const known = new Set([...has, ...given])
    return tagIds
      .filter(tagId => isNew(tagId) || (state.tags.has(tagId) && !known.has(tagId)))
      .map(tagId => ({ workflowId, tagId }))
  })
}
