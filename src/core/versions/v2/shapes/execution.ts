import { type TProperties, Type } from '@sinclair/typebox'
import { EXECUTION_MODES } from '../../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../../model/schema.ts'
import { ZonedInstant } from './instant.ts'
import { refusing } from './refusal.ts'

const strict = { additionalProperties: false }

/** The statuses, in the order in which the service names them. */
export const STATUSES = ['canceled', 'crashed', 'error', 'new', 'running', 'success', 'unknown', 'waiting'] as const

const status = Enumeration(STATUSES)
const idText = Type.String()
const details: TProperties = {
  data: Type.Optional(AnyMap({ description: 'only when includeData is true' })),
  workflowData: Type.Optional(Nullable(AnyMap())),
  customData: Type.Optional(AnyMap()),
}
const fields: TProperties = {
  finished: Type.Boolean(),
  mode: Enumeration(EXECUTION_MODES),
  retryOf: Nullable(idText),
  retrySuccessId: Nullable(idText),
  status,
  startedAt: DateTime(),
  stoppedAt: Nullable(DateTime()),
  workflowId: Type.String(),
  waitTill: Nullable(DateTime()),
}
const sizes: TProperties = {
  storedAt: Type.Optional(Type.String()),
  jsonSizeBytes: Type.Optional(Type.Integer()),
  workflowVersionId: Type.Optional(Nullable(Type.String())),
}
const single: TProperties = {
  ...fields,
  createdAt: DateTime(),
  deletedAt: Nullable(DateTime()),
  ...sizes,
  tracingContext: Type.Unknown(),
  deduplicationKey: Nullable(Type.String()),
  binaryDataSizeBytes: Type.Integer(),
  usedPrivateCredentials: Type.Boolean(),
}

export const ListedExecution = Type.Object({ id: idText, ...fields, ...sizes, ...details }, strict)
export const Execution = Type.Object({ id: idText, ...single, ...details }, strict)
export const DeletedExecution = Type.Object({ id: Type.Integer(), ...single }, strict)

export const RetryOptions = Type.Object({
  loadWorkflow: Type.Optional(Type.Boolean({ description: 'Run the workflow as it is now, not as it was' })),
})
export const Retry = Type.Object(
  {
    id: idText,
    mode: Type.String(),
    startedAt: DateTime(),
    workflowId: Type.String(),
    finished: Type.Boolean(),
    retryOf: Nullable(idText),
    status,
    storedAt: Type.String(),
    ...details,
  },
  strict,
)

export const Stopped = Type.Object(
  {
    mode: Type.String(),
    startedAt: DateTime(),
    stoppedAt: Nullable(DateTime()),
    finished: Type.Boolean(),
    status,
  },
  strict,
)

/** Which executions to stop. Unknown keys are ignored. */
export const StopSelection = Type.Object({
  status: refusing(Type.Array(Enumeration(['queued', 'running', 'waiting']), { minItems: 1 }), value =>
    Array.isArray(value) && value.length === 0 ? 'must include at least one status' : undefined,
  ),
  workflowId: Type.Optional(Type.String()),
  startedAfter: Type.Optional(ZonedInstant()),
  startedBefore: Type.Optional(ZonedInstant()),
})
