import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Clock } from '../../core/base/clock.ts'
import { badRequest, conflict } from '../../core/base/errors.ts'
import { RawJson } from '../../core/base/raw-json.ts'
import { runAtOnce } from '../../core/base/run-in-slices.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import { Fixture, type FixtureOf } from '../../core/model/fixture.ts'
import { nextNumber, reserveId } from '../../core/model/next-id.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { Draft } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { executionRecord } from '../../core/seeding/seed-execution.ts'
import { workflowDataOf } from '../../runs/engine/execution-data.ts'
import { madeUpData } from '../../runs/schedules/run-data.ts'

/** An execution to add: as little as its workflow and status. */
export interface ExecutionInput extends FixtureOf<'executions'> {
  /** The name of the node at which it failed; the last one that runs where left out. */
  errorNode?: string
  /** What the node said. */
  error?: string
}

const shape = (Fixture.properties.executions as unknown as TArray<TObject>).items

const MEANINGS: Record<string, string> = {
  id: 'Default: the next number',
  workflowId: 'The id of a workflow',
  status: 'How it ended, or that it has not',
  finished: 'Default: whether it succeeded',
  mode: 'How it was started. Default: `trigger`, or `retry` with `retryOf`',
  retryOf: 'The id of the execution that it retries. Default: null',
  retrySuccessId: 'The id of the retry that succeeded. Default: null',
  createdAt: 'Default: none',
  startedAt: 'Default: the time of the instance',
  stoppedAt: 'Default: `startedAt`, or null if it has not ended',
  waitTill: 'When a waiting execution continues. Default: null',
  deletedAt: 'When it was marked as deleted. Default: null',
  data: 'Its run data. Default: made from the nodes',
  workflowData: 'The workflow as it ran. Default: as it is now',
  customData: 'Default: none',
  storedAt: 'Where the service stores its data. Default: none',
  tracingContext: 'Default: none',
  deduplicationKey: 'Default: none',
  jsonSizeBytes: 'Default: none',
  binaryDataSizeBytes: 'Default: none',
  workflowVersionId: 'The version that ran. Default: the active one, or else the present one',
  usedPrivateCredentials: 'Default: none',
  annotationTags: 'Ids or names of annotation tags. Default: none',
}

export const ExecutionInputShape = Type.Unsafe<ExecutionInput>(
  Type.Object(
    {
      ...Object.fromEntries(Object.entries(shape.properties).map(withMeaning)),
      errorNode: Type.Optional(Type.String({ description: 'The node that failed. Default: the last one that runs' })),
      error: Type.Optional(Type.String({ description: 'The error message of that node' })),
    },
    { additionalProperties: false },
  ),
)

function withMeaning([name, field]: [string, TSchema]): [string, TSchema] {
  const description = MEANINGS[name]
  return [name, description === undefined ? field : { ...field, description }]
}

const FAILURES = ['error', 'crashed']

/**
 * Adds an execution, as if the workflow had run. Its data is made from the workflow's nodes along its connections where
 * none is given. A retry that succeeds is noted in the execution that it retries.
 *
 * @throws ApiError 400 for an unknown workflow, node or execution, 409 for an id that is taken
 */
export function addExecution(
  draft: Draft,
  input: ExecutionInput,
  { clock, form }: { clock: Clock; form: RunForm },
): ExecutionRecord {
  const { errorNode, error, ...given } = input
  const workflow = draft.workflows.get(String(given.workflowId))
  if (!workflow) throw badRequest(`request/body/workflowId: there is no workflow ${given.workflowId}`)
  if (errorNode !== undefined || error !== undefined) checkFailure(workflow, input)
  const original = retried(draft, input)
  const id = given.id === undefined ? nextNumber(draft, 'executions') : newId(draft, String(given.id))
  const mode = given.mode ?? (original ? 'retry' : undefined)
  const record = runAtOnce(executionRecord(draft, { ...given, ...(mode ? { mode } : {}) }, id, clock))
  const added = {
    ...record,
    data: record.data ?? RawJson.of(madeUpData(workflow, record, { node: errorNode, message: error }, form)),
    workflowData: record.workflowData ?? RawJson.of(workflowDataOf(workflow, record, form)),
  }
  draft.executions.set(added)
  if (original && added.status === 'success') draft.executions.set({ ...original, retrySuccessId: id })
  return added
}

function checkFailure(workflow: WorkflowRecord, { status, errorNode, data }: ExecutionInput) {
  if (!FAILURES.includes(status)) {
    throw badRequest(`request/body: errorNode and error go with the status error or crashed, not with ${status}`)
  }
  if (data !== undefined) throw badRequest('request/body: errorNode and error have no effect with data')
  if (errorNode === undefined) return
  const failing = workflow.nodes.find(node => node.name === errorNode)
  if (failing?.disabled) {
    throw badRequest(`request/body/errorNode: node ${JSON.stringify(errorNode)} is disabled, so it cannot fail`)
  }
  if (!failing) {
    const names = workflow.nodes.map(node => node.name)
    throw badRequest(
      `request/body/errorNode: workflow ${workflow.id} has no node ${JSON.stringify(errorNode)}; ` +
        `it has: ${names.map(name => JSON.stringify(name)).join(', ') || 'none'}`,
    )
  }
}

function retried(draft: Draft, { retryOf, workflowId }: ExecutionInput): ExecutionRecord | undefined {
  if (retryOf === undefined || retryOf === null) return undefined
  const original = draft.executions.get(String(retryOf))
  if (original?.workflowId === String(workflowId)) return original
  throw badRequest(`request/body/retryOf: workflow ${workflowId} has no execution ${retryOf}`)
}

function newId(draft: Draft, id: string) {
  if (draft.executions.has(id)) throw conflict(`request/body/id: there is an execution ${id}`)
  reserveId(draft, 'executions', id)
  return id
}
