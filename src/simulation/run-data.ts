import { createHash } from 'node:crypto'
import { isRecord, recordsOf } from '../base/is-record.ts'
import { runAtOnce } from '../base/run-in-slices.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { NodeDefaults } from '../model/node-defaults.ts'
import type { State } from '../model/state.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { executionError } from './execution-error.ts'
import { recordOf } from './item.ts'
import { withDefaults } from './node-defaults.ts'
import type { PartialInput, StackEntry } from './node-queue.ts'
import { type NodeRun, type Play, type PlayOptions, play } from './play.ts'

/** What went wrong in an execution, and where. */
export interface Failure {
  /** The name of a node; the last one that runs where left out. */
  node?: string | undefined
  message?: string | undefined
}

/** The form of run data: numbered, with what is known of the nodes, or the one of the versions before. */
export interface RunForm {
  isNumbered: boolean
  defaults?: NodeDefaults | undefined
}

export const OLD_FORM: RunForm = { isNumbered: false }

type Ran = Pick<ExecutionRecord, 'id' | 'status' | 'mode' | 'startedAt' | 'stoppedAt' | 'waitTill'>

/** What an execution's data says beside its runs. */
export interface RunContext {
  version: 1
  establishedAt: number
  source: string
  triggerNode?: { name: string; type: string }
  redaction: { version: 2; production: false; manual: false }
  parentExecutionId?: string
}

export interface RunFacts {
  context: RunContext
  resumeToken: string
  parentExecution?: Record<string, unknown> | undefined
}

/** Run data as the service keeps it, of a run as far as it came. */
export function executionData(
  played: Play,
  { isNumbered, defaults }: RunForm,
  facts: RunFacts,
): Record<string, unknown> {
  const { runData, last, error, status, stack, waiting, waitTill } = played
  const nodeOf = (node: Node) => withDefaults(node, defaults)
  const runs = [...runData].map(([name, list]) => [
    name,
    list.map(run => (isNumbered ? numbered(run, nodeOf) : old(run))),
  ])
  const shown = error && (isNumbered ? withNode(error, nodeOf) : error)
  const entries = stack.map(entry => entryOf(entry, nodeOf, isNumbered))
  const partials = [...waiting]
  const until = status === 'waiting' && waitTill !== undefined ? { waitTill: new Date(waitTill).toISOString() } : {}
  const lastNode = last === undefined ? {} : { lastNodeExecuted: last }
  if (!isNumbered) {
    return {
      startData: {},
      resultData: { runData: Object.fromEntries(runs), ...lastNode, ...(shown ? { error: shown } : {}) },
      executionData: {
        contextData: {},
        nodeExecutionStack: entries,
        waitingExecution: Object.fromEntries(partials.map(([name, { main }]) => [name, { 0: { main } }])),
      },
      ...until,
    }
  }
  return {
    version: 1,
    startData: {},
    resultData: { ...(shown ? { error: shown } : {}), runData: Object.fromEntries(runs), ...lastNode },
    executionData: {
      contextData: {},
      nodeExecutionStack: entries,
      metadata: {},
      waitingExecution: Object.fromEntries(partials.map(([name, { main }]) => [name, { 0: { main } }])),
      waitingExecutionSource: Object.fromEntries(partials.map(([name, { source }]) => [name, { 0: { main: source } }])),
      runtimeData: facts.context,
    },
    ...(facts.parentExecution ? { parentExecution: facts.parentExecution } : {}),
    ...until,
    resumeToken: facts.resumeToken,
  }
}

function numbered({ error, ...run }: NodeRun, nodeOf: (node: Node) => Node) {
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

/** An execution's run data, and the workflow as it was when it ran. */
export function detailsOf(state: State, execution: ExecutionRecord, form: RunForm = OLD_FORM) {
  const workflow = state.workflows.get(execution.workflowId)
  const nothing = { startData: {}, resultData: { runData: {} } }
  return {
    data: execution.data ?? (workflow ? madeUpData(workflow, execution, {}, form) : nothing),
    workflowData: execution.workflowData ?? (workflow ? workflowDataOf(workflow, execution, form) : null),
  }
}

/**
 * Made-up run data of an execution that was added, not run (docs/behaviour/executions.md#run-data): the nodes along the
 * connections run one after the other, each hands its items on, and the status says where it ends. Pinned data is what
 * a node gives; one that is disabled only hands on what it gets, so nothing ends there.
 */
export function madeUpData(
  workflow: WorkflowRecord,
  execution: Ran,
  failure: Failure = {},
  form: RunForm = OLD_FORM,
): Record<string, unknown> {
  const { id, status, mode, startedAt, stoppedAt, waitTill } = execution
  const whole = failure.node === undefined ? usualPlay(workflow) : madeUpPlay(workflow, failure.node)
  const steps = stepsTaken(whole, execution, failure)
  const last = steps.at(-1)
  const error = last && executionError(execution, last.node, failure.message)
  const start = Date.parse(startedAt)
  const duration = stoppedAt === null ? 0 : Math.max(Date.parse(stoppedAt) - start, 0)
  const times = timesOf(
    steps.map(({ node }) => node),
    duration,
  )
  const runData = new Map<string, NodeRun[]>()
  let startTime = start
  for (const [at, { name }] of steps.entries()) {
    const [run] = whole.runData.get(name) ?? []
    const executionTime = times[at] ?? 0
    if (run) runData.set(name, [{ ...run, startTime, executionTime }])
    startTime += executionTime
  }
  const [ended] = (last && runData.get(last.name)) ?? []
  const output = ended?.data
  if (ended && error && status !== 'canceled') {
    ended.executionStatus = status
    ended.error = error
    delete ended.data
  }
  const isWaiting = status === 'waiting'
  if (ended && isWaiting) ended.executionStatus = 'waiting'
  const trigger = steps[0]?.node
  return executionData(
    {
      ...whole,
      runData,
      last: last?.name,
      status: isWaiting ? 'waiting' : 'success',
      ...(error ? { error } : {}),
      stack: last && isWaiting && output ? [{ node: last.node, data: output, source: null }] : [],
      waiting: new Map(),
      ...(isWaiting && waitTill !== null ? { waitTill: Date.parse(waitTill) } : {}),
    },
    form,
    { context: contextOf(mode, start, trigger), resumeToken: tokenFor(`${id} ${startedAt}`) },
  )
}

/**
 * How the time of a run, in milliseconds, is spread over its nodes: one that only computes takes a millisecond, one
 * that waits most of the rest, a language model longer than a request.
 */
export function timesOf(nodes: readonly Node[], duration: number): number[] {
  const weights = nodes.map(weightOf)
  const sum = weights.reduce<number>((sum, weight) => sum + weight, 0)
  if (sum === 0) return nodes.map(() => Math.floor(duration / nodes.length))
  const quick = weights.filter(weight => weight === 0).length
  const rest = duration - quick
  if (rest <= 0) return nodes.map(() => 0)
  return weights.map(weight => (weight === 0 ? 1 : Math.floor((rest * weight) / sum)))
}

const COMPUTES =
  /(Trigger|\.(webhook|start|cron|interval|set|if|switch|merge|filter|sort|limit|code|function|functionItem|noOp|splitOut|splitInBatches|aggregate|summarize|itemLists|removeDuplicates|renameKeys|dateTime|compareDatasets|respondToWebhook|stopAndError))$/

function weightOf(node: Node) {
  const { type = '', disabled } = node
  if (disabled || COMPUTES.test(type)) return 0
  if (isWait(node)) return 1000
  return /agent$|chain/i.test(type) ? 5 : 1
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

/** 64 hex digits that are the same for the same text. */
export const tokenFor = (text: string) => createHash('sha256').update(text).digest('hex')

const plays = new WeakMap<WorkflowRecord, Play>()

function usualPlay(workflow: WorkflowRecord): Play {
  const played = plays.get(workflow) ?? madeUpPlay(workflow, undefined)
  plays.set(workflow, played)
  return played
}

function madeUpPlay(workflow: WorkflowRecord, node: string | undefined): Play {
  const options: PlayOptions = {
    outcome: { node },
    at: 0,
    zone: 'UTC',
    execution: { id: '', mode: 'manual', resumeUrl: '' },
    isMadeUp: true,
  }
  return runAtOnce(play(workflow, options))
}

/** How far it came. */
function stepsTaken({ order }: Play, { status }: Pick<Ran, 'status'>, { node }: Failure): Play['order'] {
  switch (status) {
    case 'new':
      return []
    case 'running':
    case 'canceled':
      return order.slice(0, Math.ceil(order.length / 2))
    case 'waiting': {
      const wait = order.findIndex(step => (node === undefined ? isWait(step.node) : step.name === node))
      return wait < 0 ? order : order.slice(0, wait + 1)
    }
    case 'error':
    case 'crashed':
      return order.slice(
        0,
        order.findLastIndex(step => (node === undefined ? !step.node.disabled : step.name === node)) + 1,
      )
    default:
      return order
  }
}

const isWait = ({ type, disabled }: Node) => type === 'n8n-nodes-base.wait' && !disabled

/**
 * The workflow as an execution keeps it; running and crashed ones keep less (docs/behaviour/executions.md#run-data).
 */
export function workflowDataOf(
  workflow: WorkflowRecord,
  { status }: Pick<ExecutionRecord, 'status'>,
  { isNumbered, defaults }: RunForm = OLD_FORM,
) {
  const { id, name, active, createdAt, updatedAt, nodes, connections, settings, pinData, nodeGroups = [] } = workflow
  if (isNumbered) {
    return { id, name, nodes: nodes.map(node => withDefaults(node, defaults)), connections, settings, nodeGroups }
  }
  if (status === 'running' || status === 'crashed') return { connections, nodes, name, settings, id }
  const rest = { nodes, connections, settings, staticData: {}, ...(pinData ? { pinData } : {}) }
  return { id, name, active, createdAt, updatedAt, ...rest }
}

const sizes = new WeakMap<object, number>()

/** The bytes of run data as JSON; counted once for the same data. */
export function jsonSizeOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0
  const known = sizes.get(data) ?? Buffer.byteLength(JSON.stringify(data))
  sizes.set(data, known)
  return known
}

/** The runs and the stack that run data holds, to go on from; `undefined` where it holds no stack. */
export function keptPlay(data: unknown): PlayOptions['before'] {
  const { resultData, executionData } = recordOf(data)
  const { nodeExecutionStack, waitingExecution, waitingExecutionSource } = recordOf(executionData)
  const stack = recordsOf(nodeExecutionStack).filter(entry => isRecord(entry.node) && isRecord(entry.data))
  const runs = recordOf(recordOf(resultData).runData)
  if (stack.length === 0) return undefined
  const waiting = Object.entries(recordOf(waitingExecution)).map(([name, partial]): [string, PartialInput] => {
    const { main } = recordOf(Object.values(recordOf(partial))[0])
    const { main: source } = recordOf(Object.values(recordOf(recordOf(waitingExecutionSource)[name]))[0])
    return [name, { main: listOf(main), source: listOf(source) } as PartialInput]
  })
  return {
    runData: new Map(Object.entries(runs).map(([name, list]) => [name, recordsOf(list).map(runOf)])),
    stack: stack as unknown as StackEntry[],
    waiting: new Map(waiting),
  }
}

/** A run in the form in which it is played on, whichever version stored it. */
const runOf = (run: Record<string, unknown>, executionIndex: number) =>
  ({
    executionIndex,
    hints: [],
    ...run,
    source: listOf(run.source).map(source =>
      isRecord(source) ? { previousNodeOutput: 0, previousNodeRun: 0, ...source } : null,
    ),
  }) as unknown as NodeRun

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
