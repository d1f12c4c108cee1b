import type { State } from '../../model/state.ts'
import { KINDS, type Kind, TAGS_FILE } from './kinds.ts'
import type { MergeBase, MergeBaseItem } from './merge-base.ts'
import type { DeletedUpstream } from './plan-types.ts'
import type { Repository } from './repository.ts'

/** What was in the repository at the last pull, and is only in the instance now. */
export function deletedUpstream(state: State, repository: Repository, base: MergeBase): DeletedUpstream[] {
  const items = KINDS.flatMap(kind =>
    [...base[kind]].flatMap(([id, { path }]) => {
      if (path === undefined || repository[kind].has(id)) return []
      const name = nameOf(state, kind, id)
      return name === undefined ? [] : [{ kind, id, name, path }]
    }),
  )
  return [...items, ...deletedMappings(state, repository, base)]
}

/** What the next pull compares with. An item that was deleted upstream is remembered for as long as it is in the instance. */
export function nextMergeBase(state: State, repository: Repository, base: MergeBase): MergeBase {
  const items = (kind: Kind) => {
    const next = new Map<string, MergeBaseItem>()
    for (const [id, { path, content }] of repository[kind]) next.set(id, { path, content })
    for (const [id, { content }] of base[kind]) if (!next.has(id) && state[kind].has(id)) next.set(id, { content })
    return next
  }
  return {
    commit: repository.commit,
    files: repository.files,
    workflows: items('workflows'),
    credentials: items('credentials'),
    tags: items('tags'),
    variables: items('variables'),
    mappings: repository.mappings,
  }
}

function deletedMappings(state: State, repository: Repository, base: MergeBase): DeletedUpstream[] {
  return [...base.mappings].flatMap(([workflowId, tagIds]) => {
    const local = new Set(state.workflows.get(workflowId)?.tags)
    const remote = new Set(repository.mappings.get(workflowId))
    return tagIds
      .filter(tagId => local.has(tagId) && !remote.has(tagId))
      .map(tagId => ({
        kind: 'mappings',
        id: workflowId,
        name: nameOf(state, 'tags', tagId) ?? tagId,
        path: TAGS_FILE,
      }))
  })
}

function nameOf(state: State, kind: Kind, id: string) {
  return kind === 'variables' ? state.variables.get(id)?.key : state[kind].get(id)?.name
}
