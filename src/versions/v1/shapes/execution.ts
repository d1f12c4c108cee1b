import { Type } from '@sinclair/typebox'
import { EXECUTION_MODES } from '../../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../../model/schema.ts'

/** An execution as shown. */
export const executionShape = (_decisions: unknown) =>
  Type.Object(
    {
      id: Type.Number(),
      data: Type.Optional(AnyMap({ description: 'only when includeData is true' })),
      finished: Type.Boolean(),
      mode: Enumeration(EXECUTION_MODES),
      retryOf: Nullable(Type.Number()),
      retrySuccessId: Nullable(Type.Number()),
      startedAt: DateTime(),
      stoppedAt: Type.Optional(DateTime()),
      workflowId: Type.Unsafe<number | string>(Type.Number()),
      waitTill: Nullable(DateTime()),
    },
    { additionalProperties: false },
  )
