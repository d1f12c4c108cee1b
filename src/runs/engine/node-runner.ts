import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem, NodeRun, Source } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { ExpressionFailure, InvalidTime, LimitReached } from '../expressions/failure.ts'
import type { RealmInterface } from '../expressions/realm.ts'
import type { Before, NodeScope, RunScope } from '../expressions/scope.ts'
import type { HttpAnswer, HttpPlayer, SentRequest, WireRequest } from '../nodes/tools/http-mock.ts'
import {
  type CodeOptions,
  type Decision,
  type FileDescription,
  type InstanceAccess,
  type NodeContext,
  NodeFailure,
} from '../nodes/tools/node-context.ts'
import { ancestorsOf, wiringOf } from './graph.ts'
import type { RunAccess, RunWorkflow } from './job.ts'
import type { RunLimits } from './limits.ts'
import { versionOf } from './node-parameters.ts'
import { RunStopped } from './run-errors.ts'

/** What all nodes of a run have in common. */
export interface RunParts {
  workflow: RunWorkflow
  scope: RunScope
  limits: RunLimits
  access: RunAccess
  /** Where expressions are evaluated; open from the beginning where the workflow has any. */
  realm(): RealmInterface | undefined
  openRealm(): Promise<RealmInterface>
  random(): number
  /** Node → what it remembers within the run; changed by its node. */
  memory: Record<string, Record<string, unknown>>
  /** Branch node → what it decided; left out where it is not asked for. */
  decisions: Record<string, Decision[]> | undefined
  /** Answers HTTP requests. */
  http: HttpPlayer
  /** Stands before the names of nodes in requests: `Notify/` in a called workflow. */
  prefix: string
}

/** One run of a node. */
export interface Turn {
  node: Node
  runIndex: number
  inputs: readonly (readonly NodeItem[])[]
  /** What expressions see, also of a node that runs once; left out where it is the same. */
  allInputs?: readonly (readonly NodeItem[])[]
  sources: readonly (Source | null)[]
  connectedOutputs: number
}

const MAX_DECISIONS = 100

type Hint = NodeRun['hints'][number]

/** A node in its turn: reads its parameters by the realm of the run. */
export class NodeRunner implements NodeContext {
  readonly node: Node
  readonly typeVersion: number
  readonly inputs: readonly (readonly NodeItem[])[]
  readonly items: readonly NodeItem[]
  readonly sources: readonly (Source | null)[]
  readonly runIndex: number
  readonly connectedOutputs: number
  readonly onError: NodeContext['onError']
  readonly workflow: NodeContext['workflow']
  readonly execution: NodeContext['execution']
  readonly instance: InstanceAccess
  readonly #parts: RunParts
  readonly #scope: NodeScope
  readonly #hints = new Map<string, Hint>()
  /** Bytes that it has counted of what it is about to put out. */
  #made = 0

  constructor({ node, runIndex, inputs, allInputs = inputs, sources, connectedOutputs }: Turn, parts: RunParts) {
    this.#parts = parts
    this.node = node
    this.typeVersion = versionOf(node)
    this.inputs = inputs
    this.items = inputs[0] ?? []
    this.sources = sources
    this.runIndex = runIndex
    this.connectedOutputs = connectedOutputs
    this.onError = onErrorOf(node)
    const { id, name, settings } = parts.workflow
    this.workflow = { id, name, settings: isRecord(settings) ? settings : {} }
    this.execution = parts.scope.execution
    this.instance = withFilesOf(parts)
    this.#scope = {
      run: parts.scope,
      node,
      runIndex,
      inputs: allInputs,
      sources,
      contextOf: other => (Object.hasOwn(parts.memory, other) ? (parts.memory[other] ?? {}) : {}),
    }
  }

  get now() {
    return this.#parts.scope.now
  }

  get zone() {
    return this.#parts.scope.zone
  }

  get hints(): Hint[] {
    return [...this.#hints.values()]
  }

  get memory(): Record<string, unknown> {
    return partOf(this.#parts.memory, this.node.name ?? '', () => ({}))
  }

  get staticData(): Record<string, unknown> {
    return partOf<Record<string, unknown>>(this.#parts.scope.staticData, `node:${this.node.name}`, () => ({}))
  }

  parameter(path: string, itemIndex: number, fallback?: unknown): unknown {
    const stored = this.stored(path)
    return stored === undefined ? fallback : this.#evaluateAll(stored, itemIndex, path)
  }

  /** The value that a parameter has for an item, where it stands like this. */
  evaluateParameter(value: unknown, itemIndex: number, name: string): unknown {
    return this.#evaluateAll(value, itemIndex, name)
  }

  /** The value that a parameter has before the run: without items, and without nodes that have run. */
  evaluateBefore(before: Before, value: unknown, name: string): unknown {
    return this.#evaluateAll(value, 0, name, { ...this.#scope, before })
  }

  /** What of its parameters the node reads; `undefined` where its type is not known. */
  async readParameters(): Promise<Record<string, unknown> | undefined> {
    const { type, typeVersion, parameters } = this.node
    return this.#parts.access.readParameters({
      ...(type === undefined ? {} : { type }),
      ...(typeVersion === undefined ? {} : { typeVersion }),
      ...(parameters === undefined ? {} : { parameters }),
    })
  }

  evaluate(value: unknown, itemIndex: number, name: string, names?: Record<string, unknown>): unknown {
    return this.#evaluateAll(value, itemIndex, name, names ? { ...this.#scope, extra: names } : this.#scope, null)
  }

  /** @param invalidTime what an invalid DateTime becomes: its text in parameters */
  #evaluateAll(
    value: unknown,
    itemIndex: number,
    name: string,
    scope = this.#scope,
    invalidTime: string | null = 'Invalid DateTime',
  ): unknown {
    const evaluate = (part: unknown): unknown => {
      if (typeof part === 'string') {
        const made = part.startsWith('=') ? this.#evaluateText(part, itemIndex, name, scope) : part
        return made instanceof InvalidTime ? invalidTime : made
      }
      if (Array.isArray(part)) return part.map(evaluate)
      if (!isRecord(part)) return part
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, evaluate(inner)]))
    }
    return evaluate(value)
  }

  async send(request: Omit<SentRequest, 'node'>, onWire: () => Promise<WireRequest>): Promise<HttpAnswer | undefined> {
    const { http, scope, prefix } = this.#parts
    const answer = await http.answer({ node: prefix + (this.node.name ?? ''), ...request }, onWire)
    scope.now += answer?.delay ?? 0
    return answer
  }

  stored(path: string): unknown {
    let value: unknown = this.node.parameters
    for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Record<string, unknown>)[name]
    }
    return value
  }

  random() {
    return this.#parts.random()
  }

  comesAfter(types: readonly string[]): boolean {
    const wiring = wiringOf(this.#parts.workflow)
    return [...ancestorsOf(this.node.name ?? '', wiring)].some(name =>
      types.includes(wiring.nodes.get(name)?.type ?? ''),
    )
  }

  setCustomData(key: string, value: string) {
    this.#parts.scope.customData[key] = value
  }

  hint(message: string, more: Record<string, unknown> = {}) {
    this.#hints.set(message, { message, location: 'outputPane', ...more })
  }

  decided(decision: Decision) {
    const { decisions } = this.#parts
    const known = decisions && partOf(decisions, this.node.name ?? '', () => [])
    if (known && known.length < MAX_DECISIONS) known.push(decision)
  }

  checkTime() {
    this.#parts.limits.checkTime()
  }

  countOutput(made: NodeItem | number) {
    const { limits } = this.#parts
    this.#made += typeof made === 'number' ? made : limits.sizeOf(made)
    limits.checkRoom(this.#made)
  }

  async runCode(options: CodeOptions): Promise<unknown> {
    try {
      const realm = await this.#parts.openRealm()
      return await realm.runCode(options, { ...this.#scope, inputs: this.inputs })
    } catch (error) {
      throw this.#stopped(error) ?? error
    }
  }

  #evaluateText(text: string, itemIndex: number, name: string, scope: NodeScope): unknown {
    try {
      const realm = this.#parts.realm()
      if (!realm) throw new Error(`The expression is not a part of the workflow: ${text}`)
      return realm.evaluate(text, scope, itemIndex)
    } catch (error) {
      throw this.#stopped(error) ?? failureAt(error, name, itemIndex)
    }
  }

  /** What ends the run where the engine has reached a bound of it. */
  #stopped(error: unknown): RunStopped | undefined {
    if (!(error instanceof LimitReached)) return undefined
    this.checkTime()
    return new RunStopped(error.message)
  }
}

/** An expression that failed, with the parameter that has it. */
function failureAt(error: unknown, parameter: string, itemIndex: number): unknown {
  if (!(error instanceof ExpressionFailure)) return error
  const { description, type, context } = error.details
  return new NodeFailure(error.message, {
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    context: { itemIndex, ...context, parameter },
  })
}

/** What a node does with a failure, whichever of the two fields says it. */
export function onErrorOf({ onError, continueOnFail }: Node): NodeContext['onError'] {
  if (onError === 'continueRegularOutput') return 'regularOutput'
  if (onError === 'continueErrorOutput') return 'errorOutput'
  return onError === undefined && continueOnFail === true ? 'regularOutput' : 'stop'
}

/** What stands under a key, also under one that every object has, such as `constructor`; made where it is missing. */
function partOf<Part>(all: Record<string, Part>, key: string, make: () => Part): Part {
  if (!Object.hasOwn(all, key)) {
    Object.defineProperty(all, key, { value: make(), enumerable: true, configurable: true, writable: true })
  }
  return all[key] as Part
}

/** Files that a node makes belong to the execution. */
function withFilesOf({ access, workflow, scope }: RunParts): InstanceAccess {
  const folder = `filesystem-v2:workflows/${workflow.id}/executions/${scope.execution.id}/binary_data/`
  return {
    addFile: async file => inFolder(await access.addFile(file), folder),
    bytesOf: file => access.bytesOf(file),
    dataTable: request => access.dataTable(request),
    credential: id => access.credential(id),
  }
}

const inFolder = (file: FileDescription, folder: string): FileDescription =>
  typeof file.id === 'string' && !file.id.includes('/') ? { ...file, id: folder + file.id } : file
