import { recordsOf } from '../../base/is-record.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { contentChange } from './content-change.ts'
import type { Planning } from './planning.ts'

/**
 * Workflows that may have been made by a promotion which did not see the answer, and that were renamed there since: the
 * one that has the nodes, by their ids, and the content of what was begun, and had not before. Where several fit, none.
 *
 * @returns id here → id there
 */
export function recogniseMade(planning: Planning, matches: ReadonlyMap<string, string>): Map<string, string> {
  const { source, target, notes } = planning
  const taken = new Set([...matches.values(), ...notes.pairs.workflows.values()])
  const found = new Map<string, string>()
  for (const { kind, from, known } of notes.begun) {
    const workflow = source.workflows.get(from)
    if (kind !== 'workflows' || !workflow || matches.has(from)) continue
    const candidates = withNodesOf(fieldsOf(workflow), target.workflows.values()).filter(one => {
      const id = textOf(one.id)
      if (id === undefined || known.includes(id) || taken.has(id)) return false
      return contentChange(planning, workflow, one).differences.every(what => what === 'name')
    })
    const [id, ...others] = candidates.map(one => textOf(one.id))
    if (id === undefined || others.length > 0) continue
    found.set(from, id)
    taken.add(id)
  }
  return found
}

/** The workflows whose nodes have the same ids as those of this one; none where a node here has no id. */
export function withNodesOf({ nodes }: Fields, others: Iterable<Fields>): Fields[] {
  const ids = new Set(recordsOf(nodes).map(({ id }) => textOf(id)))
  if (ids.size === 0 || ids.has(undefined)) return []
  return [...others].filter(other => {
    const theirs = recordsOf(other.nodes)
    return theirs.length === ids.size && theirs.every(({ id }) => ids.has(textOf(id)))
  })
}
