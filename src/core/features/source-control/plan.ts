import type { Collection, StoredRecord } from '../../base/store.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { VariableRecord } from '../../model/source-control.ts'
import type { State } from '../../model/state.ts'
import type { TagRecord } from '../../model/tag.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { freeName, holderOf, KINDS, type Kind, TAGS_FILE } from './controlled-files.ts'
import { compare, reasonOf } from './difference.ts'
import { credentialFingerprint, workflowFingerprint } from './fingerprints.ts'
import type { MergeBase, MergeBaseItem } from './merge-base.ts'
import type { RemoteCredential, RemoteVariable, RemoteWorkflow } from './read-items.ts'
import type { RemoteItem, Repository } from './repository.ts'

/** What a pull is going to do. Where there are conflicts, it does nothing. */
export interface Plan {
  workflows: ItemChange<RemoteWorkflow, WorkflowRecord>[]
  credentials: ItemChange<RemoteCredential, CredentialRecord>[]
  tags: TagChange[]
  mappings: { workflowId: string; tagId: string }[]
  variables: VariableChange[]
  conflicts: Conflict[]
  /** Items that the repository had at the last pull and only the instance has now. They stay. */
  deletedUpstream: DeletedUpstream[]
  /** What the next pull compares with. */
  base: MergeBase
}

/**
 * Compares the instance, the last pull and the repository, and returns what a pull changes. Nothing is changed yet.
 *
 * @throws StaleRead when the repository was read against another base
 */
export function planPull(state: State, repository: Repository, base: MergeBase, options: PlanOptions): Plan {
  const { force, remoteChangeConflicts } = options
  const workflows = planItems({
    kind: 'workflow',
    records: state.workflows,
    base: base.workflows,
    remote: repository.workflows,
    contentOf: workflowFingerprint,
    force,
    remoteChangeConflicts,
  })
  const credentials = planItems({
    kind: 'credential',
    records: state.credentials,
    base: base.credentials,
    remote: repository.credentials,
    contentOf: credentialFingerprint,
    force,
    remoteChangeConflicts: false,
  })
  const created = new Set(workflows.changes.flatMap(({ item, before }) => (before ? [] : [item.id])))
  const tags = planTags(state, repository, base, created, force)
  const variables = planVariables(state, repository, base, options)
  return {
    workflows: workflows.changes,
    credentials: credentials.changes,
    tags: tags.changes,
    mappings: tags.mappings,
    variables: variables.changes,
    conflicts: [workflows, credentials, tags, variables].flatMap(({ conflicts }) => conflicts),
    deletedUpstream: deletedUpstream(state, repository, base),
    base: nextMergeBase(state, repository, base),
  }
}

/** An item of the repository that is to be written, and the record that it replaces, if there is one. */
export interface ItemChange<T, R> {
  item: T
  before: R | undefined
  path: string
}

export interface TagChange {
  id: string
  name: string
  before: TagRecord | undefined
}

/** `id` is undefined for a variable that only the request knows. */
export interface VariableChange {
  id: string | undefined
  key: string
  type: string
  value: string
  before: VariableRecord | undefined
}

export interface Conflict {
  kind: 'workflow' | 'credential' | 'tag' | 'variable'
  id: string
  name: string
  why: string
}

export interface DeletedUpstream {
  kind: Kind | 'mappings'
  id: string
  name: string
  path: string
}

export interface PlanOptions {
  /** The remote wins every conflict. */
  force: boolean
  /** Values that the request gives, by key. */
  variables: ReadonlyMap<string, string>
  /** A workflow that only the remote has changed is a conflict, too. */
  remoteChangeConflicts: boolean
}

interface Named {
  readonly id: string
  readonly name: string
}

interface Comparison<T, R extends StoredRecord> {
  kind: Conflict['kind']
  records: Collection<R>
  base: ReadonlyMap<string, MergeBaseItem>
  remote: ReadonlyMap<string, RemoteItem<T>>
  contentOf(record: R): string
  force: boolean
  remoteChangeConflicts: boolean
}

/** The base is not the one that the repository was read against: a file that was left out has to be read after all. */
export class StaleRead extends Error {
  override name = 'StaleRead'
}

/** What a pull changes of items that have a file of their own. */
export function planItems<T extends Named, R extends Named>(comparison: Comparison<T, R>) {
  const { kind, records, base, remote, contentOf, force, remoteChangeConflicts } = comparison
  const changes: ItemChange<T, R>[] = []
  const conflicts: Conflict[] = []
  for (const [id, { path, content, value }] of remote) {
    const baseContent = base.get(id)?.content
    if (!value) {
      if (baseContent !== content) throw new StaleRead()
      continue
    }
    const before = records.get(id)
    const local = before && contentOf(before)
    const verdict = compare(local, baseContent, content)
    if (verdict === 'same' || verdict === 'keep') continue
    const asks = verdict === 'conflict' || (remoteChangeConflicts && before !== undefined)
    if (asks && !force) conflicts.push({ kind, id, name: value.name, why: reasonOf(local, baseContent) })
    else changes.push({ item: value, before, path })
  }
  return { changes, conflicts }
}

/**
 * What a pull changes of the tags. A name that another tag of the instance has is a conflict; with force, that tag is
 * renamed, with a number, since a pull deletes nothing.
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
    } else conflicts.push({ kind: 'tag', id, name, why: `tag ${holder.id} of the instance has this name` })
  }
  const changes: TagChange[] = [...names].map(([id, name]) => ({ id, name, before: state.tags.get(id) }))
  return { changes, conflicts, mappings: planMappings(state, repository, base, created, names) }
}

/**
 * The tags that a pull adds to workflows. A tag from the last pull that the workflow no longer has was removed in the
 * instance, and is not added again. Where the workflow or the tag is not in the instance yet, a later pull adds it.
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

const VALUE = 2

/**
 * What a pull changes of the variables, field by field, and the values that the request gives. A variable of the
 * instance with the same key and another id is the same variable. An empty value in the repository says nothing about
 * the value in the instance. A key that another variable of the instance has is a conflict; with force, that one gets
 * another key.
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
    if (!force)
      conflicts.push({ kind: 'variable', id, name: key, why: `variable ${holder.id} of the instance has this key` })
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

/** Items that the repository had at the last pull, and only the instance has now. */
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

/**
 * What the next pull compares with. An item that was deleted upstream is remembered for as long as it is in the
 * instance.
 */
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
