import { runInSlices } from '../base/run-in-slices.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { Draft, Store } from '../model/state.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { storedProgress } from '../runs/execution-data.ts'
import { recordOf } from './item.ts'
import { type NodeRun, play } from './play.ts'
import { runErrors } from './refusals.ts'

/**
 * Marks the executions as crashed that an earlier process left running. The service does so at its start. Those that wait
 * stay, and go on at their time.
 *
 * @param now in ISO 8601
 */
export async function markInterruptedExecutions(
  { data, update }: Pick<Store, 'data' | 'update'>,
  now: string,
): Promise<void> {
  const interrupted: ExecutionRecord[] = []
  for (const execution of data.executions.values()) {
    if (execution.status !== 'running') continue
    const rebuilt = await runInSlices(rebuiltData(execution, data.workflows.get(execution.workflowId), now))
    interrupted.push({ ...execution, status: 'crashed', stoppedAt: now, ...rebuilt })
  }
  if (interrupted.length === 0) return
  await update((draft: Draft) => {
    for (const execution of interrupted) draft.executions.set(execution)
  })
}

const RECOVERED = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] }

/**
 * What the service makes of its log of events: that nodes ran, without their items, and the one that was running. An
 * execution that has begun holds its start alone, so it is played again to know the nodes.
 */
function* rebuiltData(
  execution: ExecutionRecord,
  workflow: WorkflowRecord | undefined,
  now: string,
): Generator<void, Partial<ExecutionRecord>> {
  const stored = recordOf(execution.data)
  const progress = stored.version === 1 ? storedProgress(stored) : undefined
  const before = progress && {
    stack: progress.stack,
    runData: new Map(progress.runData),
    waiting: new Map(progress.waiting),
  }
  if (!before || !workflow) return {}
  const [first] = before.stack
  const isResumed = before.runData.has(first?.node.name ?? '')
  const { runData, order } = yield* play(workflow, {
    before: { ...before, isResumed },
    at: Date.parse(execution.startedAt),
    zone: 'UTC',
    execution: { id: execution.id, mode: execution.mode, resumeUrl: '' },
  })
  const ran = order.flatMap(({ name, node }) => {
    const run = runData.get(name)?.at(-1)
    return run ? [{ node, run }] : []
  })
  const crashed = runningAt(ran, Date.parse(now))
  if (!crashed) return {}
  const resultData = recordOf(stored.resultData)
  const runs: Record<string, unknown> = { ...recordOf(resultData.runData) }
  for (const step of ran) {
    runs[step.node.name ?? ''] ??= [step === crashed ? crashedRun(step.run, now) : recoveredRun(step.run)]
    if (step === crashed) break
  }
  return {
    stoppedAt: new Date(crashed.run.startTime).toISOString(),
    data: {
      ...stored,
      resultData: {
        runData: runs,
        lastNodeExecuted: crashed.node.name,
        error: {
          message: runErrors.crashed,
          timestamp: Date.parse(now),
          name: 'WorkflowCrashedError',
          context: {},
        },
      },
    },
  }
}

interface Step {
  node: Node
  run: NodeRun
}

/** The node that was running when the process ended: the first that had not ended by now, else one that took time. */
function runningAt(ran: Step[], now: number): Step | undefined {
  return (
    ran.find(({ run }) => run.startTime + run.executionTime > now) ??
    ran.findLast(({ run }) => run.executionTime > 0) ??
    ran.at(-1)
  )
}

/** The service writes whole seconds. */
const seconds = (time: number) => Math.floor(time / 1000)

const recoveredRun = ({ startTime, executionTime }: NodeRun) => ({
  startTime: seconds(startTime),
  executionIndex: 0,
  executionTime,
  source: [null],
  executionStatus: 'success',
  data: RECOVERED,
})

const crashedRun = ({ startTime }: NodeRun, now: string) => ({
  startTime: seconds(startTime),
  executionIndex: 0,
  executionTime: 0,
  source: [null],
  executionStatus: 'crashed',
  error: {
    message: runErrors.nodeStopped,
    timestamp: Date.parse(now),
    name: 'NodeCrashedError',
    description: runErrors.nodeStoppedHint,
    context: {},
    cause: { name: 'Error', message: runErrors.nodeCrashed },
  },
})
