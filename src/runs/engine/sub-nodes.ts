import type { SubNodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { NodeFailure } from '../nodes/tools/node-context.ts'
import type { SubNode, Wiring } from './graph.ts'
import type { Mock, PlannedMock, RunJob } from './job.ts'
import { givenMockOf, type Received, receivedBy } from './mocks.ts'
import { NodeRunner, type RunParts } from './node-runner.ts'
import { nodeError, runErrors } from './run-errors.ts'

interface SubNodesOptions {
  wiring: Wiring
  /** How many runs of nodes have begun. */
  countBegun(): number
  /** Which of the runs of its mock a run of a node gets. */
  turnOf(name: string, run: number): number
  /** Stores what a mocked node got. */
  recordCall(runner: NodeRunner): Promise<Received>
}

/** One call of a node that serves another. */
interface Call {
  subNode: SubNode
  node: Node
  served: NodeRunner
  /** How often the nodes that it serves ran before. */
  turn: number
  above: readonly string[]
}

/** What mocked nodes call while they run: the models, memories and tools that serve them, as far as these have mocks. */
export class SubNodes {
  /** Node → its runs. */
  readonly runs = new Map<string, SubNodeRun[]>()
  readonly #job: RunJob
  readonly #parts: RunParts
  readonly #options: SubNodesOptions
  readonly #turns = new Map<string, number>()
  #count = 0

  constructor(job: RunJob, parts: RunParts, options: SubNodesOptions) {
    this.#job = job
    this.#parts = parts
    this.#options = options
  }

  /** How often nodes that serve others have run. */
  get count() {
    return this.#count
  }

  /**
   * Why a mocked node cannot be served: a model, a memory or a parser reads all of its parameters for the first item.
   * Most tools read what they are called by, and the rest when they are called.
   */
  async failureOf({ node, inputs, sources }: NodeRunner): Promise<NodeFailure | undefined> {
    const { wiring } = this.#options
    const reading = new Set([node.name ?? ''])
    for (const host of reading) {
      for (const { name, connection } of wiring.subNodes.get(host) ?? []) {
        const subNode = wiring.nodes.get(name)
        if (!subNode || subNode.disabled === true || reading.has(name)) continue
        reading.add(name)
        const first = inputs.map(items => items.slice(0, 1))
        const runner = new NodeRunner(
          {
            node: connection === TOOL ? asOffered(subNode) : subNode,
            runIndex: 0,
            inputs: first,
            sources,
            connectedOutputs: 1,
          },
          this.#parts,
        )
        const failure = (await receivedBy(runner)).failures.get(0)
        if (failure) return new NodeFailure(runErrors.subNodeFailed(name), { description: failure.message })
      }
    }
    return undefined
  }

  /**
   * Runs the nodes that serve a mocked node, and those that serve them.
   *
   * @param above the nodes that are being served: a circle of connections ends there
   * @throws RunStopped when a bound of the run is reached
   */
  async perform(served: NodeRunner, above: readonly string[] = []): Promise<void> {
    const { wiring } = this.#options
    const servedName = served.node.name ?? ''
    const beingServed = [...above, servedName]
    for (const subNode of wiring.subNodes.get(servedName) ?? []) {
      const { name } = subNode
      const node = wiring.nodes.get(name)
      if (!node || node.disabled === true || beingServed.includes(name)) continue
      const turn = this.#turns.get(name) ?? 0
      this.#turns.set(name, turn + 1)
      for (const mock of this.#callsOf(name, turn))
        await this.#call(mock, { subNode, node, served, turn, above: beingServed })
    }
  }

  /** What the mock of a node says for a turn: one call, or a number of them. */
  #callsOf(name: string, turn: number): readonly Exclude<PlannedMock, { calls: Mock[] }>[] {
    const mock = givenMockOf(this.#job, name, this.#options.turnOf(name, turn))
    if (!mock) return []
    return 'calls' in mock ? mock.calls : [mock]
  }

  async #call(planned: Mock | { asks: string }, { subNode, node, served, turn, above }: Call): Promise<void> {
    const { limits, scope, access } = this.#parts
    const { countBegun, recordCall, turnOf } = this.#options
    const { name, connection } = subNode
    limits.checkTime()
    limits.countNodeRun()
    const runs = this.runs.get(name) ?? []
    const runIndex = (scope.runData.get(name)?.length ?? 0) + runs.length
    const { inputs, sources } = served
    const runner = new NodeRunner({ node, runIndex, inputs, sources, connectedOutputs: 1 }, this.#parts)
    const { run: call, failures } = await recordCall(runner)
    const failure = failures.get(0)
    const mock = failure
      ? { error: { message: failure.message, ...failure.details } }
      : 'asks' in planned
        ? await access.mock(planned.asks, turnOf(name, turn), call)
        : planned
    const run: SubNodeRun = {
      startTime: scope.now,
      executionTime: 0,
      executionIndex: countBegun() + this.#count,
      executionStatus: 'main' in mock ? 'success' : 'error',
      ...originOf(subNode, served, runIndex),
      ...(runner.hints.length > 0 ? { hints: runner.hints } : {}),
    }
    if ('main' in mock) {
      limits.countItems(mock.main)
      run.data = { [connection]: mock.main }
    } else {
      const { message, ...details } = mock.error
      run.error = nodeError(message, details, node, scope.now)
    }
    runs.push(run)
    this.runs.set(name, runs)
    this.#count++
    await this.perform(runner, above)
  }
}

const LANGCHAIN = '@n8n/n8n-nodes-langchain.'
/** Tools that read all of their parameters before they are called. */
const READY_AT_ONCE = new Set(['toolCode', 'toolHttpRequest', 'toolSearXng', 'toolVectorStore'])

/** A tool with the parameters that are read before it is called: those by which a model knows it. */
function asOffered(node: Node): Node {
  const { type = '', parameters = {} } = node
  const isOwn = type.startsWith(LANGCHAIN)
  if (isOwn && READY_AT_ONCE.has(type.slice(LANGCHAIN.length))) return node
  const names = isOwn ? ['name', 'description', 'toolDescription'] : ['toolDescription']
  const read = Object.entries(parameters).filter(([name]) => names.includes(name))
  return { ...node, parameters: Object.fromEntries(read) }
}

const TOOL = 'ai_tool'
const AGENT = '@n8n/n8n-nodes-langchain.agent'

/** Who called a node. From version 3 on, an agent lets the engine run its tools as it runs other nodes. */
function originOf({ name, connection }: SubNode, { node, runIndex: run, sources }: NodeRunner, runIndex: number) {
  const from = { previousNode: node.name ?? '', previousNodeRun: run }
  const isRunByEngine = connection === TOOL && node.type === AGENT && Number(node.typeVersion) >= 3
  if (!isRunByEngine) return { source: [from], metadata: { subRun: [{ node: name, runIndex }] } }
  return {
    source: [{ ...from, previousNodeOutput: 0 }],
    metadata: { preserveSourceOverwrite: true, preservedSourceOverwrite: sources[0] },
  }
}
