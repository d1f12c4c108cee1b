import type { NodeItem, NodeRun, PartialInput, Source, StackEntry } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { nodesForced } from './forced-nodes.ts'
import { ancestorsOf, type Target, type Wiring } from './graph.ts'

export interface QueueOptions {
  wiring: Wiring
  /** Whether a branch runs to its end before the next one (`executionOrder` v1). */
  isDepthFirst: boolean
  /** Whether a node needs all of its inputs, where it has several. */
  needsAll(node: Node): boolean
  /** The nodes that wait for inputs, of an execution that goes on. */
  waiting: readonly [string, PartialInput][]
  /** Node → its runs so far. */
  runData: ReadonlyMap<string, readonly NodeRun[]>
}

/** An output that is put into an input. */
interface Delivery extends Target {
  items: NodeItem[]
  source: Source
}

/** The nodes that are to run, in the order in which the service runs them, and those that wait for inputs. */
export class NodeQueue {
  readonly #options: QueueOptions
  /** With depth first the next one stands last. */
  readonly #entries: StackEntry[] = []
  #head = 0
  /** Node → its sets of inputs by number. */
  readonly #waiting = new Map<string, Map<number, PartialInput>>()

  constructor(options: QueueOptions) {
    this.#options = options
    for (const [name, partial] of options.waiting) {
      const partials = this.#waitingOf(name)
      partials.set(partials.size, partial)
    }
  }

  /** The sets of inputs that wait, node by node. */
  get waiting(): [string, PartialInput][] {
    return [...this.#waiting].flatMap(([name, partials]) =>
      Array.from(partials.values(), (partial): [string, PartialInput] => [name, partial]),
    )
  }

  /** The entries that have not run, in the order in which they would. */
  get left(): StackEntry[] {
    return this.#options.isDepthFirst ? this.#entries.toReversed() : this.#entries.slice(this.#head)
  }

  addFirst(entry: StackEntry) {
    if (this.#options.isDepthFirst) this.#entries.push(entry)
    else this.#entries.splice(this.#head, 0, entry)
  }

  /** The next node. */
  take(): StackEntry | undefined {
    if (this.#options.isDepthFirst) return this.#entries.pop()
    return this.#head < this.#entries.length ? this.#entries[this.#head++] : undefined
  }

  /** Adds the nodes that a run of a node leads to. Without depth first, a second input gets an empty output too. */
  addFollowing(name: string, run: number, main: readonly (NodeItem[] | null)[]) {
    const { wiring, isDepthFirst } = this.#options
    const deliveries: Delivery[] = []
    for (const [output, targets] of (wiring.targets.get(name) ?? []).entries()) {
      const items = main[output]
      if (!items) continue
      for (const target of targets) {
        if (items.length === 0 && (isDepthFirst || target.input === 0)) continue
        const source = { previousNode: name, previousNodeOutput: output, previousNodeRun: run }
        deliveries.push({ ...target, items, source })
      }
    }
    if (isDepthFirst) deliveries.sort((a, b) => byPosition(wiring.nodes.get(a.node), wiring.nodes.get(b.node)))
    for (const delivery of deliveries) this.#deliver(delivery)
    if (this.left.length === 0) this.#addPartial()
  }

  #deliver({ node: name, input, items, source }: Delivery) {
    const node = this.#options.wiring.nodes.get(name) as Node
    const count = this.#options.wiring.sources.get(name)?.length ?? 1
    if (count <= 1) {
      this.#entries.push({ node, data: { main: input === undefined ? [] : [items] }, source: { main: [source] } })
      return
    }
    const isFirst = !this.#waiting.has(name)
    const partials = this.#waitingOf(name)
    const number = Array.from(partials.keys())
      .toSorted((a, b) => a - b)
      .find(key => input === undefined || !partials.get(key)?.main[input])
    // a number may be taken again, and then replaces what waits there: so does the service
    const key = number ?? partials.size
    const known = number === undefined ? undefined : partials.get(number)
    const partial = known ?? { main: Array(count).fill(null), source: Array(count).fill(null) }
    partials.set(key, partial)
    // a stored one may have a place for fewer inputs
    while (partial.main.length < count) partial.main.push(null)
    while (partial.source.length < count) partial.source.push(null)
    if (input !== undefined) {
      partial.main[input] = items
      partial.source[input] = source
    }
    if (partial.main.includes(null)) {
      if (isFirst && !this.#options.isDepthFirst) this.#force(name, source, items)
      return
    }
    this.#remove(name, key)
    this.#entries.push({ node, data: { main: partial.main }, source: { main: partial.source } })
  }

  #force(name: string, source: Source, items: readonly NodeItem[]) {
    const { wiring, runData } = this.#options
    const isReady = (other: string) => this.left.some(({ node }) => node.name === other)
    for (const forced of nodesForced(name, source, items, { wiring, runData, isReady })) {
      const node = wiring.nodes.get(forced) as Node
      this.#entries.push({ node, data: { main: [[{ json: {} }]] }, source: { main: [source] } })
    }
  }

  /** Once nothing else is to run, a node that waits runs with what has come, unless one that leads to it waits too. */
  #addPartial(): void {
    const { wiring } = this.#options
    let names = [...this.#waiting.keys()]
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string
      const node = wiring.nodes.get(name)
      const partials = this.#waiting.get(name)
      const [number] = Array.from(partials?.keys() ?? []).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
      const partial = number === undefined ? undefined : partials?.get(number)
      if (!node || number === undefined || !partial || this.#isHeld(node, name, partial)) continue
      this.#remove(name, number)
      const main = partial.main.map(items => items ?? [])
      if (main.some(items => items.length > 0)) {
        this.#entries.push({ node, data: { main }, source: { main: partial.source } })
        return
      }
      names = [...this.#waiting.keys()]
      at = -1
    }
  }

  #isHeld(node: Node, name: string, { main }: PartialInput): boolean {
    const { wiring, isDepthFirst, needsAll } = this.#options
    if (isDepthFirst && needsAll(node) && main.slice(0, 2).includes(null)) return true
    const ancestors = ancestorsOf(name, wiring)
    for (const other of this.#waiting.keys()) if (ancestors.has(other)) return true
    return false
  }

  #waitingOf(name: string): Map<number, PartialInput> {
    const known = this.#waiting.get(name)
    if (known) return known
    const made = new Map<number, PartialInput>()
    this.#waiting.set(name, made)
    return made
  }

  #remove(name: string, number: number) {
    const partials = this.#waiting.get(name)
    partials?.delete(number)
    if (partials?.size === 0) this.#waiting.delete(name)
  }
}

/** The upper node runs first, and of two on the same height the left one: it is added last. */
export function byPosition(a: Node | undefined, b: Node | undefined): number {
  const [ax = 0, ay = 0] = positionOf(a)
  const [bx = 0, by = 0] = positionOf(b)
  return by - ay || bx - ax
}

const positionOf = (node: Node | undefined) =>
  Array.isArray(node?.position) ? node.position.map(place => Number(place) || 0) : []
