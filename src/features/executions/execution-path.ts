import type { Node, WorkflowRecord } from '../../model/workflow.ts'

/** A node that runs, in the order of the run. */
export interface Step {
  name: string
  node: Node
  /** The nodes that it takes its items from. */
  sources: string[]
  /** The output by which its items leave, of how many. */
  output: number
  outputs: number
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'

/**
 * The nodes that run when a workflow does, along its connections from a trigger. A node with several outputs takes the
 * one that leads to `towards`, or else the first that leads anywhere; one that is disabled always takes its first.
 *
 * @param towards a node that is to run
 */
export function executionPath(workflow: Pick<WorkflowRecord, 'nodes' | 'connections'>, towards?: string): Step[] {
  const nodes = new Map(workflow.nodes.filter(isWorking).map(node => [node.name ?? '', node]))
  const targets = new Map([...nodes.keys()].map(name => [name, outputsOf(workflow, name, nodes)]))
  const leading = towards === undefined ? undefined : nodesLeadingTo(towards, targets)
  const start = startOf(nodes, targets, name => leading?.has(name) ?? true)
  if (start === undefined) return []

  const taken = new Map<string, number>()
  const sources = new Map<string, string[]>([[start, []]])
  const found = [start]
  for (const name of found) {
    const outputs = targets.get(name) ?? []
    const output = nodes.get(name)?.disabled ? 0 : outputTaken(outputs, to => leading?.has(to) ?? false)
    taken.set(name, output)
    for (const to of outputs[output] ?? []) {
      if (!sources.has(to)) {
        sources.set(to, [])
        found.push(to)
      }
      sources.get(to)?.push(name)
    }
  }
  return inOrder(found, sources).map(name => ({
    name,
    node: nodes.get(name) as Node,
    sources: [...new Set(sources.get(name))],
    output: taken.get(name) ?? 0,
    outputs: Math.max(targets.get(name)?.length ?? 0, 1),
  }))
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

function outputTaken(outputs: string[][], isTowards: (name: string) => boolean) {
  const towards = outputs.findIndex(output => output.some(isTowards))
  if (towards >= 0) return towards
  return Math.max(
    outputs.findIndex(output => output.length > 0),
    0,
  )
}

/** A node, and all from which a run can come to it. */
function nodesLeadingTo(name: string, targets: Targets): Set<string> {
  const from = new Map<string, string[]>()
  for (const [source, outputs] of targets)
    for (const to of outputs.flat()) from.set(to, [...(from.get(to) ?? []), source])
  const found = new Set([name])
  for (const node of found) for (const source of from.get(node) ?? []) found.add(source)
  return found
}

/** A node comes after all of its sources; in a circle, the one that was found first begins. */
function inOrder(found: string[], sources: Map<string, string[]>): string[] {
  const missing = new Map(found.map(name => [name, new Set(sources.get(name)?.filter(source => source !== name))]))
  const followers = new Map<string, string[]>(found.map(name => [name, []]))
  for (const [name, left] of missing) for (const source of left) followers.get(source)?.push(name)
  const ordered = new Set<string>()
  const isReady = (name: string) => missing.get(name)?.size === 0
  for (const first of [...found.filter(isReady), ...found]) {
    if (ordered.has(first)) continue
    const open = [first]
    for (const name of open) {
      ordered.add(name)
      for (const follower of followers.get(name) ?? []) {
        missing.get(follower)?.delete(name)
        if (isReady(follower) && !ordered.has(follower)) open.push(follower)
      }
    }
  }
  return [...ordered]
}
