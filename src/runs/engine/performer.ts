import type { Node } from '../../core/model/workflow.ts'
import { nodeTypeOf } from '../nodes/node-types.ts'
import { NodeFailure, type NodeType } from '../nodes/tools/node-context.ts'
import { ancestorsOf, firstLeading, type Target, type Wiring } from './graph.ts'
import type { Mock, MockedRun, Outcome, PlannedMock, RunJob } from './job.ts'
import { failedItems, mockOf, type Received, receivedBy, withFailures } from './mocks.ts'
import type { NodeRunner, RunParts } from './node-runner.ts'
import { atOutput, outputsOf } from './outputs.ts'
import type { Performed } from './performed.ts'
import { MissingWorkflow, RunStopped, runErrors } from './run-errors.ts'
import { SubNodes } from './sub-nodes.ts'
import type { SubWorkflows } from './sub-workflows.ts'

const STOP_AND_ERROR = 'n8n-nodes-base.stopAndError'

interface PerformerOptions {
  wiring: Wiring
  subWorkflows: SubWorkflows
  /** How many runs of nodes have begun. */
  countBegun(): number
  /** Which of the runs of its mock a run of a node gets. */
  turnOf(name: string, run: number): number
}

/** Performs nodes in their turn: by a rule, a mock, pinned data, or what their type does. */
export class Performer {
  /** Mocked node → what its runs got. */
  readonly calls: Record<string, MockedRun[]> = {}
  /** Which of the outcomes came true. */
  usedOutcome: number | undefined
  /** The nodes that called a service and had no mock. */
  readonly unmocked = new Set<string>()
  /** What runs of mocked nodes call. */
  readonly subNodes: SubNodes
  readonly #job: RunJob
  readonly #parts: RunParts
  readonly #subWorkflows: SubWorkflows
  readonly #turnOf: PerformerOptions['turnOf']
  readonly #wiring: Wiring

  constructor(job: RunJob, parts: RunParts, options: PerformerOptions) {
    this.#job = job
    this.#parts = parts
    this.#subWorkflows = options.subWorkflows
    this.#wiring = options.wiring
    this.#turnOf = options.turnOf
    this.subNodes = new SubNodes(job, parts, { ...options, recordCall: runner => this.#recordCall(runner) })
  }

  /** @throws RunStopped when a bound of the run is reached */
  async perform(runner: NodeRunner, targets: readonly Target[][]): Promise<Performed> {
    const { node } = runner
    if (node.disabled === true) return this.#passInput(runner)
    const outcome = this.#useOutcome(node)
    if (outcome?.waitTill !== undefined) return { waitsUntil: outcome.waitTill, isResumedByCall: false, isLong: true }
    if (outcome?.error !== undefined) return failed(runner, new NodeFailure(outcome.error, { level: 'error' }))
    const planned = mockOf(this.#job, node, this.#turnOf(node.name ?? '', runner.runIndex))
    if (!planned && !this.#hasInput(runner)) return { isUnrecorded: true }
    const call = planned && (await this.#recordCall(runner))
    const { tries, pause } = triesOf(node)
    for (let attempt = 1; ; attempt++) {
      const performed =
        planned && call ? await this.#attemptMock(runner, planned, call) : await this.#attempt(runner, targets)
      if (attempt >= tries || !hasFailed(performed)) {
        if (planned) await this.subNodes.perform(runner)
        return performed
      }
      this.#parts.scope.now += pause
    }
  }

  /** What is disabled passes its first input on. */
  #passInput({ inputs, sources }: NodeRunner): Performed {
    const isNothing = inputs.length === 0 || (sources.length > 1 && sources[0] === null)
    return isNothing ? { isUnrecorded: true } : { main: [[...(inputs[0] ?? [])]], isSettled: true }
  }

  /** Whether items came to a node. Where branches do not go first to their end, only those of its first input count. */
  #hasInput({ node, inputs, sources }: NodeRunner): boolean {
    if (this.#job.workflow.settings?.executionOrder === 'v1') return inputs.some(items => items.length > 0)
    if (inputs[0]?.length) return true
    if (sources[0] !== null) return false
    return inputs.some((items, input) => {
      const previous = sources[input]?.previousNode
      if (items.length === 0 || previous === undefined) return false
      return previous === node.name || ancestorsOf(previous, this.#wiring).has(node.name ?? '')
    })
  }

  /** The outcome for a node; one alone is used in a run. */
  #useOutcome({ name }: Node): Outcome | undefined {
    const { outcomes = [] } = this.#job
    const at = outcomes.findIndex(({ node }) => node !== undefined && node === name)
    if (at < 0 || (this.usedOutcome !== undefined && this.usedOutcome !== at)) return undefined
    this.usedOutcome = at
    return outcomes[at]
  }

  /** A mocked node fails where a parameter cannot be evaluated: its own, or one of a node that serves it. */
  async #attemptMock(runner: NodeRunner, planned: PlannedMock, { run, failures }: Received): Promise<Performed> {
    const [failure] = failures.values()
    if (failure && runner.onError === 'stop') return { failure }
    if (failure && failures.size === runner.items.length) return { main: withFailures([], runner, failures) }
    const unusable = await this.subNodes.failureOf(runner)
    if (unusable) return failed(runner, unusable)
    const mock = await this.#readMock(planned, run, runner)
    if ('main' in mock) {
      const main = failures.size === 0 ? mock.main : withFailures(mock.main, runner, failures)
      return { main, failed: mock.main[outputsOf(runner.node)] }
    }
    const { message, ...details } = mock.error
    return failed(runner, new NodeFailure(message, details))
  }

  async #attempt(runner: NodeRunner, targets: readonly Target[][]): Promise<Performed> {
    try {
      const type = nodeTypeOf(runner.node.type)
      return type ? await this.#run(type, runner, targets) : this.#passOn(runner, targets)
    } catch (failure) {
      if (failure instanceof RunStopped) throw failure
      runner.checkTime()
      return { failure }
    }
  }

  async #run(type: NodeType, runner: NodeRunner, targets: readonly Target[][]): Promise<Performed> {
    const result = await type.run(runner)
    if ('callsService' in result) return this.#passOn(runner, targets, result.callsService)
    if (!('calls' in result)) return result
    try {
      return await this.#subWorkflows.perform(result, runner)
    } catch (error) {
      if (error instanceof MissingWorkflow) this.unmocked.add(runner.node.name ?? '')
      throw error
    }
  }

  /** What is not simulated passes its items on, to the first output that leads anywhere. */
  #passOn(runner: NodeRunner, targets: readonly Target[][], what?: string): Performed {
    const name = runner.node.name ?? ''
    this.unmocked.add(name)
    if (this.#job.unmocked === 'fail') throw new RunStopped(runErrors.callsService(name, what))
    runner.hint(runErrors.passedOn(name, what))
    const output = runner.onError === 'errorOutput' ? 0 : firstLeading(targets)
    return { main: atOutput(output, runner.inputs.flat()), isSettled: true }
  }

  async #readMock(planned: PlannedMock, call: MockedRun, { node, runIndex }: NodeRunner): Promise<Mock> {
    if ('calls' in planned) throw new RunStopped(runErrors.servesNone(node.name ?? ''))
    if (!('asks' in planned)) return planned
    return this.#parts.access.mock(planned.asks, this.#turnOf(node.name ?? '', runIndex), call)
  }

  async #recordCall(runner: NodeRunner): Promise<Received> {
    const name = runner.node.name ?? ''
    const received = await receivedBy(runner)
    const { run } = received
    this.#parts.limits.countValue(run.parameters)
    const known = Object.hasOwn(this.calls, name) ? this.calls[name] : undefined
    if (known) known.push(run)
    else Object.defineProperty(this.calls, name, { value: [run], enumerable: true, configurable: true, writable: true })
    return received
  }
}

/** A node that goes on after a failure puts out an item for each that failed; one that stops on purpose never does. */
function failed(runner: NodeRunner, failure: NodeFailure): Performed {
  if (runner.onError === 'stop' || runner.node.type === STOP_AND_ERROR) return { failure }
  return { main: [failedItems(runner, failure)] }
}

/** How often a node is tried, and the milliseconds in between. */
function triesOf({ retryOnFail, maxTries, waitBetweenTries }: Node): { tries: number; pause: number } {
  if (retryOnFail !== true) return { tries: 1, pause: 0 }
  return { tries: within(maxTries, 3, 2, 5), pause: within(waitBetweenTries, 1000, 0, 5000) }
}

function within(given: unknown, usual: number, least: number, most: number): number {
  const number = typeof given === 'number' && given > 0 ? given : usual
  return Math.min(Math.max(number, least), most)
}

function hasFailed(performed: Performed): boolean {
  if ('failure' in performed) return true
  if (!('main' in performed) || 'waitsUntil' in performed) return false
  const error = performed.main[0]?.[0]?.json.error
  return error !== undefined && error !== null && error !== false
}
