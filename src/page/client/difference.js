/** The kinds of records that are compared, with what one calls a record. */
const KINDS = {
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
 * @returns {{ kind: string, added: any[], removed: any[], changed: { id: string, before: any, after: any, name: string, fields: string[] }[] }[]} kinds that differ
 */
export function differenceOf(before, after) {
  return Object.keys(KINDS)
    .map(kind => compared(kind, before[kind] ?? [], after[kind] ?? []))
    .filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0)
}

/** What a kind is called: `dataTables` → `data tables`. */
export const titleOf = kind => kind.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

export const nameOf = (kind, record) => String(record[KINDS[kind]] ?? record.id)

function compared(kind, before, after) {
  const old = new Map(before.map(record => [record.id, record]))
  const now = new Map(after.map(record => [record.id, record]))
  const both = after.filter(({ id }) => old.has(id))
  return {
    kind,
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    changed: both
      .map(record => ({ id: record.id, name: nameOf(kind, record), ...differing(old.get(record.id), record) }))
      .filter(({ fields }) => fields.length > 0),
  }
}

/** What differs of two records: in words (of nodes, which ones: `nodes: Fetch customers`), and the parts themselves. */
function differing(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !VOLATILE.includes(name) && !isSame(before[name], after[name]),
  )
  const nodes = names.includes('nodes') ? differingNodes(before.nodes, after.nodes) : []
  const part = record =>
    Object.fromEntries(names.map(name => [name, name === 'nodes' ? nodesNamed(record.nodes, nodes) : record[name]]))
  return {
    fields: names.map(name => (name === 'nodes' ? `nodes: ${nodes.join(', ')}` : name)),
    before: part(before),
    after: part(after),
  }
}

const nodesNamed = (nodes, names) =>
  Array.isArray(nodes) ? nodes.filter(node => names.includes(String(node?.name))) : nodes

function differingNodes(before, after) {
  const byName = nodes => new Map((Array.isArray(nodes) ? nodes : []).map(node => [String(node?.name), node]))
  const [old, now] = [byName(before), byName(after)]
  const names = new Set([...old.keys(), ...now.keys()])
  return [...names].filter(name => !isSame(old.get(name), now.get(name)))
}

const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b)
