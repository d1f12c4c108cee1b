import type { VariableRecord } from '../../model/source-control.ts'
import type { State } from '../../model/state.ts'
import { compare, reasonOf } from './difference.ts'
import type { MergeBase } from './merge-base.ts'
import { freeName, holderOf } from './names.ts'
import type { Conflict, PlanOptions, VariableChange } from './plan-types.ts'
import type { RemoteVariable } from './read-items.ts'
import type { Repository } from './repository.ts'

const VALUE = 2

/**
 * What to take over of the variables, field by field, and of the values that the request gives. A variable of the instance
 * with the same key and another id is the same variable. An empty value in the repository says nothing about the value
 * in the instance. A key that another variable of the instance has is a conflict; with force, that one makes way.
 */
export function planVariables(state: State, repository: Repository, base: MergeBase, options: PlanOptions) {
  const { force, variables: given } = options
  const conflicts: Conflict[] = []
  const planned = new Map<string, VariableChange>()

  for (const [id, { content }] of repository.variables) {
    const remote = fieldsOf(content)
    const baseContent = base.variables.get(id)?.content
    const before = state.variables.get(id) ?? namesake(state, remote[0], repository)
    if (!before && baseContent === content) continue
    const { fields, disputed } = before
      ? merge(before, baseContent, remote, given.has(remote[0]))
      : { fields: remote, disputed: baseContent !== undefined }
    const [key, type, value] = fields
    if (!disputed || force) planned.set(before?.id ?? id, { id, key, type, value: given.get(key) ?? value, before })
    else conflicts.push({ kind: 'variable', id, name: key, why: reasonOf(before?.id, baseContent) })
  }

  const keys = new Map([...planned].map(([id, change]) => [id, change.key]))
  const used = new Set(keys.values())
  for (const [ownId, { id = ownId, key }] of [...planned]) {
    const holder = holderOf(state.variables.by('key', key), ownId, key, keys)
    if (!holder) continue
    if (!force) conflicts.push({ kind: 'variable', id, name: key, why: `variable ${holder.id} has this key here` })
    const free = freeName(state.variables, 'key', used, number => `${key}_${number}`)
    keys.set(holder.id, free)
    used.add(free)
    planned.set(holder.id, { ...(planned.get(holder.id) ?? { ...holder, before: holder }), key: free })
  }

  const taken = new Set([...planned.values()].map(({ key }) => key))
  for (const [key, value] of given) {
    if (taken.has(key)) continue
    const before = state.variables.by('key', key).find(({ id }) => !planned.has(id))
    planned.set(before?.id ?? `given ${key}`, { id: before?.id, key, type: before?.type ?? 'string', value, before })
  }
  return { changes: [...planned.values()].filter(isChange), conflicts }
}

function merge(before: VariableRecord, baseContent: string | undefined, remote: RemoteVariable, given: boolean) {
  const local: RemoteVariable = [before.key, before.type, before.value]
  const base = baseContent === undefined ? undefined : fieldsOf(baseContent)
  let disputed = false
  const pick = (field: 0 | 1 | 2) => {
    if (field === VALUE && (given || remote[VALUE] === '')) return before.value
    const verdict = compare(local[field], base?.[field], remote[field])
    if (verdict === 'conflict') disputed = true
    return verdict === 'keep' ? local[field] : remote[field]
  }
  const fields: RemoteVariable = [pick(0), pick(1), pick(VALUE)]
  return { fields, disputed }
}

const namesake = (state: State, key: string, repository: Repository) =>
  state.variables.by('key', key).find(({ id }) => !repository.variables.has(id))

const fieldsOf = (content: string) => JSON.parse(content) as RemoteVariable

const isChange = ({ id, key, type, value, before }: VariableChange) =>
  !before || before.id !== id || before.key !== key || before.type !== type || before.value !== value
