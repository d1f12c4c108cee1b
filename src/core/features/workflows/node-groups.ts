import type { Connections, Node, NodeGroup } from '../../model/workflow.ts'
import { eachConnection } from './connections.ts'

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'

/**
 * Why a workflow cannot have these groups: the text of a 400, of the first error. `undefined` if it can. To be asked of a
 * graph whose structure is right and whose nodes have their ids. Takes time in proportion to the graph's size.
 *
 * @example
 * nodeGroupsRefusal([{ id: 'g', name: 'G', nodeIds: [] }], [], {}, () => false) // 'Group "G" has no members.'
 */
export function nodeGroupsRefusal(
  groups: readonly NodeGroup[],
  nodes: readonly Node[],
  connections: Connections,
  isTrigger: (node: Node) => boolean,
): string | undefined {
  if (groups.length === 0) return
  return membersRefusal(groups, nodes) ?? shapesRefusal(groups, nodes, connections, isTrigger)
}

function membersRefusal(groups: readonly NodeGroup[], nodes: readonly Node[]): string | undefined {
  const nameOfId = new Map(nodes.map(({ id, name }) => [id, name]))
  const groupOf = new Map<string, string>()
  const groupIds = new Set<string>()
  for (const { id: groupId, name, nodeIds } of groups) {
    if (groupIds.has(groupId)) return `Duplicate node group ID "${groupId}".`
    groupIds.add(groupId)
    if (nodeIds.length === 0) return `Group "${name}" has no members.`
    for (const id of nodeIds) {
      const node = nameOfId.get(id)
      if (node === undefined) return `Group "${name}" references node ID "${id}" that does not exist in the workflow.`
      const other = groupOf.get(id)
      if (other !== undefined) return `Node "${node}" belongs to multiple groups: "${other}" and "${name}".`
      groupOf.set(id, name)
    }
  }
}

interface Shape {
  members: string[]
  /** The members that each member leads to, and those that lead to it, by their names. */
  next: Map<string, string[]>
  before: Map<string, string[]>
  entries: Set<string>
  exits: Set<string>
}

function shapesRefusal(
  groups: readonly NodeGroup[],
  nodes: readonly Node[],
  connections: Connections,
  isTrigger: (node: Node) => boolean,
) {
  const nodeOfId = new Map(nodes.map(node => [node.id, node]))
  const shapes = groups.map(({ nodeIds }): Shape => {
    const connectable = nodeIds.map(id => nodeOfId.get(id)).filter(node => node?.type !== STICKY_NOTE)
    const members = connectable.map(node => node?.name ?? '')
    const empty = () => new Map(members.map(name => [name, [] as string[]]))
    return { members, next: empty(), before: empty(), entries: new Set(), exits: new Set() }
  })
  const shapeOf = new Map(shapes.flatMap(shape => shape.members.map(name => [name, shape])))
  eachConnection(connections, (source, { node: target, kind }) => {
    const from = shapeOf.get(source)
    const to = shapeOf.get(target)
    if (from !== to) {
      if (kind === 'main') from?.exits.add(source)
      if (kind === 'main') to?.entries.add(target)
    } else if (source !== target) {
      from?.next.get(source)?.push(target)
      from?.before.get(target)?.push(source)
    }
  })
  for (const [index, shape] of shapes.entries()) {
    const { name = '', nodeIds = [] } = groups[index] ?? {}
    const triggers = nodeIds.map(id => nodeOfId.get(id)).filter(node => node !== undefined && isTrigger(node))
    if (triggers.length > 0) {
      return `Node group "${name}" cannot contain trigger nodes: ${triggers.map(node => node?.name).join(', ')}.`
    }
    const error = shapeError(shape)
    if (error === undefined) continue
    return `Node group "${name}" must form a single connected subgraph with a single entry and exit (${error}).`
  }
}

/** A way in leads to where the group begins, and there is one at most; likewise out. Every node of it is connected. */
function shapeError({ members, next, before, entries, exits }: Shape): string | undefined {
  const start = endError(ENTRY, entries, members, before)
  if (start) return start
  const end = endError(EXIT, exits, members, next)
  if (end) return end
  const [entry] = entries
  const [exit] = exits
  if (entry !== undefined && exit !== undefined && !reach([entry], [next]).has(exit)) return noPath(entry, exit)
  const first = members[0]
  if (first === undefined) return
  const connected = reach([first], [next, before])
  const apart = members.find(name => !connected.has(name))
  if (apart !== undefined) return noPath(first, apart)
}

const ENTRY = { several: 'multiple input nodes', middle: 'input edge to non-root node' }
const EXIT = { several: 'multiple output nodes', middle: 'output edge from non-leaf node' }

function endError(what: typeof ENTRY, crossed: Set<string>, members: string[], inside: Map<string, string[]>) {
  const isLoop = crossed.size === 1 && members.every(name => inside.get(name)?.length)
  const middle = [...crossed].find(name => inside.get(name)?.length)
  if (middle !== undefined && !isLoop) return `${what.middle}: "${middle}"`
  if (crossed.size > 1) return `${what.several}: ${quoted(crossed)}`
}

const noPath = (from: string, to: string) => `no path from "${from}" to "${to}"`

/** A few of them: there can be many. */
const quoted = (names: Iterable<string>) =>
  [...names]
    .slice(0, 5)
    .map(name => `"${name}"`)
    .join(', ')

function reach(from: string[], ways: Map<string, string[]>[]): Set<string> {
  const reached = new Set(from)
  for (const name of reached) for (const way of ways) for (const other of way.get(name) ?? []) reached.add(other)
  return reached
}
