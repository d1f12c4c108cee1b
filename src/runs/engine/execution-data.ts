import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { NodeRun, PartialInput, RunForm, StackEntry, SubNodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { RunContext, RunJob, RunStatus, RunWorkflow } from './job.ts'
import { withDefaults } from './node-parameters.ts'

export const OLD_FORM: RunForm = { isNumbered: false }

/** How far a run came. */
export interface Progress {
  runData: ReadonlyMap<string, readonly NodeRun[]>
  /** Node that serves another → its runs, which follow those in `runData`. */
  subRuns?: ReadonlyMap<string, readonly SubNodeRun[]> | undefined
  last: string | undefined
  status: RunStatus
  error?: Record<string, unknown> | undefined
  /** What is to run next. */
  stack: readonly StackEntry[]
  waiting: readonly [string, PartialInput][]
  waitTill?: number | undefined
  /** Node → what it remembers within the run. */
  memory?: Record<string, Record<string, unknown>> | undefined
  customData?: Record<string, string> | undefined
}

/** What execution data says beside the runs. */
export interface RunFacts {
  context: RunContext
  resumeToken: string
  parentExecution?: Record<string, unknown> | undefined
}

const NO_SUB_RUNS: ReadonlyMap<string, readonly SubNodeRun[]> = new Map()

/** The data of an execution, of a run as far as it came. */
export function executionData(progress: Progress, form: RunForm, facts: RunFacts): Record<string, unknown> {
  const {
    runData,
    subRuns = NO_SUB_RUNS,
    last,
    error,
    status,
    stack,
    waiting,
    waitTill,
    memory = {},
    customData = {},
  } = progress
  const { isNumbered } = form
  const nodeOf = (node: Node) => (isNumbered ? withDefaults(node) : node)
  const runsByNode = new Map<string, unknown[]>(
    Array.from(runData, ([name, list]) => [name, list.map(run => (isNumbered ? numbered(run, nodeOf) : old(run)))]),
  )
  for (const [name, list] of subRuns) {
    const shown = list.map(run => (isNumbered ? numbered(run, nodeOf) : { ...run, source: run.source.map(nameOf) }))
    runsByNode.set(name, [...(runsByNode.get(name) ?? []), ...shown])
  }
  const runs = Object.fromEntries(runsByNode)
  const shown = error && (isNumbered ? withNode(error, nodeOf) : error)
  const entries = stack.map(entry => entryOf(entry, nodeOf, isNumbered))
  const lastNode = last === undefined ? {} : { lastNodeExecuted: last }
  const metadata = Object.keys(customData).length > 0 ? { metadata: customData } : {}
  const contextData = Object.fromEntries(Object.entries(memory).map(([name, value]) => [`node:${name}`, value]))
  const until = status === 'waiting' && waitTill !== undefined ? { waitTill: new Date(waitTill).toISOString() } : {}
  if (!isNumbered) {
    return {
      startData: {},
      resultData: { runData: runs, ...lastNode, ...(shown ? { error: shown } : {}), ...metadata },
      executionData: {
        contextData,
        nodeExecutionStack: entries,
        waitingExecution: byNumber(waiting, ({ main }) => ({ main })),
      },
      ...until,
    }
  }
  return {
    version: 1,
    startData: {},
    resultData: { ...(shown ? { error: shown } : {}), runData: runs, ...lastNode, ...metadata },
    executionData: {
      contextData,
      nodeExecutionStack: entries,
      metadata: subRunsOf(subRuns),
      waitingExecution: byNumber(waiting, ({ main }) => ({ main })),
      waitingExecutionSource: byNumber(waiting, ({ source }) => ({ main: source })),
      runtimeData: facts.context,
    },
    ...(facts.parentExecution ? { parentExecution: facts.parentExecution } : {}),
    ...until,
    resumeToken: facts.resumeToken,
  }
}

/** Node that serves another → its sub-runs. */
function subRunsOf(subRuns: NonNullable<Progress['subRuns']>) {
  const all = Array.from(subRuns, ([name, list]): [string, unknown[]] => [
    name,
    list.map(({ metadata }) => metadata).filter(({ subRun }) => subRun),
  ])
  return Object.fromEntries(all.filter(([, list]) => list.length > 0))
}

/** `{ Merge: { 0: …, 1: … } }`, where the node has two sets of inputs that wait. */
function byNumber(waiting: Progress['waiting'], partOf: (partial: PartialInput) => unknown) {
  const parts: Record<string, Record<number, unknown>> = {}
  for (const [name, partial] of waiting) {
    const known = Object.hasOwn(parts, name) ? (parts[name] ?? {}) : {}
    known[Object.keys(known).length] = partOf(partial)
    Object.defineProperty(parts, name, { value: known, enumerable: true, configurable: true, writable: true })
  }
  return parts
}

function numbered({ error, ...run }: NodeRun | SubNodeRun, nodeOf: (node: Node) => Node) {
  return error ? { ...run, error: withNode(error, nodeOf) } : run
}

/** An error names its node with all of its parameters. */
function withNode(error: Record<string, unknown>, nodeOf: (node: Node) => Node): Record<string, unknown> {
  const { node, errorResponse } = error
  return {
    ...error,
    ...(node === undefined ? {} : { node: nodeOf(node as Node) }),
    ...(errorResponse === undefined ? {} : { errorResponse: withNode(errorResponse as typeof error, nodeOf) }),
  }
}

function entryOf({ node, data, source, metadata }: StackEntry, nodeOf: (node: Node) => Node, isNumbered: boolean) {
  if (!isNumbered) return { node, data, source: source && { main: source.main.map(nameOf) } }
  return { node: nodeOf(node), data, source, ...(metadata ? { metadata } : {}) }
}

const nameOf = (source: { previousNode: string } | null) => source && { previousNode: source.previousNode }

/** A run of a node in the form of the versions that did not number them. */
function old({ startTime, source, hints, executionTime, metadata, executionStatus, error, data }: NodeRun) {
  return {
    startTime,
    executionTime,
    source: source.map(nameOf),
    executionStatus,
    ...(hints.length > 0 ? { hints } : {}),
    ...(metadata ? { metadata } : {}),
    ...(error ? { error } : {}),
    ...(data ? { data } : {}),
  }
}

/**
 * The workflow as an execution stores it; running and crashed ones store less (docs/behaviour/executions.md#run-data).
 */
export function workflowDataOf(
  workflow: RunWorkflow,
  { status }: Pick<ExecutionRecord, 'status'>,
  { isNumbered }: RunForm = OLD_FORM,
) {
  const { id, name, active, createdAt, updatedAt, nodes, connections, settings, pinData, nodeGroups = [] } = workflow
  if (isNumbered) {
    return { id, name, nodes: nodes.map(node => withDefaults(node)), connections, settings, nodeGroups }
  }
  if (status === 'running' || status === 'crashed') return { connections, nodes, name, settings, id }
  const rest = { nodes, connections, settings, staticData: {}, ...(pinData ? { pinData } : {}) }
  return { id, name, active, createdAt, updatedAt, ...rest }
}

/** What a run says of where it comes from. */
export function contextOf(source: string, establishedAt: number, trigger: Node | undefined): RunContext {
  return {
    version: 1,
    establishedAt,
    source,
    ...(trigger ? { triggerNode: { name: trigger.name ?? '', type: trigger.type ?? '' } } : {}),
    redaction: { version: 2, production: false, manual: false },
  }
}

/** What execution data holds to go on from: the runs and the stack; `undefined` where it holds no stack. */
export function storedProgress(data: unknown): RunJob['before'] {
  const { resultData, executionData } = recordOf(data)
  const { nodeExecutionStack, waitingExecution, waitingExecutionSource, contextData } = recordOf(executionData)
  const stack = recordsOf(nodeExecutionStack).filter(entry => isRecord(entry.node) && isRecord(entry.data))
  if (stack.length === 0) return undefined
  const waiting = Object.entries(recordOf(waitingExecution)).flatMap(([name, partials]) =>
    Object.entries(recordOf(partials)).map(([number, partial]): [string, PartialInput] => {
      const { main: source } = recordOf(recordOf(recordOf(waitingExecutionSource)[name])[number])
      const main = listOf(recordOf(partial).main)
      // older versions do not store where the items came from
      return [name, { main, source: main.map((_, input) => listOf(source)[input] ?? null) } as PartialInput]
    }),
  )
  const memory = Object.entries(recordOf(contextData)).flatMap(([name, value]) =>
    name.startsWith('node:') && isRecord(value) ? [[name.slice('node:'.length), value] as const] : [],
  )
  return {
    runData: Object.entries(recordOf(recordOf(resultData).runData)).map(([name, list]) => [
      name,
      recordsOf(list).map(storedRun),
    ]),
    stack: stack as unknown as StackEntry[],
    waiting,
    contextData: Object.fromEntries(memory),
  }
}

/** A run in the form in which it goes on, whichever version stored it. */
const storedRun = (run: Record<string, unknown>, executionIndex: number) =>
  (isOfSubNode(run)
    ? run
    : {
        executionIndex,
        hints: [],
        ...run,
        source: listOf(run.source).map(source =>
          isRecord(source) ? { previousNodeOutput: 0, previousNodeRun: 0, ...source } : null,
        ),
      }) as unknown as NodeRun

/** A node that serves another puts its items out by a connection of another kind. */
const isOfSubNode = ({ data }: Record<string, unknown>) => isRecord(data) && !('main' in data)

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
