import { isRecord } from '../../core/base/is-record.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'

/** What is run: nodes and what leads where. */
export type Graph = Pick<WorkflowRecord, 'nodes' | 'connections'>

/** Where an output leads: a node, and which of its inputs. */
export interface Target {
  node: string
  /** `undefined` where the connection names none: nothing comes to the node then, and it does not run. */
  input: number | undefined
}

/** A graph in the form in which it is run; read once for a graph, since a schedule runs the same one many times. */
export interface Wiring {
  connections: unknown
  nodes: ReadonlyMap<string, Node>
  /** Node → its outputs → where they lead. */
  targets: ReadonlyMap<string, Target[][]>
  /** Node → its inputs → the nodes that lead to them; of a node that nothing leads to, none. */
  sources: ReadonlyMap<string, string[][]>
  /** Node → the first node that it leads to and that the workflow does not have. */
  lost: ReadonlyMap<string, string>
  /** Why the service runs nothing of the workflow, where it cannot go through all connections. */
  issue: string | undefined
  /** Node → the nodes that serve it by a connection of their own, such as its model, memory and tools. */
  subNodes: ReadonlyMap<string, readonly SubNode[]>
  /** Node → the nodes from which a run can reach it, without itself; filled as it is asked for. */
  ancestors: Map<string, ReadonlySet<string>>
  /** Trigger → the nodes that a run from it can reach; filled as it is asked for. */
  reached: Map<string, ReadonlySet<string>>
}

/** A node that serves another one. */
export interface SubNode {
  name: string
  /** Such as `ai_languageModel`. */
  connection: string
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'
const MAX_INPUTS = 100
const MAX_REMEMBERED = 100
/** Longer chains are cut when nodes before another are listed. */
const MAX_DEPTH = 1000
const wirings = new WeakMap<Graph['nodes'], Wiring>()

export function wiringOf({ nodes: given, connections }: Graph): Wiring {
  const known = wirings.get(given)
  if (known?.connections === connections) return known
  const working = given.filter(({ name, type }) => name !== undefined && type !== STICKY_NOTE).map(withParameters)
  const nodes = new Map(working.map(node => [node.name ?? '', node]))
  const targets = new Map([...nodes.keys()].map(name => [name, targetsOf(connections, name, nodes)]))
  const wiring = {
    connections,
    nodes,
    targets,
    sources: sourcesOf(targets),
    lost: lostTargets(connections, [...nodes.keys()], new Set(given.map(({ name }) => name))),
    issue: issueOf(connections),
    subNodes: subNodesOf(connections, nodes),
    ancestors: new Map(),
    reached: new Map(),
  }
  wirings.set(given, wiring)
  return wiring
}

/** A document may hold anything for the parameters of a node. */
const withParameters = (node: Node): Node =>
  node.parameters === undefined || isRecord(node.parameters) ? node : { ...node, parameters: {} }

/** Connections may hold anything. What is connected twice gets everything twice. */
function targetsOf(connections: Graph['connections'], name: string, nodes: ReadonlyMap<string, Node>): Target[][] {
  const main = Object.hasOwn(connections, name) ? (connections[name] as { main?: unknown } | null)?.main : undefined
  if (!Array.isArray(main)) return []
  return main.map(output =>
    (Array.isArray(output) ? output : [])
      .filter(target => typeof target?.node === 'string' && nodes.has(target.node))
      .map((target): Target => ({ node: target.node, input: inputOf(target.index) })),
  )
}

function lostTargets(connections: Graph['connections'], names: readonly string[], known: ReadonlySet<unknown>) {
  const lost = new Map<string, string>()
  for (const name of names) {
    const main = Object.hasOwn(connections, name) ? (connections[name] as { main?: unknown } | null)?.main : undefined
    const targets = (Array.isArray(main) ? main : []).flatMap(output => (Array.isArray(output) ? output : []))
    const first = targets.find(target => target !== null && !known.has(target?.node))
    if (first !== undefined) lost.set(name, String(first.node ?? ''))
  }
  return lost
}

/** Why a workflow is not run at all: the service goes through all connections, and one of them is no list of targets. */
function issueOf(connections: unknown): string | undefined {
  for (const outputsByType of Object.values(connections ?? {})) {
    if (outputsByType === null) return 'Cannot convert undefined or null to object'
    for (const outputs of Object.values(outputsByType as object)) {
      for (const targets of Object.values(outputs ?? {})) {
        if (targets === null || typeof targets === 'string') continue
        if (!Array.isArray(targets)) {
          const what = typeof targets === 'object' ? 'object' : `${typeof targets} ${targets}`
          return `${what} is not iterable (cannot read property Symbol(Symbol.iterator))`
        }
        if (targets.includes(null)) return "Cannot read properties of null (reading 'node')"
      }
    }
  }
  return undefined
}

/**
 * The input that a connection names by its `index`, also by a text of digits; `undefined` where it names none. Some versions
 * create such connections, and what is sent by them does not arrive.
 */
export function inputOf(index: unknown): number | undefined {
  const isNamed =
    typeof index === 'number' ? Number.isInteger(index) && index >= 0 : /^(0|[1-9]\d*)$/.test(textOf(index))
  return isNamed ? Math.min(Number(index), MAX_INPUTS - 1) : undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function sourcesOf(targets: Wiring['targets']): Map<string, string[][]> {
  const sources = new Map<string, string[][]>()
  for (const [source, outputs] of targets) {
    for (const { node, input } of outputs.flat()) {
      const inputs = sources.get(node) ?? []
      if (input !== undefined) {
        while (inputs.length <= input) inputs.push([])
        inputs[input]?.push(source)
      }
      sources.set(node, inputs)
    }
  }
  return sources
}

function subNodesOf(connections: Graph['connections'], nodes: ReadonlyMap<string, Node>) {
  const subNodes = new Map<string, SubNode[]>()
  for (const name of nodes.keys()) {
    const outputs = Object.hasOwn(connections, name) ? connections[name] : undefined
    for (const [connection, served] of Object.entries(isRecord(outputs) ? outputs : {})) {
      if (connection === 'main' || !Array.isArray(served)) continue
      for (const target of served.flat()) {
        if (!isRecord(target) || typeof target.node !== 'string' || !nodes.has(target.node)) continue
        if (inputOf(target.index) === undefined) continue
        const known = subNodes.get(target.node) ?? []
        known.push({ name, connection })
        subNodes.set(target.node, known)
      }
    }
  }
  return subNodes
}

/** The nodes from which a run can reach a node, without itself. */
export function ancestorsOf(name: string, { sources, ancestors }: Wiring): ReadonlySet<string> {
  const known = ancestors.get(name)
  if (known) return known
  const found = new Set([name])
  for (const node of found) for (const source of sources.get(node)?.flat() ?? []) found.add(source)
  found.delete(name)
  if (ancestors.size < MAX_REMEMBERED) ancestors.set(name, found)
  return found
}

/**
 * The nodes from which a run can reach a node, in the order in which the service lists them: the farthest first, each
 * before those that it leads to.
 */
export function connectedBefore(name: string, { sources }: Wiring): readonly string[] {
  const path = new Set<string>()
  const known = new Map<string, string[]>()
  const collect = (node: string): string[] => {
    const found = known.get(node)
    if (found) return found
    let listed: string[] = []
    if (path.size >= MAX_DEPTH) return []
    path.add(node)
    for (const source of sources.get(node)?.flat() ?? []) {
      if (path.has(source)) continue
      const before = collect(source)
      const added = new Set([...before, source])
      listed = [...before, source, ...listed.filter(other => !added.has(other))]
    }
    path.delete(node)
    known.set(node, listed)
    return listed
  }
  return collect(name)
}

/** Whether a run that begins at one node can reach another, or one that it serves. */
export function leadsTo(graph: Graph, start: string, node: string): boolean {
  const wiring = wiringOf(graph)
  return wiring.nodes.has(start) && reachedFrom(start, wiring).has(node)
}

function reachedFrom(start: string, wiring: Wiring): ReadonlySet<string> {
  const { reached } = wiring
  const known = reached.get(start)
  if (known) return known
  const found = withReached([start], wiring)
  if (reached.size < MAX_REMEMBERED) reached.set(start, found)
  return found
}

/** Nodes, those that runs from them can reach, and those that serve any of these. */
export function withReached(starts: readonly string[], { targets, subNodes }: Wiring): ReadonlySet<string> {
  const found = new Set(starts)
  for (const name of found) {
    for (const { node } of targets.get(name)?.flat() ?? []) found.add(node)
    for (const { name: served } of subNodes.get(name) ?? []) found.add(served)
  }
  return found
}

/** Where a run begins whose trigger is unknown: best at an enabled trigger, else at a node that nothing leads to. */
export function startOf({ nodes, targets, sources }: Wiring, isWanted: (name: string) => boolean): string | undefined {
  const starts = [...nodes.keys()].filter(name => !sources.has(name) && isWanted(name))
  const isTrigger = (name: string) => {
    const node = nodes.get(name)
    return !node?.disabled && /trigger|webhook/i.test(node?.type ?? '')
  }
  return (
    starts.find(isTrigger) ??
    starts.find(name => targets.get(name)?.some(output => output.length)) ??
    starts[0] ??
    [...nodes.keys()].find(isWanted)
  )
}

/** The first output that leads anywhere. */
export const firstLeading = (outputs: readonly Target[][]) =>
  Math.max(
    outputs.findIndex(output => output.length > 0),
    0,
  )
