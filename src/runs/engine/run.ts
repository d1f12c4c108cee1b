import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem, NodeRun, StackEntry } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { EngineInterface, RealmInterface } from '../expressions/realm.ts'
import type { RunScope } from '../expressions/scope.ts'
import { nodeTypeOf } from '../nodes/node-types.ts'
import { HttpPlayer } from '../nodes/tools/http-mock.ts'
import { type NodeAnswer, NodeFailure } from '../nodes/tools/node-context.ts'
import { CallRefused, isReadBefore, responseOptions } from './call/response-options.ts'
import { contextOf } from './execution-data.ts'
import { firstLeading, startOf, type Wiring, wiringOf } from './graph.ts'
import type { RunAccess, RunContext, RunJob, RunResult, UsedRules } from './job.ts'
import type { RunLimits } from './limits.ts'
import { withAllDefaults, withDefaults } from './node-parameters.ts'
import { NodeRunner, type RunParts } from './node-runner.ts'
import { atOutput, nodeOutputs, outputsOfTrigger } from './outputs.ts'
import { pairedWithInput } from './pairing.ts'
import type { Performed, Wait } from './performed.ts'
import { Performer } from './performer.ts'
import { NodeQueue } from './queue.ts'
import { refusalText } from './refusal-text.ts'
import { errorOf, issuesError, lostError, nodeError, RunStopped, startError, timeoutError } from './run-errors.ts'
import { calledNode, type Ending, passedOn, resultOf } from './run-result.ts'
import { randomFrom, runScope } from './run-scope.ts'
import { SubWorkflows } from './sub-workflows.ts'
import { workflowIssues } from './workflow-issues.ts'

export interface RunEnvironment {
  engine: EngineInterface
  access: RunAccess
  limits: RunLimits
  /** Answers the HTTP requests of a run, and of those that it calls. */
  http: HttpPlayer
  /** Node of a workflow → how often it ran in earlier calls of that workflow: the runs of its mock go on. */
  turns: Map<string, number>
}

/** A node that has begun to run. */
interface Begun {
  entry: StackEntry
  node: Node
  name: string
  run: NodeRun
  runIndex: number
  /** All items of each input; a node that runs once gets the first of each. */
  inputs: NodeItem[][]
}

/** The service waits in the process up to here; from then on the execution is `waiting`. */
const WAITS_IN_PROCESS_MS = 65_000
const MAX_NOTES = 100
const MAX_NOTE_LENGTH = 1000

/** One run of a workflow: takes nodes from the queue until none is left, one fails, or one waits. */
export class Run {
  readonly #job: RunJob
  readonly #environment: RunEnvironment
  readonly #wiring: Wiring
  readonly #queue: NodeQueue
  readonly #runData: Map<string, NodeRun[]>
  readonly #context: RunContext
  readonly #scope: RunScope
  readonly #parts: RunParts
  readonly #performer: Performer
  readonly #subWorkflows: SubWorkflows
  readonly #order: string[] = []
  readonly #notes: string[] = []
  /** When its workflow's own time limit ends it, on the run's clock. */
  readonly #timeoutAt: number
  #realm: RealmInterface | undefined
  #last: Begun | undefined
  #answer: NodeAnswer | undefined
  /** What the parameters of the webhook say of the answer. */
  #trigger: Record<string, unknown> | undefined
  /** Why the call is refused: the webhook fails with it. */
  #refused: CallRefused | undefined
  #isFirst = true
  /** How many nodes have begun, also those that are not recorded. */
  #begunCount = 0
  /** The failure of the node that ran last, if the run went on after it: with nothing behind it, the execution fails. */
  #failure: Record<string, unknown> | undefined

  constructor(job: RunJob, environment: RunEnvironment) {
    const { workflow, before, start, at } = job
    const { settings } = workflow
    this.#job = job
    this.#environment = environment
    this.#wiring = wiringOf(workflow)
    this.#runData = new Map(before?.runData.map(([name, runs]) => [name, [...runs]]))
    this.#queue = new NodeQueue({
      wiring: this.#wiring,
      isDepthFirst: settings?.executionOrder === 'v1',
      needsAll: node => needsAllOf(node) === 'all',
      waiting: before?.waiting ?? [],
      runData: this.#runData,
    })
    const limit = Number(settings?.executionTimeout)
    this.#timeoutAt = limit > 0 ? at + limit * 1000 : Number.POSITIVE_INFINITY
    const trigger = workflow.nodes.find(({ name }) => name === start?.node)
    this.#context = job.context ?? contextOf(job.mode, at, trigger, job.form)
    this.#scope = runScope(job, {
      nodes: withAllDefaults(this.#wiring.nodes).byName,
      runData: this.#runData,
      deadline: environment.limits.deadline,
      log: text => this.#note(`"${this.#last?.name ?? ''}" logs: ${text}`),
    })
    this.#parts = {
      workflow,
      scope: this.#scope,
      limits: environment.limits,
      access: environment.access,
      realm: () => this.#realm,
      openRealm: async () => {
        this.#realm ??= await environment.engine.open(this.#scope)
        return this.#realm
      },
      random: randomFrom(job.seed),
      memory: structuredClone(before?.contextData ?? {}),
      decisions: job.explain ? {} : undefined,
      http: environment.http,
      prefix: job.depth > 0 ? `${workflow.name}/` : '',
    }
    this.#subWorkflows = new SubWorkflows({
      job,
      context: this.#context,
      scope: this.#scope,
      access: environment.access,
      limits: environment.limits,
      compute: called => {
        const http = called.http
          ? new HttpPlayer(called.http, environment.access.answerRequest, environment.http)
          : environment.http
        return new Run(called, { ...environment, http }).compute()
      },
    })
    this.#performer = new Performer(job, this.#parts, {
      wiring: this.#wiring,
      subWorkflows: this.#subWorkflows,
      countBegun: () => this.#begunCount,
      turnOf: (name, run) => run + (environment.turns.get(turnKey(job, name)) ?? 0),
    })
  }

  async compute(): Promise<RunResult> {
    try {
      const ending = await this.#runAll()
      return this.#result(this.#endByStaticData() ?? ending)
    } finally {
      this.#realm?.close()
    }
  }

  async #runAll(): Promise<Ending> {
    if (!this.#addFirst()) return { status: 'success' }
    const { unreadable, haveExpressions } = withAllDefaults(this.#wiring.nodes)
    if (unreadable !== undefined)
      return {
        status: 'error',
        error: errorOf(new TypeError(unreadable), {}, this.#scope.now),
        stack: this.#queue.left,
      }
    const issues = this.#issues()
    if (issues !== undefined)
      return { status: 'error', error: issuesError(issues, this.#scope.now), stack: this.#queue.left }
    // most runs have expressions; those without one need no engine
    if (haveExpressions) await this.#parts.openRealm()
    this.#readResponseOptions()
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) {
      const begun = this.#begin(entry)
      try {
        const ending = await this.#runNode(begun)
        if (ending) return ending
      } catch (error) {
        if (!(error instanceof RunStopped)) throw error
        return this.#fail(begun, error)
      }
      this.#isFirst = false
    }
    if (this.#failure) return { status: 'error', error: this.#failure, stack: this.#queue.left }
    return this.#endByRule()
  }

  #readResponseOptions() {
    const { start, mode } = this.#job
    const node = this.#wiring.nodes.get(start?.node ?? '')
    if (mode !== 'webhook' || !node || !isReadBefore(node)) return
    const turn = { node: withDefaults(node), runIndex: 0, inputs: [[]], sources: [], connectedOutputs: 0 }
    try {
      this.#trigger = responseOptions(new NodeRunner(turn, this.#parts))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const isFirst = error.refusal.refusal === 'callOptionInvalid'
      if (isFirst || this.#job.misconfigured === undefined) this.#refused = error
    }
  }

  /** What keeps a run from beginning: connections, a node without code; in tests, where none stands for another, what is missing. */
  #issues(): string | undefined {
    const { start, before, unmocked, misconfigured, mocks = {}, usePinnedData, workflow } = this.#job
    if (before || misconfigured !== undefined || start === undefined) return undefined
    const { pinData } = workflow
    if (this.#wiring.issue !== undefined) return this.#wiring.issue
    const isPinned = (name: string) =>
      Object.hasOwn(mocks, name) || (usePinnedData === true && isRecord(pinData) && Object.hasOwn(pinData, name))
    const name = withAllDefaults(this.#wiring.nodes).withoutCode.find(name => !isPinned(name))
    if (name !== undefined) {
      const { type, typeVersion } = this.#wiring.nodes.get(name) ?? {}
      return `Node type "${type}" is not available in version ${typeVersion}.`
    }
    return unmocked === 'fail' ? workflowIssues(this.#wiring, start.node, isPinned) : undefined
  }

  /** Whether there is a node to begin with. */
  #addFirst(): boolean {
    const { before, start, misconfigured } = this.#job
    if (before) {
      for (const entry of before.stack.toReversed()) {
        this.#queue.addFirst({ ...entry, node: this.#wiring.nodes.get(entry.node.name ?? '') ?? entry.node })
      }
      return true
    }
    const node = this.#wiring.nodes.get(start?.node ?? startOf(this.#wiring, () => true) ?? '')
    if (!node) return false
    const metadata = start?.metadata ? { metadata: start.metadata } : {}
    const items = misconfigured === undefined ? start?.items : undefined
    this.#queue.addFirst({ node, data: { main: [items ?? [{ json: {} }]] }, source: null, ...metadata })
    return true
  }

  #begin(entry: StackEntry): Begun {
    const { node } = entry
    const name = node.name ?? ''
    const { before } = this.#job
    const isContinued = before !== undefined && this.#isFirst
    const known = this.#runData.get(name) ?? []
    const earlier = isContinued ? known.slice(0, -1) : known
    const inputs = entry.data.main.map((items, input) => pairedWithInput(items ?? [], input))
    const previousMetadata = isContinued && before.isResumed ? known.at(-1)?.metadata : undefined
    const metadata = previousMetadata ? { ...previousMetadata, ...metadataOfEnd(this.#job) } : entry.metadata
    const run: NodeRun = {
      startTime: this.#scope.now,
      executionIndex: this.#begunCount + this.#performer.subNodes.count,
      source: entry.source?.main ?? [],
      hints: [],
      executionTime: 0,
      ...(metadata ? { metadata } : {}),
      executionStatus: 'success',
    }
    if (earlier.length === 0) this.#runData.delete(name)
    else this.#runData.set(name, earlier)
    const begun = { entry: { ...entry, data: { main: inputs } }, node, name, run, runIndex: earlier.length, inputs }
    this.#order.push(name)
    this.#begunCount++
    this.#failure = undefined
    this.#last = begun
    return begun
  }

  async #runNode(begun: Begun): Promise<Ending | undefined> {
    const { node, run, inputs } = begun
    const { limits } = this.#environment
    limits.checkTime()
    limits.countNodeRun()
    const runner = new NodeRunner(
      {
        node: withDefaults(node),
        runIndex: begun.runIndex,
        inputs: node.executeOnce === true && node.disabled !== true ? inputs.map(items => items.slice(0, 1)) : inputs,
        allInputs: inputs,
        sources: run.source,
        connectedOutputs: this.#wiring.targets.get(begun.name)?.length ?? 0,
      },
      this.#parts,
    )
    let performed = await this.#perform(begun, runner)
    run.hints = runner.hints
    if ('isUnrecorded' in performed) {
      if (node.alwaysOutputData !== true) return this.#forget(begun)
      performed = { main: [], isSettled: true }
    }
    if ('waitsUntil' in performed) {
      const ending = this.#wait(begun, performed)
      if (ending) return ending
      performed = { main: performed.main ?? [inputs.flat()], isSettled: true }
    }
    const isTimedOut = this.#scope.now > this.#timeoutAt
    if (isTimedOut) this.#scope.now = this.#timeoutAt
    run.executionTime = this.#scope.now - run.startTime
    if ('failure' in performed) {
      if (performed.failure instanceof NodeFailure && performed.failure.details.isOfRun) {
        return this.#crash(begun, performed.failure)
      }
      const isEnd = runner.onError === 'stop' || this.#job.misconfigured !== undefined || this.#refused !== undefined
      const ending = this.#fail(begun, performed.failure, isEnd)
      if (ending) return ending
    } else if (performed.metadata) run.metadata = { ...run.metadata, ...performed.metadata }
    const main = nodeOutputs(performed, runner, inputs)
    limits.countItems(main)
    run.data = { main }
    this.#store(begun)
    if ('main' in performed && performed.answer && !node.disabled) this.#answer ??= performed.answer
    const lost = this.#wiring.lost.get(begun.name)
    if (lost !== undefined && !isTimedOut)
      return { status: 'error', error: lostError(begun.name, lost), stack: this.#queue.left }
    this.#queue.addFollowing(begun.name, begun.runIndex, main)
    return isTimedOut ? this.#timeOut() : undefined
  }

  async #perform(begun: Begun, runner: NodeRunner): Promise<Performed> {
    const { before, start, misconfigured, outcomes = [] } = this.#job
    const { node, inputs, entry } = begun
    const targets = this.#wiring.targets.get(begun.name) ?? []
    const isResumed = before?.isResumed === true && this.#isFirst
    if (entry.source === null && !isResumed) {
      if (this.#refused) return { failure: this.#refused.failure }
      if (misconfigured !== undefined) return { failure: new RunStopped(misconfigured.message) }
      const isRuled = node.name !== undefined && outcomes.some(outcome => outcome.node === node.name)
      return isRuled || nodeTypeOf(node.type)?.readsStart
        ? this.#performer.perform(runner, targets)
        : this.#start(begun, start?.output ?? 0)
    }
    if (!isResumed) return this.#performer.perform(runner, targets)
    const { resumedWith } = before
    if (resumedWith && 'error' in resumedWith) return { failure: resumedFailure(resumedWith.error) }
    const items = resumedWith
      ? pairedWithInput(resumedWith.main.find(items => items.length > 0) ?? [], 0)
      : inputs.flat()
    return { main: atOutput(firstLeading(targets), items), isSettled: true }
  }

  /** A trigger puts out what the run begins with, by its output; a webhook of several methods has one for each. */
  #start({ node, inputs }: Begun, output: number): Performed {
    const items = pairedWithInput(inputs[0] ?? [], output)
    const main = atOutput(output, items)
    while (main.length < outputsOfTrigger(node)) main.push([])
    return { main, isSettled: true }
  }

  /** A short wait passes in the process. */
  #wait(begun: Begun, wait: Wait): Ending | undefined {
    const { run, inputs, entry } = begun
    const { waitsUntil, isResumedByCall, isLong = false, main, metadata } = wait
    const { now } = this.#scope
    if (!isLong && (waitsUntil <= now || (!isResumedByCall && waitsUntil - now < WAITS_IN_PROCESS_MS))) {
      this.#scope.now = Math.max(now, waitsUntil)
      return undefined
    }
    if (isResumedByCall && this.#job.form !== 'numbered')
      run.metadata = { ...run.metadata, resumeUrl: this.#scope.execution.resumeUrl }
    if (metadata) run.metadata = { ...run.metadata, ...metadata }
    run.executionStatus = 'waiting'
    run.executionTime = now - run.startTime
    run.data = { main: main ?? [inputs.flat()] }
    this.#store(begun)
    const waiting = { ...entry, ...(run.metadata ? { metadata: run.metadata } : {}) }
    return { status: 'waiting', waitTill: waitsUntil, stack: [waiting, ...this.#queue.left] }
  }

  /** Stores the failure of a node; the run ends with it where the node does not go on. */
  #fail(begun: Begun, failure: unknown): Ending
  #fail(begun: Begun, failure: unknown, isEnd: boolean): Ending | undefined
  #fail(begun: Begun, failure: unknown, isEnd = true): Ending | undefined {
    const { run, node, entry } = begun
    const { misconfigured } = this.#job
    run.executionStatus = 'error'
    run.error =
      misconfigured === undefined || this.#refused
        ? errorOf(failure, node, this.#scope.now)
        : startError(misconfigured, node, this.#scope.now)
    delete run.data
    if (!isEnd) {
      this.#failure = run.error
      return undefined
    }
    this.#store(begun)
    return { status: 'error', error: run.error, stack: [entry, ...this.#queue.left] }
  }

  /** Ends the run between two nodes: the node that ran last leaves no run behind. */
  #crash({ name, node, runIndex }: Begun, failure: NodeFailure): Ending {
    this.#runData.set(name, this.#runData.get(name)?.slice(0, runIndex) ?? [])
    return { status: 'error', error: errorOf(failure, node, this.#scope.now), stack: this.#queue.left }
  }

  /** A node that has nothing to say leaves no run behind. */
  #forget({ name }: Begun): undefined {
    if (this.#order.at(-1) === name) this.#order.pop()
  }

  #store({ name, run, runIndex }: Begun) {
    const runs = this.#runData.get(name) ?? []
    runs.length = runIndex
    runs.push(run)
    this.#runData.set(name, runs)
  }

  #timeOut(): Ending {
    const error = timeoutError(this.#job.execution.id, this.#scope.now)
    return { status: 'canceled', error, stack: this.#queue.left }
  }

  /** How it ends once all nodes have run: as a rule says that names no node, else well. */
  #endByRule(): Ending {
    const { outcomes = [] } = this.#job
    const whole = outcomes.findIndex(({ node }) => node === undefined)
    if (whole >= 0) this.#performer.usedOutcome ??= whole
    const outcome = outcomes[this.#performer.usedOutcome ?? -1] ?? {}
    this.#scope.now += outcome.duration ?? 0
    if (this.#scope.now > this.#timeoutAt) {
      this.#scope.now = this.#timeoutAt
      return { ...this.#timeOut(), stack: [] }
    }
    if (!this.#last || outcome.node !== undefined) return { status: 'success' }
    const { run, node, entry } = this.#last
    if (outcome.error !== undefined) {
      run.executionStatus = 'error'
      run.error = nodeError(outcome.error, { level: 'error' }, node, this.#scope.now)
      // it passed nothing on
      run.hints = []
      delete run.data
      return { status: 'error', error: run.error, stack: [entry] }
    }
    if (outcome.waitTill === undefined) return { status: 'success' }
    run.executionStatus = 'waiting'
    return { status: 'waiting', waitTill: outcome.waitTill, stack: [entry] }
  }

  /** The failure of a run that would have its workflow remember too much; nothing of it is remembered then. */
  #endByStaticData(): Ending | undefined {
    const { staticData } = this.#scope
    if (!this.#last || Object.keys(staticData).length === 0) return undefined
    try {
      this.#environment.limits.checkStaticData(JSON.stringify(staticData))
      return undefined
    } catch (error) {
      this.#scope.staticData = structuredClone(this.#job.staticData)
      return this.#fail(this.#last, error)
    }
  }

  #result(ending: Ending): RunResult {
    const { unmocked, calls, subNodes } = this.#performer
    const passed = this.#job.unmocked === 'fail' ? [] : [...unmocked].filter(name => this.#hasSucceeded(name))
    if (passed.length > 0) this.#note(passedOn(passed))
    this.#countTurns()
    return resultOf({
      job: this.#job,
      parts: this.#parts,
      context: this.#context,
      ending,
      runData: this.#runData,
      subRuns: subNodes.runs,
      waiting: this.#queue.waiting,
      calledNode: calledNode(this.#job, this.#wiring.nodes),
      order: this.#order,
      answer: this.#answer,
      trigger: this.#trigger,
      ...(this.#refused ? { refusedCall: refusalText(this.#refused.refusal) } : {}),
      called: this.#subWorkflows.called,
      notes: this.#notes,
      unmocked: [...unmocked],
      calls,
      ...(this.#job.rules === undefined ? {} : { used: this.#used(this.#job.rules) }),
    })
  }

  /** Not where a rule failed it at the end. */
  #hasSucceeded(name: string): boolean {
    return this.#runData.get(name)?.some(({ executionStatus }) => executionStatus === 'success') === true
  }

  #used(rules: number): UsedRules {
    const { usedOutcome, calls } = this.#performer
    return {
      rules,
      ...(usedOutcome === undefined ? {} : { outcome: usedOutcome }),
      mocks: Object.keys(calls),
      http: this.#environment.http.uses,
    }
  }

  #countTurns() {
    const { turns } = this.#environment
    for (const runs of [this.#runData, this.#performer.subNodes.runs]) {
      for (const [name, { length }] of runs) {
        const key = turnKey(this.#job, name)
        turns.set(key, (turns.get(key) ?? 0) + length)
      }
    }
  }

  #note(text: string) {
    if (this.#notes.length < MAX_NOTES) this.#notes.push(text.slice(0, MAX_NOTE_LENGTH))
  }
}

const turnKey = ({ workflow }: RunJob, node: string) => `${workflow.id}/${node}`

function needsAllOf(node: Node): 'all' | 'any' {
  const inputs = nodeTypeOf(node.type)?.inputs ?? 'any'
  return typeof inputs === 'function' ? inputs(node) : inputs
}

const resumedFailure = (error: Record<string, unknown>) => new NodeFailure(String(error.message), { whole: error })

function metadataOfEnd({ before, form }: RunJob): Record<string, unknown> {
  const end = before?.resumedWith
  if (!end || form === 'numbered') return {}
  if ('error' in end) return { resumeError: end.error }
  return end.isCall ? { forwardAllOutputs: true } : {}
}
