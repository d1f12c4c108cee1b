import type { Connections, Node } from '../../model/workflow.ts'

/** What is found is told up to this many characters; a graph of megabytes can have a finding at each place. */
const MOST_CHARACTERS = 100_000

/**
 * What is wrong with a graph, each as `<path> (<code>): <text>`; empty if nothing is. Nodes come first, then connections;
 * duplicates and references to nothing are looked for only where all shapes are right. Takes time in proportion to the
 * graph's size. The nodes themselves have passed the check of the body.
 *
 * @example
 * structureFindings([{ name: 'A', type: 'x', position: [0, 0] }], { B: {} })
 * // ['connections.B (unknown_connection_source): Connection source "B" does not reference an existing node']
 */
export function structureFindings(nodes: readonly Node[], connections: Connections): string[] {
  const shapes = collect(shapeFindings(nodes, connections))
  return shapes.length > 0 ? shapes : collect(referenceFindings(nodes, connections))
}

/** The findings as the service words them: the text of a 400. `undefined` where there are none. */
export function structureRefusal(nodes: readonly Node[], connections: Connections): string | undefined {
  const findings = structureFindings(nodes, connections)
  return findings.length > 0 ? `Workflow structure is invalid. ${findings.join('; ')}` : undefined
}

function collect(findings: Iterable<string>): string[] {
  const collected: string[] = []
  let length = 0
  for (const finding of findings) {
    length += finding.length
    if (length > MOST_CHARACTERS && collected.length > 0) return [...collected, 'and more']
    collected.push(finding)
  }
  return collected
}

function* shapeFindings(nodes: readonly Node[], connections: Connections): Generator<string> {
  for (const [index, node] of nodes.entries()) yield* nodeFindings(node, `nodes[${index}]`)
  for (const [source, outputs] of Object.entries(connections)) yield* outputsFindings(outputs, `connections.${source}`)
}

function* nodeFindings({ name, type, position }: Node, path: string): Generator<string> {
  if (name === undefined) yield `${path}.name (invalid_type): Required`
  if (name === '') yield `${path}.name (too_small): String must contain at least 1 character(s)`
  if (type === undefined) yield `${path}.type (invalid_type): Required`
  if (position === undefined) yield `${path}.position (invalid_type): Required`
  else if (position.length < 2) yield `${path}.position (too_small): Array must contain at least 2 element(s)`
  else if (position.length > 2) yield `${path}.position (too_big): Array must contain at most 2 element(s)`
}

function* outputsFindings(outputs: unknown, path: string): Generator<string> {
  if (!isObject(outputs)) return yield expected(path, 'object', outputs)
  for (const [kind, slots] of Object.entries(outputs)) {
    if (!Array.isArray(slots)) yield expected(`${path}.${kind}`, 'array', slots)
    else yield* slotsFindings(slots, `${path}.${kind}`)
  }
}

function* slotsFindings(slots: unknown[], path: string): Generator<string> {
  for (const [index, slot] of slots.entries()) {
    if (slot === null) continue
    if (!Array.isArray(slot)) yield expected(`${path}[${index}]`, 'array', slot)
    else for (const [at, target] of slot.entries()) yield* targetFindings(target, path, index, at)
  }
}

function* targetFindings(target: unknown, slots: string, index: number, at: number): Generator<string> {
  if (!isObject(target)) return yield expected(`${slots}[${index}][${at}]`, 'object', target)
  for (const [key, kind] of TARGET_KEYS) {
    if (typeof target[key] !== kind) yield expected(`${slots}[${index}][${at}].${key}`, kind, target[key])
  }
}

const TARGET_KEYS = [
  ['node', 'string'],
  ['type', 'string'],
  ['index', 'number'],
] as const

function* referenceFindings(nodes: readonly Node[], connections: Connections): Generator<string> {
  const names = new Set<string>()
  const nameOfId = new Map<string, string>()
  for (const [index, { id, name = '' }] of nodes.entries()) {
    const first = id ? nameOfId.get(id) : undefined
    if (first !== undefined) {
      yield `nodes[${index}].id (duplicate_node_id): Nodes "${first}" and "${name}" share the node ID "${id}"`
    } else if (id) nameOfId.set(id, name)
    if (names.has(name)) yield `nodes[${index}].name (duplicate_node_name): Duplicate node name "${name}"`
    names.add(name)
  }
  const known = new Set<unknown>(Object.keys(connections).filter(source => !names.has(source)))
  for (const { source, target, path } of listConnections(connections)) {
    if (target === undefined && known.has(source)) {
      yield `connections.${source} (unknown_connection_source): Connection source "${source}" does not reference an existing node`
    }
    if (target !== undefined && !names.has(target)) {
      yield `${path()}.node (unknown_connection_target): Connection target "${target}" does not reference an existing node`
    }
  }
}

/** A connection of a graph whose shapes are right; for each source first one without a target. */
interface Connection {
  source: string
  kind: string
  target: string | undefined
  path(): string
}

/** The connections in their order. Paths are text only where somebody asks: there can be many with a long one. */
export function* listConnections(connections: Connections): Generator<Connection> {
  for (const [source, outputs] of Object.entries(connections)) {
    yield { source, kind: '', target: undefined, path: () => `connections.${source}` }
    if (!isObject(outputs)) continue
    for (const [kind, slots] of Object.entries(outputs)) {
      if (!Array.isArray(slots)) continue
      for (const [index, slot] of slots.entries()) {
        if (!Array.isArray(slot)) continue
        for (const [at, target] of slot.entries()) {
          if (!isObject(target) || typeof target.node !== 'string') continue
          yield { source, kind, target: target.node, path: () => `connections.${source}.${kind}[${index}][${at}]` }
        }
      }
    }
  }
}

const expected = (path: string, kind: string, value: unknown) =>
  `${path} (invalid_type): ${value === undefined ? 'Required' : `Expected ${kind}, received ${kindOf(value)}`}`

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
