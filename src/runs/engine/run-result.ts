import type { StackEntry } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { RunScope } from '../expressions/scope.ts'
import type { NodeAnswer } from '../nodes/tools/node-context.ts'
import { executionData, type Progress } from './execution-data.ts'
import type { RunJob, RunResult, RunStatus } from './job.ts'
import { NodeRunner, type RunParts } from './node-runner.ts'

type ByKey = Record<string, Record<string, unknown>>

/** What a run ends or pauses with. */
export interface Ending {
  status: RunStatus
  error?: Record<string, unknown>
  waitTill?: number
  stack?: StackEntry[]
}

/** A run that has ended or waits. */
export interface Finished
  extends Pick<RunResult, 'context' | 'order' | 'called' | 'notes' | 'unmocked' | 'calls' | 'used' | 'refusedCall'> {
  job: RunJob
  parts: RunParts
  ending: Ending
  runData: Progress['runData']
  subRuns: Progress['subRuns']
  waiting: Progress['waiting']
  /** The node whose call is answered. */
  calledNode: Node | undefined
  answer: NodeAnswer | undefined
  /** What the parameters of the called node said of the answer before the run. */
  trigger: Record<string, unknown> | undefined
}

export function resultOf({
  job,
  parts,
  ending,
  runData,
  subRuns,
  waiting,
  calledNode,
  answer,
  trigger,
  ...rest
}: Finished): RunResult {
  const { status, error, waitTill, stack = [] } = ending
  const { scope, memory, decisions, http } = parts
  const { customData, now } = scope
  const last = rest.order.at(-1)
  const progress: Progress = {
    runData,
    subRuns,
    last,
    status,
    error,
    stack,
    waiting,
    waitTill,
    memory: withoutEmpty(memory),
    customData,
  }
  const facts = {
    context: rest.context,
    resumeToken: job.execution.resumeToken,
    parentExecution: job.parentExecution,
  }
  const staticData = changedStaticData(job, scope)
  return {
    status,
    data: executionData(progress, job.form, facts),
    ...(last === undefined ? {} : { lastNode: last }),
    lastMain: runData.get(last ?? '')?.at(-1)?.data?.main ?? [],
    ...(error ? { error } : {}),
    ...(waitTill === undefined ? {} : { waitTill }),
    until: now,
    ...(answer ? { answer } : {}),
    ...(calledNode ? { trigger: trigger ?? readableParameters(calledNode, parts) } : {}),
    ...(staticData ? { staticData } : {}),
    ...(Object.keys(customData).length > 0 ? { customData } : {}),
    requests: job.depth === 0 ? http.sent : [],
    ...(decisions ? { decisions } : {}),
    ...rest,
  }
}

/** The node whose call began the run, or ended its wait: what is answered goes by its parameters. */
export const calledNode = ({ start, before }: RunJob, nodes: ReadonlyMap<string, Node>): Node | undefined =>
  nodes.get(start?.node ?? before?.stack[0]?.node.name ?? '')

/** The parameters of a node, as far as they can be evaluated without items. */
function readableParameters(node: Node, parts: RunParts): Record<string, unknown> {
  const turn = { node, runIndex: 0, inputs: [[]], sources: [], connectedOutputs: 0 }
  const runner = new NodeRunner(turn, parts)
  const read: [string, unknown][] = []
  for (const name of Object.keys(node.parameters ?? {})) {
    try {
      read.push([name, runner.parameter(name, 0)])
    } catch {
      // the answer is the usual one then
    }
  }
  return Object.fromEntries(read)
}

/** The static data of the workflow, where the run has changed it. */
function changedStaticData({ staticData }: RunJob, scope: RunScope): ByKey | undefined {
  const now = withoutEmpty(scope.staticData)
  return JSON.stringify(now) === JSON.stringify(withoutEmpty(staticData)) ? undefined : now
}

/** Without the parts that were only looked at. */
const withoutEmpty = (parts: ByKey): ByKey =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))

/** The note of a run whose nodes called services. */
export const passedOn = (names: readonly string[]) =>
  `not simulated, so its items were passed on: ${names.map(name => `"${name}"`).join(', ')}`
