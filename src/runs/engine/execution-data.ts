import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { NodeRun, PartialInput, RunForm, StackEntry, SubNodeRun } from '../../core/model/run-data.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { RunContext, RunJob, RunStatus, RunWorkflow } from './job.ts'
import { withDefaults } from './node-parameters.ts'
import { RUN_FORMS } from './run-forms.ts'

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
  /** Left out where it is not known yet. */
  context: RunContext | undefined
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
  const shown = RUN_FORMS[form]
  const runsByNode = new Map<string, unknown[]>(Array.from(runData, ([name, list]) => [name, list.map(shown.run)]))
  for (const [name, list] of subRuns) runsByNode.set(name, [...(runsByNode.get(name) ?? []), ...list.map(shown.subRun)])
  const runs = Object.fromEntries(runsByNode)
  const failure = error ? { error: shown.error(error) } : {}
  const lastNode = last === undefined ? {} : { lastNodeExecuted: last }
  const metadata = Object.keys(customData).length > 0 ? { metadata: customData } : {}
  const contextData = Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [`node:${name}`, shown.memory(value)]),
  )
  const nodeExecutionStack = stack.map(shown.entry)
  const waitingExecution = byNumber(waiting, ({ main }) => ({ main }))
  const until = status === 'waiting' && waitTill !== undefined ? { waitTill: new Date(waitTill).toISOString() } : {}
  if (form === 'plain') {
    return {
      startData: {},
      resultData: { runData: runs, ...lastNode, ...failure, ...metadata },
      executionData: { contextData, nodeExecutionStack, waitingExecution },
      ...until,
    }
  }
  const { context, parentExecution, resumeToken } = facts
  return {
    version: 1,
    startData: {},
    resultData: { ...failure, runData: runs, ...lastNode, ...metadata },
    executionData: {
      contextData,
      nodeExecutionStack,
      metadata: subRunsOf(subRuns),
      waitingExecution,
      waitingExecutionSource: byNumber(waiting, ({ source }) => ({ main: source.map(shown.source) })),
      ...(context ? { runtimeData: context } : {}),
    },
    ...(parentExecution ? { parentExecution } : {}),
    ...until,
    ...(form === 'signed' ? { resumeToken } : {}),
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

/** A workflow, with what it is today where that is known. */
type RanWorkflow = RunWorkflow &
  Partial<Pick<WorkflowRecord, 'versionId' | 'activeVersionId' | 'isArchived' | 'staticData'>>

/** The workflow as an execution stores it; running and crashed ones store less (docs/behaviour/executions.md#run-data). */
export function workflowDataOf(
  workflow: RanWorkflow,
  { status, mode }: Pick<ExecutionRecord, 'status' | 'mode'>,
  form: RunForm,
) {
  const { id, name, nodes, connections, settings, nodeGroups = [] } = workflow
  const filled = () => nodes.map(node => withDefaults(node))
  if (form === 'signed') return { id, name, nodes: filled(), connections, settings, nodeGroups }
  if (status === 'running' || status === 'crashed') return { connections, nodes, name, settings, id }
  const { active, createdAt, updatedAt, pinData } = workflow
  if (form === 'plain') {
    const rest = { nodes, connections, settings, staticData: {}, ...(pinData ? { pinData } : {}) }
    return { id, name, active, createdAt, updatedAt, ...rest }
  }
  const { versionId = null, activeVersionId, isArchived = false, staticData = null } = workflow
  const isActive = active && mode !== 'retry'
  return {
    id,
    name,
    active: isActive,
    activeVersionId: isActive ? (activeVersionId ?? versionId) : null,
    isArchived,
    createdAt,
    updatedAt,
    nodes: filled(),
    connections,
    settings,
    staticData: BEGUN_BY_OTHERS.includes(mode) ? staticData : (staticData ?? {}),
    pinData: null,
  }
}

/** Runs that other workflows begin: the service adds no static data to what is stored. */
const BEGUN_BY_OTHERS: readonly ExecutionRecord['mode'][] = ['integrated', 'error']

/** What a run says of where it comes from. */
export function contextOf(source: string, establishedAt: number, trigger: Node | undefined, form: RunForm): RunContext {
  if (form === 'numbered') return { version: 1, establishedAt, source }
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
