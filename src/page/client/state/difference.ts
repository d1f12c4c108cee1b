import { isEqual } from '../../../core/base/compare.ts'

/** A record of any kind. */
export interface AnyRecord {
  id: string
  [field: string]: unknown
}
/** A state, or what else is compared: kind → records. */
export type State = Record<string, unknown>

export interface Changed {
  id: string
  name: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The fields in which they differ, in words. */
  fields: string[]
}
export interface KindDifference {
  kind: string
  added: AnyRecord[]
  removed: AnyRecord[]
  changed: Changed[]
}

/** The kinds of records that are compared, with what one calls a record. */
const KINDS: Record<string, string> = {
  workflows: 'name',
  tags: 'name',
  credentials: 'name',
  users: 'email',
  executions: 'id',
  variables: 'key',
  projects: 'name',
  folders: 'name',
  dataTables: 'name',
  dataTableRows: 'id',
  nodes: 'name',
  connections: 'id',
}
/** Fields that change with every write and say nothing of what was changed. */
const VOLATILE = ['updatedAt', 'versionId', 'versionCounter', 'nextRowId']

/**
 * What differs between two states, kind by kind: records that only one of them has, and those that both have but
 * otherwise, with the fields in which they differ.
 *
 * @returns the kinds that differ
 */
export function differenceOf(before: State, after: State): KindDifference[] {
  return Object.keys(KINDS)
    .map(kind => compared(kind, recordsOf(before[kind]), recordsOf(after[kind])))
    .filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0)
}

/** What a kind is called: `dataTables` → `data tables`. */
export const titleOf = (kind: string) => kind.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

export const nameOf = (kind: string, record: AnyRecord) => String(record[KINDS[kind] ?? 'id'] ?? record.id)

const recordsOf = (value: unknown): AnyRecord[] => (Array.isArray(value) ? value : [])

/** A value that differs, and where it stands: `nodes › Fetch customers › parameters › url`. */
export interface Change {
  path: string
  before: unknown
  after: unknown
}

const MAX_CHANGES = 200

/** What differs inside two values, down to the single values; nodes are matched by name. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  collect(before, after, [], changes)
  return changes
}

function collect(before: unknown, after: unknown, path: string[], changes: Change[]) {
  if (isEqual(before, after) || changes.length >= MAX_CHANGES) return
  const [old, now] = [byKey(before), byKey(after)]
  if (!old || !now) {
    changes.push({ path: path.join(' › '), before, after })
    return
  }
  for (const key of new Set([...old.keys(), ...now.keys()]))
    collect(old.get(key), now.get(key), [...path, key], changes)
}

/** The parts of a value that are compared one by one; `undefined` where it is compared as a whole. */
function byKey(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const names = value.map(item => (typeof item?.name === 'string' ? item.name : undefined))
    const areNamed = names.every(name => name !== undefined) && new Set(names).size === names.length
    return new Map(value.map((item, at) => [areNamed ? names[at] : String(at), item]))
  }
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function compared(kind: string, before: AnyRecord[], after: AnyRecord[]): KindDifference {
  const old = new Map(before.map(record => [record.id, record]))
  const now = new Map(after.map(record => [record.id, record]))
  const both = after.filter(({ id }) => old.has(id))
  return {
    kind,
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    changed: both
      .map(record => ({
        id: record.id,
        name: nameOf(kind, record),
        ...differing(old.get(record.id) ?? record, record),
      }))
      .filter(({ fields }) => fields.length > 0),
  }
}

/** What differs of two records: in words (of nodes, which ones: `nodes: Fetch customers`), and the parts themselves. */
function differing(before: AnyRecord, after: AnyRecord) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !VOLATILE.includes(name) && !isEqual(before[name], after[name]),
  )
  const nodes = names.includes('nodes') ? differingNodes(before.nodes, after.nodes) : []
  const part = (record: AnyRecord) =>
    Object.fromEntries(names.map(name => [name, name === 'nodes' ? nodesNamed(record.nodes, nodes) : record[name]]))
  return {
    fields: names.map(name => (name === 'nodes' ? `nodes: ${nodes.join(', ')}` : name)),
    before: part(before),
    after: part(after),
  }
}

const nodesNamed = (nodes: unknown, names: string[]) =>
  Array.isArray(nodes) ? nodes.filter(node => names.includes(String(node?.name))) : nodes

function differingNodes(before: unknown, after: unknown) {
  const byName = (nodes: unknown) =>
    new Map((Array.isArray(nodes) ? nodes : []).map(node => [String(node?.name), node]))
  const [old, now] = [byName(before), byName(after)]
  const names = new Set([...old.keys(), ...now.keys()])
  return [...names].filter(name => !isEqual(old.get(name), now.get(name)))
}
