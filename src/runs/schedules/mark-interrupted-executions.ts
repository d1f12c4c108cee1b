import { RawJson } from '../../core/base/raw-json.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { NodeRun } from '../../core/model/run-data.ts'
import type { Draft, Store } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { storedProgress } from '../engine/execution-data.ts'
import type { RunAccess, RunJob, RunResult } from '../engine/job.ts'
import { resultIn } from '../engine/messages.ts'
import { runErrors } from '../engine/run-errors.ts'
import { recordOf } from './item.ts'
import { WorkerFailure } from './worker-failure.ts'
import { workerPool } from './worker-pool.ts'

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
    const rebuilt = await rebuiltData(execution, data.workflows.get(execution.workflowId), now)
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
 * execution that has begun holds its start alone, so it is computed again to know the nodes.
 */
async function rebuiltData(
  execution: ExecutionRecord,
  workflow: WorkflowRecord | undefined,
  now: string,
): Promise<Partial<ExecutionRecord>> {
  const stored = recordOf(execution.data?.value)
  const progress = stored.version === 1 ? storedProgress(stored) : undefined
  if (!progress || !workflow) return {}
  const result = await computedAgain(execution, workflow, progress)
  if (!result) return {}
  const runData = new Map(Object.entries(recordOf(recordOf(result.data.resultData).runData)))
  const nodes = new Map(workflow.nodes.map(node => [node.name ?? '', node]))
  const ran = [...new Set(result.order)].flatMap(name => {
    const run = (runData.get(name) as NodeRun[] | undefined)?.at(-1)
    const node = nodes.get(name)
    return run && node ? [{ node, run }] : []
  })
  const crashed = runningAt(ran, Date.parse(now))
  if (!crashed) return {}
  const isSigned = 'resumeToken' in stored
  const resultData = recordOf(stored.resultData)
  const runs: Record<string, unknown> = { ...recordOf(resultData.runData) }
  for (const step of ran) {
    runs[step.node.name ?? ''] ??= [step === crashed ? crashedRun(step.run, now, isSigned) : recoveredRun(step.run)]
    if (step === crashed) break
  }
  return {
    stoppedAt: new Date(crashed.run.startTime).toISOString(),
    data: RawJson.of({
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
    }),
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

const crashedRun = ({ startTime }: NodeRun, now: string, isSigned: boolean) => ({
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
    ...(isSigned ? { cause: { name: 'Error', message: runErrors.nodeCrashed } } : {}),
  },
})

/** Milliseconds that computing an interrupted run again may take. */
const TIME_LIMIT = 5000

/** The run of an execution as it would have gone on, to know its nodes; `undefined` where it cannot be computed. */
async function computedAgain(
  execution: ExecutionRecord,
  workflow: WorkflowRecord,
  progress: NonNullable<RunJob['before']>,
): Promise<RunResult | undefined> {
  const [first] = progress.stack
  const isResumed = progress.runData.some(([name]) => name === first?.node.name)
  const job: RunJob = {
    workflow,
    zone: 'UTC',
    variables: {},
    staticData: {},
    before: { ...progress, isResumed },
    mode: execution.mode,
    at: Date.parse(execution.startedAt),
    execution: { id: execution.id, resumeToken: '', resumeUrl: '', resumeFormUrl: '' },
    seed: 0,
    timeLimit: TIME_LIMIT,
    form: 'signed',
    depth: 0,
  }
  const lease = workerPool.lease()
  try {
    return resultIn(await lease.perform('run', job, { access: NOTHING, timeLimit: TIME_LIMIT }))
  } catch (error) {
    if (error instanceof WorkerFailure) return undefined
    throw error
  } finally {
    lease.release()
  }
}

/** An interrupted run reads and changes nothing of the instance any more. */
const NOTHING: RunAccess = {
  workflow: async () => undefined,
  readParameters: async () => undefined,
  newExecution: async () => ({ id: '', resumeToken: '', resumeUrl: '', resumeFormUrl: '' }),
  addFile: async () => ({}),
  bytesOf: async () => undefined,
  dataTable: async () => ({ error: 'The run was interrupted' }),
  credential: async () => undefined,
  mock: async () => ({ main: [] }),
  answerRequest: () => Promise.reject(new Error('The run was interrupted')),
}
