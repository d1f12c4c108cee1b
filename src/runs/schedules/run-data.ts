import { createHash } from 'node:crypto'
import { RawJson } from '../../core/base/raw-json.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { NodeRun, RunDataReader, RunForm } from '../../core/model/run-data.ts'
import type { State } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { contextOf, executionData, workflowDataOf } from '../engine/execution-data.ts'
import { executionError } from './execution-error.ts'
import { type MadeUpRun, madeUpRun } from './made-up-run.ts'

/** What went wrong in an execution, and where. */
export interface Failure {
  /** The name of a node; the last one that runs where left out. */
  node?: string | undefined
  message?: string | undefined
}

type Ran = Pick<ExecutionRecord, 'id' | 'status' | 'mode' | 'startedAt' | 'stoppedAt' | 'waitTill'>

/** An execution's run data, and the workflow as it was when it ran. */
export function detailsOf(state: State, execution: ExecutionRecord, form: RunForm) {
  const workflow = state.workflows.get(execution.workflowId)
  const nothing = { startData: {}, resultData: { runData: {} } }
  return {
    data: execution.data ?? RawJson.of(workflow ? madeUpData(workflow, execution, {}, form) : nothing),
    workflowData: execution.workflowData ?? RawJson.of(workflow ? workflowDataOf(workflow, execution, form) : null),
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
  failure: Failure,
  form: RunForm,
): Record<string, unknown> {
  const { id, status, mode, startedAt, stoppedAt, waitTill } = execution
  const whole = failure.node === undefined ? usualRun(workflow) : madeUpRun(workflow, failure.node)
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
      runData,
      last: last?.name,
      status: isWaiting ? 'waiting' : 'success',
      ...(error ? { error } : {}),
      stack: last && isWaiting && output ? [{ node: last.node, data: output, source: null }] : [],
      waiting: [],
      ...(isWaiting && waitTill !== null ? { waitTill: Date.parse(waitTill) } : {}),
    },
    form,
    { context: contextOf(mode, start, trigger, form), resumeToken: tokenFor(`${id} ${startedAt}`) },
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

/** 64 hex digits that are the same for the same text. */
export const tokenFor = (text: string) => createHash('sha256').update(text).digest('hex')

const runs = new WeakMap<WorkflowRecord, MadeUpRun>()

function usualRun(workflow: WorkflowRecord): MadeUpRun {
  const run = runs.get(workflow) ?? madeUpRun(workflow)
  runs.set(workflow, run)
  return run
}

/** How far it came. */
function stepsTaken({ order }: MadeUpRun, { status }: Pick<Ran, 'status'>, { node }: Failure): MadeUpRun['order'] {
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

/** The bytes of an execution's data as the service counts them: of an object or a list. */
const dataSizeOf = ({ text, bytes }: RawJson): number => (/^\s*[{[]/.test(text) ? bytes : 0)

/** Reads the data of executions, and makes up that of executions that were added without any. */
export const runData: RunDataReader = {
  detailsOf,
  sizeOf: (state, execution, form) => dataSizeOf(detailsOf(state, execution, form).data),
}
