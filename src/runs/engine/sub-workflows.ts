import type { NodeItem, NodeRun, PairedItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { RunScope } from '../expressions/scope.ts'
import { NodeFailure, type SubWorkflowCalls } from '../nodes/tools/node-context.ts'
import { failedRun, refusedRun } from './failed-run.ts'
import type { CalledRun, CallRefusal, RunAccess, RunContext, RunJob, RunResult } from './job.ts'
import type { RunLimits } from './limits.ts'
import type { NodeRunner } from './node-runner.ts'
import type { Performed } from './performed.ts'
import { deniedError, MissingWorkflow, notActiveError, runErrors, unknownWorkflowError } from './run-errors.ts'

/** What calling other workflows depends on. */
export interface Caller {
  job: RunJob
  context: RunContext
  /** Its clock goes on while the called ones run. */
  scope: RunScope
  access: RunAccess
  limits: RunLimits
  /** Computes the run of a called workflow. */
  compute(job: RunJob): Promise<RunResult>
}

/** How a called workflow ended, or that it waits. Without an id it could not begin. */
type SubEnd =
  | { main: NodeItem[][]; executionId: string; until: number; isWaiting: boolean }
  | { error: Record<string, unknown>; executionId?: string; until: number }

type Call = SubWorkflowCalls['calls'][number]

/** How a node calls. */
interface Calling {
  isAwaited: boolean
  isEachItem: boolean
  node: Node
}

const CALLED_TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger'
/** Until when a node waits for a workflow that waits: its end comes first. */
const WAITS_FOR_CALLED = { numbered: Date.UTC(3000, 0, 1), signed: Date.UTC(2999, 11, 31) }

/** Runs the workflows that a run calls. */
export class SubWorkflows {
  /** Their executions, in order of their beginning. */
  readonly called: CalledRun[] = []
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /**
   * Runs the workflows that a node calls, one after the other.
   *
   * @throws NodeFailure where one fails and the node does not go on
   */
  async perform({ calls, isEachItem, isAwaited }: SubWorkflowCalls, node: NodeRunner): Promise<Performed> {
    const ends: { call: Call; end: SubEnd }[] = []
    const { scope } = this.#caller
    for (const call of calls) {
      const end = await this.#call(call, scope.now, { isAwaited, isEachItem, node: node.node })
      if (isAwaited) scope.now = Math.max(scope.now, end.until)
      ends.push({ call, end })
      const isFailed = 'error' in end && (isAwaited || end.executionId === undefined)
      if (isFailed && node.onError === 'stop') {
        throw failureOf(end.error, isEachItem ? call.itemIndex : undefined)
      }
    }
    const main = isAwaited ? itemsOf(ends, node, isEachItem) : [calls.flatMap(({ items }) => items)]
    const waiting = ends.flatMap(({ end }) => ('isWaiting' in end && end.isWaiting ? [end.executionId] : []))
    const { form } = this.#caller.job
    const metadata = metadataOf(ends, form === 'signed' ? waiting : [], { isEachItem, isAwaited })
    if (isAwaited && form !== 'plain' && waiting.length > 0) {
      return { waitsUntil: WAITS_FOR_CALLED[form], isResumedByCall: false, isLong: true, main, metadata }
    }
    return { main, ...(metadata ? { metadata } : {}) }
  }

  async #call(call: Call, now: number, { isAwaited, isEachItem, node }: Calling): Promise<SubEnd> {
    const { job, context, access, limits, compute } = this.#caller
    const { workflowId, items, itemIndex } = call
    const refuse = (message: string): SubEnd => ({ error: { message, stack: `Error: ${message}` }, until: now })
    const depth = job.depth + 1
    const refusal = limits.refuseCall(depth)
    if (refusal !== undefined) return refuse(refusal)
    const found = await access.workflow(workflowId, job.workflow.id)
    if (!found && job.needsCalled)
      throw new MissingWorkflow(runErrors.calledWorkflowNotGiven(node.name ?? '', workflowId))
    if (job.form === 'signed' && !found?.isActive)
      return { error: notActiveError(workflowId, job.workflow.id), until: now }
    if (!found && job.form === 'numbered') return { error: unknownWorkflowError(workflowId), until: now }
    if (!found) return refuse(runErrors.calledWorkflowUnknown)
    const { isActive: _, refusal: denied, ...setup } = found
    const trigger = setup.workflow.nodes.find(({ type, disabled }) => type === CALLED_TRIGGER && disabled !== true)
    if (trigger?.name === undefined) return refuse(runErrors.calledWorkflowCannotStart)
    const execution = await access.newExecution()
    const parentExecution = {
      executionId: job.execution.id,
      workflowId: job.workflow.id,
      shouldResume: isAwaited,
      executionContext: context,
    }
    const subContext: RunContext = { ...context, source: 'integrated', parentExecutionId: job.execution.id }
    const run: CalledRun = {
      id: execution.id,
      workflow: setup.workflow,
      mode: 'integrated',
      at: now,
      depth,
      context: subContext,
      parentExecution,
      result: undefined as unknown as RunResult,
    }
    this.called.push(run)
    const called: RunJob = {
      ...setup,
      start: {
        node: trigger.name,
        items: items.map((item, index) => ({ ...item, index: isEachItem ? itemIndex : index })),
        metadata: { parentExecution },
      },
      mode: 'integrated',
      at: now,
      execution,
      context: subContext,
      parentExecution,
      seed: job.seed + this.called.length,
      timeLimit: job.timeLimit,
      form: job.form,
      depth,
      unmocked: job.unmocked,
      usePinnedData: job.usePinnedData,
      needsCalled: job.needsCalled,
      explain: job.explain,
    }
    if (!denied) {
      run.result = await compute(called)
      return endOf(run, now)
    }
    run.result = deniedRun(called, denied, node)
    return { error: deniedError(denied, run), executionId: run.id, until: now }
  }
}

/** The execution of a workflow that may not be called. */
function deniedRun(job: RunJob, { message, description, node }: CallRefusal, caller: Node): RunResult {
  if (node !== undefined) return failedRun(job, { node, message, description })
  return refusedRun(job, { node: caller.name ?? '', message, description, isDenied: 'call' }, caller)
}

/** @param item the one that the workflow was called for, where it is called for each */
function failureOf(error: Record<string, unknown>, item: number | undefined): NodeFailure {
  const message = String(error.message)
  // what a node of the called workflow failed with is the error of the caller
  if (item === undefined || error.name === 'NodeOperationError') return new NodeFailure(message, { whole: error })
  return new NodeFailure(runErrors.calledForItemFailed(item), { description: message, context: { itemIndex: item } })
}

function endOf({ id, workflow, result }: CalledRun, now: number): SubEnd {
  const { status, error, data, lastNode, lastMain } = result
  const until = Math.max(result.until, now)
  if (status === 'success' || status === 'waiting') {
    const main = lastMain.map(items =>
      (items ?? []).map(item => ({ ...item, pairedItem: startOf(data, lastNode, item) })),
    )
    return { main, executionId: id, until, isWaiting: status === 'waiting' }
  }
  const facts = { executionId: id, workflowId: workflow.id }
  return { error: { ...error, errorResponse: { ...error, ...facts }, ...facts }, executionId: id, until }
}

/** Which item the workflow was called with led to one that it ends with, where there is only one such way. */
function startOf(data: unknown, lastNode: string | undefined, item: NodeItem) {
  const { runData } = (data as { resultData: { runData: Record<string, NodeRun[]> } }).resultData
  let run = runData[lastNode ?? '']?.at(-1)
  let pair = onlyPair(item)
  const passed = new Set<NodeRun>()
  while (run && pair !== undefined && !passed.has(run)) {
    passed.add(run)
    const source = run.source[pair.input ?? 0]
    if (!source) return run.source.length === 0 ? { item: pair.item } : undefined
    const { previousNode, previousNodeRun = 0, previousNodeOutput = 0 } = pair.sourceOverwrite ?? source
    run = runData[previousNode]?.[previousNodeRun]
    const from = run?.data?.main[previousNodeOutput]?.[pair.item]
    pair = from && onlyPair(from)
  }
  return undefined
}

function onlyPair({ pairedItem }: NodeItem): PairedItem | undefined {
  const pair = Array.isArray(pairedItem) ? (pairedItem.length === 1 ? pairedItem[0] : undefined) : pairedItem
  return typeof pair === 'number' ? { item: pair } : pair
}

/** What the node puts out: the last outputs of the workflows, or an item for each failure. */
function itemsOf(ends: { call: Call; end: SubEnd }[], node: NodeRunner, isEachItem: boolean): NodeItem[][] {
  const all = node.items.map((_, item) => ({ item }))
  const outputs: NodeItem[][] = []
  const put = (output: number, item: NodeItem) => {
    while (outputs.length <= output) outputs.push([])
    outputs[output]?.push(item)
  }
  for (const { call, end } of ends) {
    const { workflowId, itemIndex } = call
    if ('error' in end) {
      const subExecution = { executionId: end.executionId, workflowId }
      const metadata = end.executionId === undefined ? {} : { metadata: { subExecution, subExecutionsCount: 1 } }
      put(0, {
        json: { error: String(end.error.message) },
        ...metadata,
        pairedItem: isEachItem ? { item: itemIndex } : all,
      })
      continue
    }
    const { executionId } = end
    for (const [output, items] of end.main.entries()) {
      if (outputs.length <= output) outputs.push([])
      const isSameCount = items.length === node.items.length
      for (const [at, item] of items.entries()) {
        if (isEachItem) {
          const metadata = { subExecution: { executionId, workflowId } }
          put(output, { ...item, pairedItem: { item: itemIndex }, metadata })
        } else put(output, { ...item, pairedItem: item.pairedItem ?? (isSameCount ? { item: at } : all) })
      }
    }
  }
  return outputs.length > 0 ? outputs : [[]]
}

/** What the run of the node says of the executions that it began. */
function metadataOf(
  ends: { call: Call; end: SubEnd }[],
  waiting: string[],
  { isEachItem, isAwaited }: Pick<Calling, 'isEachItem' | 'isAwaited'>,
) {
  if (isEachItem && waiting.length === 0) return { subExecutionsCount: ends.length }
  const began = ends.filter(({ end }) => !('error' in end) || (!isAwaited && end.executionId !== undefined))
  const [first] = began
  if (!first) return undefined
  const subExecution = { executionId: first.end.executionId, workflowId: first.call.workflowId }
  return {
    ...(waiting.length > 0 ? { waitingChildExecutionIds: waiting } : {}),
    ...(isEachItem ? {} : { subExecution }),
    subExecutionsCount: ends.length,
  }
}
