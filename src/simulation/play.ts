import { isRecord } from '../base/is-record.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { nodeError, timeoutError } from './execution-error.ts'
import type { Scope } from './expression-values.ts'
import { firstLeading, nodesLeadingTo, startOf, wiringOf } from './graph.ts'
import { type Item, type NodeItem, recordOf } from './item.ts'
import { createNodeQueue, type PartialInput, type Source, type StackEntry, TOO_OFTEN } from './node-queue.ts'
import { isType, type NodeResult, outputsOf, performNode } from './nodes.ts'
import { createRunBudget } from './run-budget.ts'

/** A run of a node, as the service keeps it. */
export interface NodeRun {
  startTime: number
  executionIndex: number
  source: (Source | null)[]
  hints: { message: string; location: string }[]
  executionTime: number
  metadata?: Record<string, unknown>
  executionStatus: string
  error?: Record<string, unknown>
  data?: { main: (NodeItem[] | null)[] }
}

/** How a run ends. Where nothing is given, it succeeds, or ends as its nodes say. */
export interface Outcome {
  /** Where it fails or waits; the last node that runs where left out. */
  node?: string | undefined
  /** What the node says when it fails. */
  error?: string | undefined
  /** Until when it waits, in milliseconds since 1970. */
  waitTill?: number | undefined
  /** How long it takes, in milliseconds. */
  duration?: number | undefined
}

/** How the execution of another workflow ended that a node ran, or that it waits. */
export type SubResult =
  | { items: NodeItem[]; executionId: string; until: number; isWaiting: boolean }
  /** Without an id the other workflow could not begin. */
  | { error: Record<string, unknown>; executionId?: string; until: number }

/** What ends a wait: a call, another workflow with its last items, or with its failure. */
export type WaitEnd = { items: NodeItem[]; isCall: boolean } | { error: Record<string, unknown> }

export interface PlayOptions {
  /** The trigger, what it puts out and by which output; found where left out. */
  start?:
    | { node: string; items: NodeItem[]; output?: number | undefined; metadata?: Record<string, unknown> }
    | undefined
  /** What ran before, and what is to run now: of an execution that goes on. */
  before?:
    | {
        runData: Map<string, NodeRun[]>
        stack: StackEntry[]
        waiting: Map<string, PartialInput>
        /** Whether the first of the stack has waited, and what ended its wait; its time has come where left out. */
        isResumed?: boolean
        resumedWith?: WaitEnd | undefined
      }
    | undefined
  outcome?: Outcome
  /** In milliseconds since 1970. */
  at: number
  zone: string
  execution: Scope['execution']
  /**
   * Whether nodes only hand items on, and return what is pinned: for an execution that was added, it is not known what
   * its nodes did.
   */
  isMadeUp?: boolean
  /** Runs another workflow. */
  call?(workflowId: string, items: NodeItem[], at: number, isAwaited: boolean): Generator<void, SubResult>
  /** Whether a node waits for another workflow that waits. */
  waitsForCalled?: boolean
}

/** How far a run has come. */
export interface Play {
  runData: Map<string, NodeRun[]>
  /** The nodes that ran, in order. */
  order: { name: string; node: Node }[]
  last: string | undefined
  status: 'success' | 'error' | 'waiting' | 'canceled'
  error?: Record<string, unknown>
  stack: StackEntry[]
  waiting: Map<string, PartialInput>
  waitTill?: number
  /** When it ended or began to wait. */
  until: number
  /** The respond nodes that ran, with their items. */
  responded: { node: Node; items: NodeItem[] }[]
  execution: Scope['execution']
}

/** The most items that a node gets: where branches meet again, items add up. */
const MOST_ITEMS = 1000
const TOO_LARGE = 'The data of this run is too large to be played further: items are left out from here on'
/** The service waits in the process up to here; from then on the execution is `waiting`. */
const WAITS_IN_PROCESS_MS = 65_000
/** Until when a node waits for a workflow that waits: its end comes first. */
const WAITS_FOR_CALLED = Date.UTC(2999, 11, 31)

type PlayedWorkflow = Pick<WorkflowRecord, 'id' | 'name' | 'active' | 'nodes' | 'connections' | 'settings'> & {
  pinData?: unknown
}

/**
 * Runs a graph in steps, in the order in which the service does: a branch to its end, then the next
 * (settings.executionOrder v1), or all that follow a node, and then what follows those.
 */
export function* play(workflow: PlayedWorkflow, options: PlayOptions): Generator<void, Play> {
  const wiring = wiringOf(workflow)
  const { nodes, targets } = wiring
  const { outcome = {}, isMadeUp = false, execution, zone, at } = options
  const towards = outcome.node
  const leading = towards === undefined ? undefined : nodesLeadingTo(towards, wiring)
  const settings = recordOf(workflow.settings)
  const budget = createRunBudget()
  const limit = Number(settings.executionTimeout)
  const deadline = !isMadeUp && limit > 0 ? at + limit * 1000 : Number.POSITIVE_INFINITY
  const runData = new Map<string, NodeRun[]>(options.before?.runData)
  const waited = options.before?.waiting ?? []
  const isDepthFirst = settings.executionOrder === 'v1'
  const queue = createNodeQueue(wiring, { isDepthFirst, isMadeUp, waiting: waited, runData })
  const order: Play['order'] = []
  const responded: Play['responded'] = []
  let now = at
  let index = 0
  let last: { name: string; node: Node; entry: StackEntry } | undefined

  const end = (status: Play['status'], rest: Omit<Partial<Play>, 'status'> = {}): Play => ({
    runData,
    order,
    last: last?.name,
    status,
    stack: [],
    waiting: queue.waiting,
    until: now,
    responded,
    execution,
    ...rest,
  })

  for (const entry of options.before?.stack.toReversed() ?? []) {
    queue.addFirst({ ...entry, node: nodes.get(entry.node.name ?? '') ?? entry.node })
  }
  if (!options.before) {
    const first = options.start?.node ?? startOf(wiring, name => leading?.has(name) ?? true)
    const node = first === undefined ? undefined : nodes.get(first)
    if (!node) return end('success')
    const main = [options.start?.items ?? [{ json: {} }]]
    queue.addFirst({ node, data: { main }, source: null, ...metadataOf(options.start?.metadata) })
  }

  for (let ran = 0; ; ran++) {
    yield
    const entry = queue.take()
    if (!entry) break
    const { node } = entry
    const name = node.name ?? ''
    const isContinued = options.before !== undefined && ran === 0
    const runs = (isContinued ? runData.get(name)?.slice(0, -1) : runData.get(name)) ?? []
    const resumedWith = isContinued && options.before?.isResumed ? options.before.resumedWith : undefined
    const former = isContinued ? runData.get(name)?.at(-1)?.metadata : undefined
    const outputs = targets.get(name) ?? []
    const isTrigger = entry.source === null && !options.before
    const inputs = entry.data.main.map((items, input) => paired(items ?? [], input, node.executeOnce === true))
    const forced = leading ? outputs.findIndex(output => output.some(to => leading.has(to.node))) : -1
    const forcedTo = forced < 0 ? undefined : forced
    const first =
      isTrigger && options.start ? (options.start.output ?? 0) : node.disabled ? 0 : (forcedTo ?? firstLeading(outputs))
    const hints = new Set<string>()
    const startTime = now
    const given = isMadeUp ? pinnedItems(workflow.pinData, node) : undefined
    let result: NodeResult
    let isTooLarge = budget.isSpent
    if (isTooLarge) {
      result = { main: emptyOutput(first) }
    } else if (isTrigger && (options.start || !given)) {
      const input = first > 0 ? { input: first } : {}
      const items = inputs[0]?.map((item, at) => ({ ...item, pairedItem: { item: at, ...input } })) ?? []
      result = { main: [...Array.from({ length: first }, () => []), items] }
    } else if (resumedWith && 'error' in resumedWith) {
      result = { failure: { message: String(resumedWith.error.message), error: resumedWith.error } }
    } else if (isContinued && options.before?.isResumed) {
      const items = resumedWith ? paired(resumedWith.items, 0, false) : inputs.flat()
      result = { main: [...Array.from({ length: first }, () => []), items] }
    } else if (given) {
      result = { main: [...Array.from({ length: first }, () => []), given] }
    } else {
      const scopeOf = (item: NodeItem, itemIndex: number): Scope => ({
        json: item.json,
        itemIndex,
        itemsOf: other =>
          runData
            .get(other)
            ?.at(-1)
            ?.data?.main.find(items => items && items.length > 0) ?? undefined,
        input: inputs[0] ?? [],
        execution,
        workflow: { id: workflow.id, name: workflow.name, active: workflow.active },
        now,
        zone,
        spend: budget.spend,
        sizeOf: budget.sizeOf,
        isSpent: () => budget.isSpent,
      })
      result = isPassing(node, isMadeUp, leading !== undefined && name !== towards)
        ? { main: [...Array.from({ length: first }, () => []), inputs.flat()] }
        : yield* performNode({
            node,
            inputs: inputs.map(items => items.slice(0, MOST_ITEMS)),
            scopeOf,
            outputs: outputs.length,
            first,
            isForced: forcedTo !== undefined,
            hints,
            now,
          })
    }
    if (!isMadeUp && !isTooLarge && outcome.error !== undefined && name === towards) {
      result = { failure: { message: outcome.error, level: 'error' } }
    }
    const run: NodeRun = {
      startTime,
      executionIndex: index++,
      source: entry.source?.main ?? [],
      hints: [],
      executionTime: 0,
      ...metadataOf(entry.metadata),
      executionStatus: 'success',
    }
    if (former && options.before?.isResumed) {
      run.metadata = { ...former, ...metadataOfEnd(resumedWith) }
    }
    order.push({ name, node })
    last = { name, node, entry: { ...entry, data: { main: inputs } } }
    runData.set(name, [...runs, run])

    if (!isMadeUp && outcome.waitTill !== undefined && name === towards) {
      run.executionStatus = 'waiting'
      run.data = { main: [inputs.flat()] }
      return end('waiting', { waitTill: outcome.waitTill, stack: [last.entry, ...queue.left()] })
    }
    if ('waitsUntil' in result) {
      const { waitsUntil, isResumedByCall } = result
      const main = [inputs.flat()]
      if (waitsUntil > now && (isResumedByCall || waitsUntil - now >= WAITS_IN_PROCESS_MS)) {
        if (isResumedByCall) run.metadata = { ...run.metadata, resumeUrl: execution.resumeUrl }
        run.executionStatus = 'waiting'
        run.data = { main }
        const entry = { ...last.entry, ...metadataOf(run.metadata) }
        return end('waiting', { waitTill: waitsUntil, stack: [entry, ...queue.left()] })
      }
      now = Math.max(now, waitsUntil)
      result = { main }
    }
    if ('calls' in result) {
      const { calls: workflowId, isEachItem, isAwaited } = result
      const given = inputs.flat()
      const called: SubResult[] = []
      for (const items of isEachItem ? given.map(item => [item]) : [given]) {
        if (!options.call) break
        const sub = yield* options.call(workflowId, items, now, isAwaited)
        called.push(sub)
        if (isAwaited) now = Math.max(now, sub.until)
        if ('error' in sub) break
      }
      const failed = called.find(sub => 'error' in sub && (isAwaited || sub.executionId === undefined))
      if (called.length > 0 && !(failed && 'error' in failed)) {
        run.metadata = { ...run.metadata, ...callMetadata(called, workflowId, isEachItem) }
      }
      const main = [isAwaited && options.call ? calledItems(called, given, workflowId, isEachItem) : given]
      if (isAwaited && options.waitsForCalled && called.some(sub => 'isWaiting' in sub && sub.isWaiting)) {
        run.executionStatus = 'waiting'
        run.data = { main }
        const entry = { ...last.entry, ...metadataOf(run.metadata) }
        return end('waiting', { waitTill: WAITS_FOR_CALLED, stack: [entry, ...queue.left()] })
      }
      result =
        failed && 'error' in failed
          ? { failure: { message: String(failed.error.message), error: failed.error } }
          : { main }
    }
    const isTimedOut = now > deadline
    if (isTimedOut) now = deadline
    run.executionTime = now - startTime
    if ('failure' in result) {
      run.executionStatus = 'error'
      run.error = nodeError(result.failure, node, now)
      const onError = node.onError ?? (node.continueOnFail === true ? 'continueRegularOutput' : undefined)
      if (onError !== 'continueRegularOutput' && onError !== 'continueErrorOutput') {
        run.hints = hintsOf(hints)
        return end('error', { error: run.error, stack: [last.entry, ...queue.left()] })
      }
      // what stops on purpose hands its items on; others put the error into them
      const isStop = isType(node, 'stopAndError')
      const message = result.failure.message
      const items = isStop ? inputs.flat() : inputs.flat().map(item => ({ ...item, json: { error: message } }))
      const output = onError === 'continueErrorOutput' && !isStop ? Math.max(outputsOf(node), outputs.length - 1, 1) : 0
      result = { main: [...Array.from({ length: output }, () => []), items] }
    }
    let { main } = result
    if (!budget.canKeep(main.flat())) {
      isTooLarge = true
      main = emptyOutput(first)
    }
    if (isTooLarge) hints.add(TOO_LARGE)
    if (node.alwaysOutputData === true && !main[0]?.length) {
      const pairedItem = inputs[0]?.map((_, item) => ({ item, input: 0 })) ?? []
      main = [[{ json: {}, pairedItem }], ...main.slice(1)]
    }
    const least = isTrigger ? Math.max(outputCount(node), 1) : node.disabled ? 1 : outputsOf(node)
    const isLong = isMadeUp || isTrigger ? Math.max(outputs.length, least) : least
    while (main.length < isLong) main.push([])
    run.data = { main }
    if (isType(node, 'respondToWebhook') && run.executionStatus === 'success' && !node.disabled) {
      responded.push({ node, items: main.find(items => items.length > 0) ?? [] })
    }

    if (queue.addFollowing(name, runs.length, main)) hints.add(TOO_OFTEN)
    run.hints = hintsOf(hints)
    if (isTimedOut) return end('canceled', { error: timeoutError(execution.id, now), stack: queue.left() })
  }

  now += outcome.duration ?? 0
  if (now > deadline) {
    now = deadline
    return end('canceled', { error: timeoutError(execution.id, now) })
  }
  const run = last && runData.get(last.name)?.at(-1)
  if (isMadeUp || !last || !run || outcome.node !== undefined) return end('success')
  if (outcome.error !== undefined) {
    run.executionStatus = 'error'
    run.error = nodeError({ message: outcome.error, level: 'error' }, last.node, now)
    delete run.data
    return end('error', { error: run.error, stack: [last.entry] })
  }
  if (outcome.waitTill === undefined) return end('success')
  run.executionStatus = 'waiting'
  return end('waiting', { waitTill: outcome.waitTill, stack: [last.entry] })
}

const isPassing = (node: Node, isMadeUp: boolean, isOnTheWay: boolean) =>
  (isMadeUp || isOnTheWay) &&
  ['stopAndError', 'wait', 'executeWorkflow', 'respondToWebhook'].some(type => isType(node, type))

/** What the run of a node that called others says of them. */
function callMetadata(called: SubResult[], workflowId: string, isEachItem: boolean): Record<string, unknown> {
  const waiting = called.flatMap(sub => ('isWaiting' in sub && sub.isWaiting ? [sub.executionId] : []))
  return {
    ...(waiting.length > 0 ? { waitingChildExecutionIds: waiting } : {}),
    ...(isEachItem ? {} : { subExecution: { executionId: called[0]?.executionId, workflowId } }),
    subExecutionsCount: called.length,
  }
}

/** The last items of the workflows that a node called. */
function calledItems(called: SubResult[], given: NodeItem[], workflowId: string, isEachItem: boolean): NodeItem[] {
  const items = called.flatMap((sub, at): NodeItem[] => {
    if (!('items' in sub)) return []
    if (!isEachItem) return sub.items
    const metadata = { subExecution: { executionId: sub.executionId, workflowId } }
    return sub.items.map(item => ({ ...item, pairedItem: { item: at }, metadata }))
  })
  if (isEachItem) return items
  const isPaired = items.length === given.length
  return items.map((item, at) => ({ ...item, pairedItem: { item: isPaired ? at : 0 } }))
}

function metadataOfEnd(resumedWith: WaitEnd | undefined): Record<string, unknown> {
  if (!resumedWith) return {}
  if ('error' in resumedWith) return { resumeError: resumedWith.error }
  return resumedWith.isCall ? { forwardAllOutputs: true } : {}
}

const metadataOf = (metadata: Record<string, unknown> | undefined) => (metadata ? { metadata } : {})
const hintsOf = (hints: ReadonlySet<string>) => [...hints].map(message => ({ message, location: 'outputPane' }))

function paired(items: readonly NodeItem[], input: number, isOnce: boolean): NodeItem[] {
  const used = isOnce ? items.slice(0, 1) : items.slice(0, MOST_ITEMS)
  return used.map((given, item) => ({ ...given, pairedItem: input > 0 ? { item, input } : { item } }))
}

/** What a node puts out where its items are left out: an empty one. */
function emptyOutput(first: number): NodeItem[][] {
  return [...Array.from({ length: Math.min(first, 100) }, () => []), [{ json: {}, pairedItem: { item: 0 } }]]
}

function pinnedItems(pinData: unknown, node: Node): NodeItem[] | undefined {
  const name = node.name ?? ''
  if (node.disabled === true || !isRecord(pinData) || !Object.hasOwn(pinData, name)) return undefined
  const pinned = pinData[name]
  if (!Array.isArray(pinned)) return undefined
  return pinned.map((given, item) => ({ json: (given?.json ?? given ?? {}) as Item, pairedItem: { item } }))
}

/** A webhook with several methods has an output for each. */
function outputCount({ parameters = {} }: Node): number {
  const { multipleMethods, httpMethod } = parameters
  return multipleMethods === true ? (Array.isArray(httpMethod) ? httpMethod.length : 2) : 1
}
