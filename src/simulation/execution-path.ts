import type { Node, WorkflowRecord } from '../model/workflow.ts'
import type { Item } from './item.ts'
import { emptyOutput, type NodeOutput, nodeOutput, readsParameters } from './node-output.ts'
import { createRunBudget } from './run-budget.ts'

/** A node that runs, in the order of the run. */
export interface Step {
  name: string
  node: Node
  /** The nodes that it takes its items from. */
  sources: string[]
  /** The items that leave by each of its outputs. */
  main: Item[][]
  /** What was left open, because only code could tell it. */
  hints: string[]
}

/** How a run begins, and where it is to lead. */
export interface PathOptions {
  /** A node that is to run. */
  towards?: string | undefined
  /** The trigger, and what it puts out by which output; found where left out. */
  start?: { node: string; items: Item[]; output?: number } | undefined
}

type Graph = Pick<WorkflowRecord, 'nodes' | 'connections'> & { pinData?: unknown }

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'

/**
 * The nodes that run when a workflow does, along its connections from a trigger, each at most once, with the items that
 * they put out. A node with several outputs takes the one that leads to `towards`; else the one that its conditions name,
 * where they can be decided without code; else the first that leads anywhere. One that is disabled takes its first.
 */
export function executionPath(workflow: Graph, { towards, start: given }: PathOptions = {}): Step[] {
  const wiring = wiringOf(workflow)
  const { nodes, targets } = wiring
  const leading = towards === undefined ? undefined : nodesLeadingTo(towards, targets)
  const start = given?.node ?? startOf(nodes, targets, name => leading?.has(name) ?? true)
  if (start === undefined || !nodes.has(start)) return []

  const budget = createRunBudget()
  function putBy(node: Node, into: Received[], options: Parameters<typeof nodeOutput>[2]): NodeOutput {
    if (budget.isSpent) return emptyOutput(options.first)
    const items = into.flatMap(({ items }) => items).slice(0, MOST_ITEMS)
    const reads = options.pinned === undefined && readsParameters(node)
    if (reads && !budget.canRead(node.parameters, items.length)) return emptyOutput(options.first)
    const put = nodeOutput(node, items.length ? items : [{}], options)
    return budget.canKeep(put.main.flat()) ? put : emptyOutput(options.first)
  }

  const steps: Step[] = []
  const received = new Map<string, Received[]>([[start, []]])
  for (const name of orderFrom(start, wiring)) {
    const node = nodes.get(name) as Node
    const into = received.get(name)
    if (!into) continue
    const outputs = targets.get(name) ?? []
    const forced = leading ? outputs.findIndex(output => output.some(to => leading.has(to))) : -1
    const isTrigger = name === given?.node
    const first = isTrigger ? (given?.output ?? 0) : node.disabled ? 0 : forced >= 0 ? forced : firstLeading(outputs)
    const pinned = isTrigger ? given?.items : node.disabled ? undefined : pinnedItems(workflow.pinData, name)
    const put = putBy(node, into, { first, pinned, isForced: forced >= 0 })
    while (put.main.length < Math.max(outputs.length, 1)) put.main.push([])
    steps.push({ name, node, sources: into.map(({ from }) => from), ...put })
    for (const [to, items] of handedOn(outputs, put.main)) {
      const before = received.get(to)
      if (before) before.push({ from: name, items })
      else received.set(to, [{ from: name, items }])
    }
  }
  return steps
}

/** What a node gets from another. */
interface Received {
  from: string
  items: Item[]
}

/** Where branches meet again items add up: a node gets so many at most. */
const MOST_ITEMS = 1000

/** The items that each of the next nodes gets. */
function handedOn(outputs: string[][], main: Item[][]): Map<string, Item[]> {
  const handed = new Map<string, Item[]>()
  for (const [output, items] of main.entries()) {
    if (items.length === 0) continue
    for (const to of new Set(outputs[output])) {
      const before = handed.get(to)
      handed.set(to, before ? [...before, ...items] : items)
    }
  }
  return handed
}

/** Whether a run that begins at one node can come to another. */
export function leadsTo(workflow: Graph, start: string, node: string): boolean {
  const wiring = wiringOf(workflow)
  return wiring.nodes.has(start) && orderFrom(start, wiring).has(node)
}

/** What of a graph does not depend on items: found once, since a schedule runs the same graph many times. */
interface Wiring {
  connections: unknown
  nodes: Map<string, Node>
  targets: Targets
  /** Trigger → the nodes that a run from it may come to, in order. */
  orders: Map<string, ReadonlySet<string>>
}

const MOST_ORDERS = 100
const wirings = new WeakMap<Graph['nodes'], Wiring>()

function wiringOf(workflow: Graph): Wiring {
  const { connections } = workflow
  const known = wirings.get(workflow.nodes)
  if (known?.connections === connections) return known
  const nodes = new Map(workflow.nodes.filter(isWorking).map(node => [node.name ?? '', node]))
  const targets = new Map([...nodes.keys()].map(name => [name, outputsOf(workflow, name, nodes)]))
  const wiring = { connections, nodes, targets, orders: new Map() }
  wirings.set(workflow.nodes, wiring)
  return wiring
}

/** All nodes that a run from here may come to, each after those that lead to it. */
function orderFrom(start: string, { orders, targets }: Wiring): ReadonlySet<string> {
  const order = orders.get(start) ?? reachable(start, targets)
  if (orders.size < MOST_ORDERS) orders.set(start, order)
  return order
}

function reachable(start: string, targets: Targets): Set<string> {
  const sources = new Map<string, string[]>([[start, []]])
  const found = [start]
  for (const name of found) {
    for (const to of targets.get(name)?.flat() ?? []) {
      if (!sources.has(to)) {
        sources.set(to, [])
        found.push(to)
      }
      if (to !== start) sources.get(to)?.push(name)
    }
  }
  return inOrder(found, sources)
}

function pinnedItems(pinData: unknown, name: string): Item[] | undefined {
  if (typeof pinData !== 'object' || pinData === null || !Object.hasOwn(pinData, name)) return undefined
  const pinned = (pinData as Record<string, unknown>)[name]
  return Array.isArray(pinned) ? pinned.map(item => item?.json ?? item ?? {}) : undefined
}

type Targets = ReadonlyMap<string, string[][]>

const isWorking = ({ name, type }: Node) => name !== undefined && type !== STICKY_NOTE

/** The names of the nodes that each main output of a node leads to. Connections may hold anything. */
function outputsOf({ connections }: Pick<WorkflowRecord, 'connections'>, name: string, nodes: Map<string, Node>) {
  const main = Object.hasOwn(connections, name) ? (connections[name] as { main?: unknown } | null)?.main : undefined
  if (!Array.isArray(main)) return []
  return main.map(output =>
    (Array.isArray(output) ? output : [])
      .map(target => target?.node)
      .filter((target): target is string => typeof target === 'string' && nodes.has(target)),
  )
}

/** Where it starts: best at an enabled trigger, else at a node that nothing leads to. */
function startOf(nodes: Map<string, Node>, targets: Targets, isWanted: (name: string) => boolean) {
  const led = new Set([...targets.values()].flat(2))
  const starts = [...nodes.keys()].filter(name => !led.has(name) && isWanted(name))
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

const firstLeading = (outputs: string[][]) =>
  Math.max(
    outputs.findIndex(output => output.length > 0),
    0,
  )

/** A node, and all from which a run can come to it. */
function nodesLeadingTo(name: string, targets: Targets): Set<string> {
  const from = new Map<string, string[]>()
  for (const [source, outputs] of targets) {
    for (const to of outputs.flat()) {
      const sources = from.get(to)
      if (sources) sources.push(source)
      else from.set(to, [source])
    }
  }
  const found = new Set([name])
  for (const node of found) for (const source of from.get(node) ?? []) found.add(source)
  return found
}

/** A node comes after all of its sources; in a circle, the one that was found first begins. */
function inOrder(found: string[], sources: Map<string, string[]>): Set<string> {
  const missing = new Map(found.map(name => [name, new Set(sources.get(name)?.filter(source => source !== name))]))
  const followers = new Map<string, string[]>(found.map(name => [name, []]))
  for (const [name, left] of missing) for (const source of left) followers.get(source)?.push(name)
  const ordered = new Set<string>()
  const isReady = (name: string) => missing.get(name)?.size === 0
  for (const first of [...found.filter(isReady), ...found]) {
    const open = [first]
    for (const name of open) {
      ordered.add(name)
      for (const follower of followers.get(name) ?? []) {
        missing.get(follower)?.delete(name)
        if (isReady(follower) && !ordered.has(follower)) open.push(follower)
      }
    }
  }
  return ordered
}
