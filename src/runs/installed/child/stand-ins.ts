import type { NodeItem, NodeRun } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { PlannedMock } from '../../engine/job.ts'
import type { AskName, Asks, ChildResult } from '../messages.ts'
import type { LoadedNodeType, Packages } from './packages.ts'
import { plain } from './plain.ts'

type Ask = <Name extends AskName>(name: Name, given: Asks[Name]['given']) => Promise<Asks[Name]['made']>

/** A node in its turn, as the engine gives it. */
interface Context {
  runIndex: number
  executeData: { data: { main: (NodeItem[] | null)[] }; source: unknown }
  getNodeParameter(name: string, item: number): unknown
  getNode(): object
  continueOnFail(): boolean
}

interface StandIn {
  key: string
  node: Node
  /** Node's runs; a node without any is computed by the built-in engine. */
  mocks?: readonly PlannedMock[]
  /** Whether it is a trigger of a package that the project does not have: it puts out what it is given. */
  isStart?: true
}

const PREFIX = 'understudy-stand-in.'

/** Types of nodes that stand for mocked ones, and for those that the built-in engine computes. */
export class StandIns {
  readonly calls: ChildResult['calls'] = {}
  readonly #packages: Packages
  readonly #ask: Ask
  readonly #all: StandIn[] = []
  readonly #runs = new Map<
    string,
    { runData: () => Record<string, NodeRun[]>; staticData: Record<string, Record<string, unknown>> }
  >()

  constructor(packages: Packages, ask: Ask) {
    this.#packages = packages
    this.#ask = ask
  }

  /** A run of a workflow begins. */
  begin(key: string, runData: () => Record<string, NodeRun[]>, staticData: Record<string, Record<string, unknown>>) {
    this.#runs.set(key, { runData, staticData })
  }

  mock = (key: string, node: Node, mocks: readonly PlannedMock[]) => this.#add({ key, node, mocks })

  start = (key: string, node: Node) => this.#add({ key, node, isStart: true })

  computed = (key: string, node: Node) => this.#add({ key, node })

  /** The type that stands behind one. */
  realType(type: string): string {
    return this.#standIn(type)?.node.type ?? type
  }

  /** Whether it stands for a node whose package may be missing. */
  isAlone(type: string): boolean {
    const standIn = this.#standIn(type)
    return standIn?.mocks !== undefined || standIn?.isStart === true
  }

  typeOf(type: string, version: number | undefined): LoadedNodeType | undefined {
    const standIn = this.#standIn(type)
    if (!standIn) return undefined
    const real = this.#realOf(standIn, version)
    const { webhook: _, trigger: __, poll: ___, supplyData: ____, methods: _____, ...rest } = real
    const execute = async (context: Context) => {
      if (standIn.isStart) return context.executeData.data.main
      return standIn.mocks ? this.#mocked(standIn, standIn.mocks, context) : this.#compute(standIn, context)
    }
    return {
      ...rest,
      description: { ...real.description, credentials: [], requestDefaults: undefined, usableAsTool: undefined },
      async execute(this: Context) {
        return execute(this)
      },
    }
  }

  #add(standIn: StandIn): string {
    return `${PREFIX}${this.#all.push(standIn) - 1}`
  }

  #standIn(type: string): StandIn | undefined {
    return type.startsWith(PREFIX) ? this.#all[Number(type.slice(PREFIX.length))] : undefined
  }

  /** The type of a node; of one that the project does not have, one that takes its parameters. */
  #realOf({ node, mocks, isStart }: StandIn, version: number | undefined): LoadedNodeType {
    const { NodeHelpers } = this.#packages.workflow as unknown as {
      NodeHelpers: { getVersionedNodeType(type: unknown, version?: number): LoadedNodeType }
    }
    try {
      const found = NodeHelpers.getVersionedNodeType(this.#packages.nodeType(node.type ?? ''), version)
      if (found?.description || !(mocks || isStart)) return found
    } catch (error) {
      if (!(mocks || isStart)) throw error
    }
    return unknownType(node, mocks ?? [])
  }

  async #mocked({ node }: StandIn, mocks: readonly PlannedMock[], context: Context): Promise<(NodeItem[] | null)[]> {
    const name = node.name ?? ''
    const { main } = context.executeData.data
    const names = Object.keys(node.parameters ?? {})
    const parameters = (main[0] ?? []).map((_, item) =>
      Object.fromEntries(names.map(parameter => [parameter, plain(context.getNodeParameter(parameter, item))])),
    )
    const call = { received: plain(main.map(items => items ?? [])) as NodeItem[][], parameters }
    const calls = Object.hasOwn(this.calls, name) ? (this.calls[name] ?? []) : []
    if (calls[context.runIndex] === undefined) calls.push(call)
    this.calls[name] = calls
    const planned = mocks[Math.min(context.runIndex, mocks.length - 1)]
    if (!planned || 'calls' in planned)
      throw new Error(`The mock of "${name}" has calls: the installed engine runs what serves a node`)
    const mock =
      'asks' in planned ? await this.#ask('mock', { name: planned.asks, runIndex: context.runIndex, ...call }) : planned
    if ('main' in mock) return structuredClone(mock.main)
    return this.#failed(context, mock.error.message, mock.error)
  }

  async #compute({ key, node }: StandIn, context: Context): Promise<(NodeItem[] | null)[]> {
    const { data, source } = context.executeData
    const made = await this.#ask('compute', {
      key,
      node: node.name ?? '',
      runIndex: context.runIndex,
      inputs: plain(data.main) as (NodeItem[] | null)[],
      source: plain(source),
      runData: this.#runs.get(key)?.runData() ?? {},
    })
    if ('main' in made) return made.main
    const { message, ...details } = made.error
    return this.#failed(context, String(message), details)
  }

  /** A node that goes on after a failure puts out an item for each that failed. */
  #failed(context: Context, message: string, details: object): NodeItem[][] {
    const { NodeOperationError } = this.#packages.workflow as unknown as {
      NodeOperationError: new (node: object, error: Error | string, options?: object) => Error
    }
    const { name, level = 'warning', stack: _, node: __, ...rest } = details as Record<string, unknown>
    const error = new NodeOperationError(context.getNode(), new Error(message), { level, message })
    Object.assign(error, rest, typeof name === 'string' ? { name } : {}, { message })
    if (!context.continueOnFail()) throw error
    const items = context.executeData.data.main[0] ?? []
    return [items.map((_, item) => ({ json: { error: message }, pairedItem: { item } }))]
  }
}

function unknownType({ name = '', type = '', typeVersion = 1, parameters = {} }: Node, mocks: readonly PlannedMock[]) {
  const outputs = Math.max(1, ...mocks.map(mock => ('main' in mock ? mock.main.length : 1)))
  return {
    description: {
      name: type,
      displayName: name,
      group: ['transform'],
      version: typeVersion,
      description: '',
      defaults: { name },
      inputs: ['main'],
      outputs: Array.from({ length: outputs }, () => 'main'),
      properties: Object.keys(parameters).map(parameter => ({
        name: parameter,
        displayName: parameter,
        type: 'string',
        default: '',
      })),
    },
  }
}
