import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { boundedClosestName } from '../../../core/model/closest-name.ts'
import type { Node } from '../../../core/model/workflow.ts'
import { ancestorsOf, type Wiring, wiringOf, withReached } from '../../engine/graph.ts'
import { isTrigger } from '../../trials/trigger-input.ts'
import type { NodeCatalogue } from './node-catalogue.ts'
import type { NodeFacts } from './node-facts.ts'
import { type NodeParameters, parametersOf } from './node-values.ts'
import { readValues, type Surroundings, type Values } from './shown.ts'

/** A node with what is known of its type. */
export class KnownNode {
  readonly node: Node
  /** Its number in the workflow. */
  readonly number: number
  readonly name: string
  readonly version: number
  /** None for the types of other packages, and versions that are not known. */
  readonly facts: NodeFacts | undefined
  readonly isEnabled: boolean
  /** Whether it serves other nodes, such as a model or a tool. */
  readonly isSubNode: boolean
  #parameters: NodeParameters | undefined
  #read: Values | undefined

  constructor(node: Node & { name: string; type: string }, known: Pick<KnownNode, 'number' | 'facts' | 'isSubNode'>) {
    this.node = node
    this.name = node.name
    this.version = node.typeVersion ?? 1
    this.number = known.number
    this.facts = known.facts
    this.isSubNode = known.isSubNode
    this.isEnabled = node.disabled !== true
  }

  /** Its parameters with the defaults of those that are shown. */
  get values(): Values {
    return this.#all.values
  }

  /** Its parameters as they are given, without those that it does not read. */
  get read(): Values {
    const { values: given } = this.#given()
    const { facts, around } = this
    this.#read ??= facts ? readValues(facts.parameters, given, { values: around.root, around }) : given
    return this.#read
  }

  /** What conditions of its parameters look at. */
  get around(): Surroundings {
    return this.#all.around
  }

  /** Computed when it is first asked for: a large workflow is looked at node by node. */
  get #all(): NodeParameters {
    this.#parameters ??= this.facts ? parametersOf(this.node, this.facts, this.version) : this.#given()
    return this.#parameters
  }

  #given(): NodeParameters {
    const values = isRecord(this.node.parameters) ? this.node.parameters : {}
    return { values, around: { type: String(this.node.type), version: this.version, root: values } }
  }
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'

/** How many nodes are looked at to find out what can have run before what. */
const MAX_STEPS = 200_000

/** A workflow, as checks of several nodes look at it. */
export class KnownWorkflow {
  readonly nodes: readonly KnownNode[]
  readonly connections: Readonly<Record<string, unknown>>
  readonly wiring: Wiring
  readonly pinned: Readonly<Record<string, unknown>>
  readonly #byName: ReadonlyMap<string, KnownNode>
  readonly #starts: readonly string[]
  readonly #reached: ReadonlySet<string>
  readonly #served = new Map<string, string[]>()
  readonly #sources = new Map<string, { name: string; output: number }[]>()
  /** The nearest name, for as long as that is cheap. */
  readonly closest = boundedClosestName()
  /** Each costs as much as the workflow is large. */
  #lookUps: number

  constructor(workflow: Readonly<Record<string, unknown>>, catalogue: NodeCatalogue) {
    const given = recordsOf(workflow.nodes) as Node[]
    this.connections = isRecord(workflow.connections) ? workflow.connections : {}
    this.pinned = isRecord(workflow.pinData) ? workflow.pinData : {}
    this.wiring = wiringOf({ nodes: given, connections: this.connections })
    const serving = new Set([...this.wiring.subNodes.values()].flat().map(({ name }) => name))
    this.nodes = given.flatMap((node, number) => {
      const { name, type, typeVersion: version = 1 } = node
      if (typeof name !== 'string' || typeof type !== 'string' || type === STICKY_NOTE) return []
      const facts = catalogue.of(type, version)
      const isSubNode = serving.has(name) || isOfSubNodes(facts)
      return [new KnownNode({ ...node, name, type }, { number, facts, isSubNode })]
    })
    this.#byName = new Map(this.nodes.map(known => [known.name, known]))
    this.#starts = this.nodes.filter(one => one.isEnabled && startsRuns(one)).map(({ name }) => name)
    this.#reached = withReached([...this.#starts], this.wiring)
    this.#lookUps = Math.ceil(MAX_STEPS / (this.nodes.length + 1))
    for (const [served, subNodes] of this.wiring.subNodes)
      for (const { name } of subNodes) {
        const known = this.#served.get(name) ?? []
        known.push(served)
        this.#served.set(name, known)
      }
    for (const [name, outputs] of this.wiring.targets)
      for (const [output, targets] of outputs.entries())
        for (const { node } of targets) {
          const known = this.#sources.get(node) ?? []
          known.push({ name, output })
          this.#sources.set(node, known)
        }
  }

  get(name: string): KnownNode | undefined {
    return this.#byName.get(name)
  }

  /** Whether a run can come to a node; without a trigger it is not known what begins. */
  isReached({ name }: KnownNode): boolean {
    return this.#starts.length === 0 || this.#reached.has(name)
  }

  /** Whether one more check may go through the whole workflow. */
  mayLookUp(): boolean {
    return this.#lookUps-- > 0
  }

  /** The nodes that a node serves, and those that these serve. */
  servedBy(name: string): string[] {
    const found = new Set([name])
    for (const one of found) for (const served of this.#served.get(one) ?? []) found.add(served)
    found.delete(name)
    return [...found]
  }

  /** Whether a node never has run when another one does: each way to it leads through that one, or there is none. */
  isBehind(name: string, other: string): boolean {
    if (this.#starts.length === 0 || name === other || !this.mayLookUp()) return false
    const places = [other, ...this.servedBy(other)]
    if (places.some(place => ancestorsOf(place, this.wiring).has(name))) return false
    const found = new Set(this.#starts.filter(start => !places.includes(start)))
    for (const one of found)
      for (const { node } of this.wiring.targets.get(one)?.flat() ?? []) if (!places.includes(node)) found.add(node)
    return !found.has(name)
  }

  /** The nodes whose main outputs lead to a node. */
  sourcesOf(name: string): readonly { name: string; output: number }[] {
    return this.#sources.get(name) ?? []
  }
}

const startsRuns = ({ node, facts }: KnownNode) =>
  isTrigger(node) ||
  (facts !== undefined && Array.isArray(facts.inputs) && facts.inputs.length === 0 && isOutMain(facts))

const isOutMain = ({ outputs }: NodeFacts) =>
  !Array.isArray(outputs) || outputs.some(({ type }: { type: string }) => type === 'main')

/** Whether nodes of a type serve others. */
export const isOfSubNodes = (facts: NodeFacts | undefined) =>
  facts !== undefined && Array.isArray(facts.outputs) && facts.outputs.length > 0 && !isOutMain(facts)
