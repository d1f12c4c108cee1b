import { Type } from '@sinclair/typebox'
import { DateTime, Enumeration, Nullable } from '../../../model/schema.ts'

const strict = { additionalProperties: false }

/** A project, team or personal. */
export const Project = Type.Object(
  {
    ...{ id: Type.String(), name: Type.String(), type: Enumeration(['personal', 'team']) },
    icon: Nullable(
      Type.Object({ type: Type.String(), value: Type.String(), color: Type.Optional(Type.String()) }, strict),
    ),
    description: Nullable(Type.String()),
    customTelemetryTags: Type.Array(Type.Object({ key: Type.String(), value: Type.String() }, strict)),
    creatorId: Nullable(Type.String()),
    ...{ createdAt: DateTime(), updatedAt: DateTime() },
  },
  strict,
)

/** Where something is to be moved. Unknown keys are passed over. */
export const Destination = Type.Object({ destinationProjectId: Type.String() })
