import type { Node } from '../model/workflow.ts'
import type { Target, Wiring } from './graph.ts'
import type { NodeItem } from './item.ts'

/** Where the items of an input come from. */
export interface Source {
  previousNode: string
  previousNodeOutput: number
  previousNodeRun: number
}

/** A node that is to run, with its items. */
export interface StackEntry {
  node: Node
  data: { main: (NodeItem[] | null)[] }
  source: { main: (Source | null)[] } | null
  metadata?: Record<string, unknown>
}

/** The inputs of a node that have come, while others have not. */
export interface PartialInput {
  main: (NodeItem[] | null)[]
  source: (Source | null)[]
}

export interface QueueOptions {
  /** Whether a branch runs to its end before the next one. */
  isDepthFirst: boolean
  /** Whether each node runs once, after all that lead to it. */
  isMadeUp: boolean
  /** The nodes that wait for inputs, of an execution that goes on. */
  waiting: Iterable<[string, PartialInput]>
  /** Node → its runs so far. */
  runData: ReadonlyMap<string, readonly unknown[]>
}

/** The most runs of nodes that have run before, and of one node: a loop in a graph would never end. */
const MOST_REPEATED = 1000
const MOST_RUNS_OF_A_NODE = 100
export const TOO_OFTEN =
  `A node runs ${MOST_RUNS_OF_A_NODE} times at most, and all of them ${MOST_REPEATED} times again: ` +
  'what would follow is left out'

/** The nodes that are to run, in the order in which the service runs them, and those that wait for inputs. */
export function createNodeQueue(wiring: Wiring, { isDepthFirst, isMadeUp, waiting: waited, runData }: QueueOptions) {
  const { nodes, targets, inputs, sources } = wiring
  const stack = createStack(isDepthFirst)
  const waiting = new Map(waited)
  /** How often nodes have run or are to run. */
  const scheduled = new Map<string, number>()
  let repeated = 0

  /** Whether a node may run once more; counts it. */
  function schedule(name: string): boolean {
    const times = scheduled.get(name) ?? runData.get(name)?.length ?? 0
    if (times > 0) {
      if (isMadeUp ? runData.has(name) : repeated >= MOST_REPEATED || times >= MOST_RUNS_OF_A_NODE) return false
      repeated++
    }
    scheduled.set(name, times + 1)
    return true
  }

  function addInput(name: string, input: number, items: NodeItem[], source: Source) {
    const node = nodes.get(name) as Node
    if (isMadeUp && (sources.get(name) ?? 1) > 1) {
      const partial = waiting.get(name) ?? { main: [[]], source: [] }
      partial.main[0]?.push(...items)
      partial.source.push(source)
      waiting.set(name, partial)
      return
    }
    const wanted = inputs.get(name) ?? new Set()
    if (wanted.size <= 1) {
      stack.add({ node, data: { main: [items] }, source: { main: [source] } })
      return
    }
    const partial = waiting.get(name) ?? { main: [], source: [] }
    partial.main[input] = [...(partial.main[input] ?? []), ...items]
    partial.source[input] ??= source
    waiting.set(name, partial)
    if ([...wanted].every(other => partial.main[other])) {
      waiting.delete(name)
      stack.add(entryOf(node, partial))
    }
  }

  return {
    waiting,
    addFirst: stack.addFirst,
    /** The entries that have not run. */
    left: stack.left,
    /** The next node; once nothing else is to run, one with those of its inputs that have come. */
    take: (): StackEntry | undefined => stack.take() ?? takePartial(waiting, nodes),
    /** Adds the nodes that a run of a node leads to. Returns whether one was left out that has run too often. */
    addFollowing(name: string, run: number, main: readonly NodeItem[][]): boolean {
      const outputs = targets.get(name) ?? []
      const next: { node: string; input: number; items: NodeItem[]; source: Source }[] = []
      for (const [output, items] of main.entries()) {
        if (items.length === 0) continue
        for (const { node, input } of distinct(outputs[output] ?? [])) {
          next.push({
            node,
            input,
            items,
            source: { previousNode: name, previousNodeOutput: output, previousNodeRun: run },
          })
        }
      }
      if (isDepthFirst) next.sort((a, b) => byPosition(nodes.get(a.node), nodes.get(b.node)))
      let isTooOften = false
      for (const { node, input, items, source } of next) {
        if (schedule(node)) addInput(node, input, items, source)
        else isTooOften = !isMadeUp
      }
      return isTooOften
    },
  }
}

/** The entries that are to run: the last that was added first, or in their order. */
function createStack(isDepthFirst: boolean) {
  const entries: StackEntry[] = []
  let head = 0
  return {
    add: (entry: StackEntry) => entries.push(entry),
    addFirst(entry: StackEntry) {
      if (isDepthFirst) entries.push(entry)
      else entries.splice(head, 0, entry)
    },
    take: () => (isDepthFirst ? entries.pop() : head < entries.length ? entries[head++] : undefined),
    left: () => (isDepthFirst ? entries.toReversed() : entries.slice(head)),
  }
}

function entryOf(node: Node, { main, source }: PartialInput): StackEntry {
  const length = Math.max(main.length, 1)
  return {
    node,
    data: { main: Array.from({ length }, (_, input) => main[input] ?? []) },
    source: { main: source.length > length ? source : Array.from({ length }, (_, input) => source[input] ?? null) },
  }
}

function takePartial(waiting: Map<string, PartialInput>, nodes: Wiring['nodes']): StackEntry | undefined {
  for (const [name, partial] of waiting) {
    waiting.delete(name)
    const node = nodes.get(name)
    if (node) return entryOf(node, partial)
  }
  return undefined
}

const distinct = (targets: readonly Target[]) =>
  targets.filter(({ node, input }, at) => targets.findIndex(it => it.node === node && it.input === input) === at)

/** The upper node runs first, and of two on the same height the left one: it is added last. */
function byPosition(a: Node | undefined, b: Node | undefined): number {
  const [ax = 0, ay = 0] = placeOf(a)
  const [bx = 0, by = 0] = placeOf(b)
  return by - ay || bx - ax
}

const placeOf = (node: Node | undefined) =>
  Array.isArray(node?.position) ? node.position.map(place => Number(place) || 0) : []
