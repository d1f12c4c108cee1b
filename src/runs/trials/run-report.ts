import { isRecord } from '../../core/base/is-record.ts'
import { type NodeItem, type NodeRun, outputsIn } from '../../core/model/run-data.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { CalledRun, RunResult } from '../engine/job.ts'
import type { SentRequest } from '../nodes/tools/http-mock.ts'
import { type CallFiles, STORED_APART } from '../schedules/files.ts'
import { calledNodeName } from './named-nodes.ts'

/** A run of one node, as a test looks at it. */
export interface NodeRunReport {
  /** `success`, `error` or `waiting`. */
  status: string
  /** The items that it got, by its inputs. */
  received: NodeItem[][]
  /** The items that it put out, by its outputs. */
  output: NodeItem[][]
  /** Its parameters with their expressions evaluated, for each item; of nodes that have a mock. */
  parameters?: Record<string, unknown>[]
  error?: { message: string; description?: string }
  hints: string[]
}

/** What came of a run that was tried. The answer of `POST /_control/runs`. */
export interface RunReport {
  /** `broken` where it could not go on: a mock, an answer or a called workflow is missing. */
  status: RunResult['status'] | 'broken'
  /** Why it failed, and where. */
  error?: { message: string; description?: string; node?: string }
  /** The nodes that ran, in order. */
  path: string[]
  /** Each node → its runs; an empty list where it did not run. Those of called workflows as `Workflow/Node`. */
  nodes: Record<string, NodeRunReport[]>
  /** What HTTP Request nodes would have sent. */
  requests: SentRequest[]
  /** What the caller of the webhook gets; `isRefusal` where the service answers, and nothing that the workflow says. */
  response?: { status: number; headers: Record<string, string>; body: unknown; isRefusal?: true }
  /** The execution, as a read of it with its data shows it. */
  execution: Record<string, unknown>
  /** What was not done, and what Code wrote to the console. */
  notes: string[]
  /** Why the service may not run the workflow: an unknown package of nodes, a mocked node without a parameter that it needs. */
  warnings: string[]
  /** Mocks of nodes that did not run, by the name of the node. */
  unusedMocks: string[]
  /** Nodes that called a service and had no mock, or called a workflow that was not given. */
  unmocked: string[]
  /** Node that did not run → why, where a condition sent the items elsewhere. */
  notReached: Record<string, string>
}

/** What a run did, node by node. */
export function nodesReport(nodes: readonly Node[], { data, calls }: RunResult): Record<string, NodeRunReport[]> {
  const runData = runDataOf(data)
  return Object.fromEntries(
    nodes.map(({ name = '' }) => [
      name,
      (runData[name] ?? []).map((run, at) => ({
        status: run.executionStatus,
        received: calls[name]?.[at]?.received ?? receivedBy(run, runData),
        output: outputsIn(run).map(items => items ?? []),
        ...(calls[name]?.[at] ? { parameters: calls[name][at].parameters } : {}),
        ...(run.error ? { error: errorReport(run.error) } : {}),
        hints: (run.hints ?? []).map(({ message }) => message),
      })),
    ]),
  )
}

/** The runs of called workflows, and of those that they call, in order of their beginning. */
export const calledRuns = ({ called }: RunResult): CalledRun[] =>
  called.flatMap(run => [run, ...calledRuns(run.result)])

/** The same of the workflows that a run called, by `Workflow/Node`; those that were given have no runs where they were not called. */
export function calledNodesReport(
  given: readonly WorkflowRecord[],
  result: RunResult,
): Record<string, NodeRunReport[]> {
  const report: Record<string, NodeRunReport[]> = {}
  const add = (workflow: Pick<WorkflowRecord, 'name'>, nodes: Record<string, NodeRunReport[]>) => {
    for (const [node, runs] of Object.entries(nodes)) {
      const name = calledNodeName(workflow, node)
      report[name] = [...(report[name] ?? []), ...runs]
    }
  }
  for (const workflow of given) add(workflow, Object.fromEntries(workflow.nodes.map(({ name = '' }) => [name, []])))
  for (const { workflow, result: called } of calledRuns(result)) add(workflow, nodesReport(workflow.nodes, called))
  return report
}

/** Bytes of files that a report holds; those of further files stay out. */
const MAX_CONTENTS = 8 * 1024 * 1024

/** The report with the bytes of files in base64, in the place of a name of where they are stored. */
export function withContents(
  nodes: Record<string, NodeRunReport[]>,
  files: Pick<CallFiles, 'bytesOf'>,
): Record<string, NodeRunReport[]> {
  let left = MAX_CONTENTS
  const known = new Map<unknown, unknown>()
  const fileWith = (file: unknown) => {
    if (!isRecord(file) || file.data !== STORED_APART) return file
    const { id } = file
    if (!known.has(id)) {
      const bytes = files.bytesOf(file)
      const isShown = bytes !== undefined && bytes.length <= left
      if (isShown) left -= bytes.length
      known.set(id, isShown ? Buffer.from(bytes).toString('base64') : STORED_APART)
    }
    return { ...file, data: known.get(id) }
  }
  const itemWith = (item: NodeItem): NodeItem =>
    item.binary
      ? {
          ...item,
          binary: Object.fromEntries(Object.entries(item.binary).map(([name, file]) => [name, fileWith(file)])),
        }
      : item
  const all = (lists: NodeItem[][]) => lists.map(items => items.map(itemWith))
  return Object.fromEntries(
    Object.entries(nodes).map(([name, runs]) => [
      name,
      runs.map(run => ({ ...run, received: all(run.received), output: all(run.output) })),
    ]),
  )
}

/** The nodes without a mock, also of called workflows. */
export const unmockedOf = (result: RunResult): string[] => [
  ...result.unmocked,
  ...calledRuns(result).flatMap(({ workflow, result }) => result.unmocked.map(node => calledNodeName(workflow, node))),
]

/**
 * Why a run is broken: the error of the first run that a missing mock ended, its own or of a called workflow. Its message
 * names the node as mocks do.
 */
export function breakingError(result: RunResult): { error: Record<string, unknown>; message: string } | undefined {
  const runs = [{ workflow: undefined, result }, ...calledRuns(result)]
  const { workflow, result: broken } = runs.find(({ result }) => result.unmocked.length > 0) ?? {}
  const error = broken?.error
  if (!error) return undefined
  const { message, node } = error
  if (!workflow || !isRecord(node)) return { error, message: String(message) }
  const named = (name: string) => `Node "${name}"`
  const name = String(node.name)
  return { error, message: String(message).replace(named(name), () => named(calledNodeName(workflow, name))) }
}

export function errorReport(error: Record<string, unknown>) {
  const { message, description } = error
  return {
    message: String(message),
    ...(typeof description === 'string' ? { description } : {}),
  }
}

/** The node that a run failed at; that of a called workflow as `Workflow/Node`. */
export function failedNodeOf(error: Record<string, unknown>, result: RunResult): string | undefined {
  const { node } = error
  if (!isRecord(node) || typeof node.name !== 'string') return undefined
  // an error of a called workflow is that of its caller, too
  const [from] = calledRuns(result)
    .filter(({ result }) => isSameError(result.error, error))
    .slice(-1)
  return from ? calledNodeName(from.workflow, node.name) : node.name
}

const isSameError = (one: Record<string, unknown> | undefined, { node, message, timestamp }: Record<string, unknown>) =>
  one !== undefined &&
  one.message === message &&
  one.timestamp === timestamp &&
  isRecord(one.node) &&
  isRecord(node) &&
  one.node.id === node.id &&
  one.node.name === node.name

type RunData = Record<string, NodeRun[]>

function runDataOf(data: Record<string, unknown>): RunData {
  const { resultData } = data
  const { runData } = isRecord(resultData) ? resultData : {}
  return (isRecord(runData) ? runData : {}) as RunData
}

/** What a node got is what those before it put out. */
const receivedBy = ({ source }: NodeRun, runData: RunData): NodeItem[][] =>
  source.map(from => {
    if (!from) return []
    const run = runData[from.previousNode]?.[from.previousNodeRun ?? 0]
    return run?.data?.main[from.previousNodeOutput ?? 0] ?? []
  })
