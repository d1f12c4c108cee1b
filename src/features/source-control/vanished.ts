import type { State } from '../../state.ts'
import { type Base, type BaseItem, KINDS, type Kind } from './base.ts'
import type { Vanished } from './plan.ts'
import type { Repository } from './repository.ts'

/** What was in the repository at the last pull, and is only here now. */
export function vanishedItems(state: State, repository: Repository, base: Base): Vanished[] {
  const items = KINDS.flatMap(kind =>
    [...base[kind]].flatMap(([id, { path }]) => {
      if (path === undefined || repository[kind].has(id)) return []
      const name = nameOf(state, kind, id)
      return name === undefined ? [] : [{ kind, id, name, path }]
    }),
  )
  return [...items, ...vanishedMappings(state, repository, base)]
}

/** What the next pull compares with. An item that has vanished is remembered for as long as it is here. */
export function nextBase(state: State, repository: Repository, base: Base): Base {
  const items = (kind: Kind) => {
    const next = new Map<string, BaseItem>()
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

function vanishedMappings(state: State, repository: Repository, base: Base): Vanished[] {
  return [...base.mappings].flatMap(([workflowId, tagIds]) => {
    const workflow = state.workflows.get(workflowId)
    const there = repository.mappings.get(workflowId) ?? []
    return tagIds
      .filter(tagId => workflow?.tags.includes(tagId) && !there.includes(tagId))
      .map(tagId => ({
        kind: 'mappings',
        id: workflowId,
        name: nameOf(state, 'tags', tagId) ?? tagId,
        path: 'tags.json',
      }))
  })
}

function nameOf(state: State, kind: Kind, id: string) {
  return kind === 'variables' ? state.variables.get(id)?.key : state[kind].get(id)?.name
}
