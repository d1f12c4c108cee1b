import { type TProperties, Type } from '@sinclair/typebox'
import { EXECUTION_MODES } from '../../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../../model/schema.ts'
import type { Decisions } from '../decisions.ts'

const data = Type.Optional(AnyMap({ description: 'only when includeData is true' }))

/** An execution as shown: in a list, by itself, and when it was deleted. */
export function executionShapes(decisions: Decisions) {
  const id = decisions.executionIds === 'number' ? Type.Number() : Type.String()
  const fields: TProperties = {
    id,
    data,
    finished: Type.Boolean(),
    mode: Enumeration(EXECUTION_MODES),
    retryOf: Nullable(id),
    retrySuccessId: Nullable(id),
    startedAt: DateTime(),
    stoppedAt: decisions.absentAsNull ? Nullable(DateTime()) : Type.Optional(DateTime()),
    workflowId: decisions.executionWorkflowId === 'number' ? Type.Union([Type.Number(), Type.String()]) : Type.String(),
    waitTill: Nullable(DateTime()),
    ...(decisions.executionExtras ? { workflowData: data } : {}),
  }
  const single = decisions.executionExtras
    ? { ...fields, status: Type.String(), deletedAt: Nullable(DateTime()) }
    : fields
  const strict = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })
  const Single = strict(single)
  return {
    Item: decisions.executionExtras ? strict(fields) : Single,
    Single,
    Deleted: decisions.executionIds === 'number' ? Single : strict({ ...single, id: Type.Number() }),
  }
}
