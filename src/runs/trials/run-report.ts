import { isRecord } from '../../core/base/is-record.ts'
import { type NodeItem, type NodeRun, outputsIn } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { RunResult } from '../engine/job.ts'
import type { SentRequest } from '../nodes/tools/http-mock.ts'

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
  status: RunResult['status']
  /** Why it failed, and where. */
  error?: { message: string; description?: string; node?: string }
  /** The nodes that ran, in order. */
  path: string[]
  /** Each node of the workflow → its runs; an empty list where it did not run. */
  nodes: Record<string, NodeRunReport[]>
  /** What HTTP Request nodes would have sent. */
  requests: SentRequest[]
  /** What the caller of the webhook gets. */
  response?: { status: number; headers: Record<string, string>; body: unknown }
  /** The execution, as a read of it with its data shows it. */
  execution: Record<string, unknown>
  /** What was not done, and what Code wrote to the console. */
  notes: string[]
  /** Mocks of nodes that did not run, by the name of the node. */
  unusedMocks: string[]
  /** Nodes that called a service and had no mock. */
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

export function errorReport(error: Record<string, unknown>) {
  const { message, description } = error
  return {
    message: String(message),
    ...(typeof description === 'string' ? { description } : {}),
  }
}

export const failedNodeOf = (error: Record<string, unknown>): string | undefined => {
  const { node } = error
  return isRecord(node) && typeof node.name === 'string' ? node.name : undefined
}

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
