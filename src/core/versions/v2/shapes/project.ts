import { Type } from '@sinclair/typebox'
import { DateTime, Enumeration, Nullable, ReadOnly } from '../../../model/schema.ts'

const strict = { additionalProperties: false }

export const projectType = Enumeration(['personal', 'team'])

/** What a project may be marked with. */
export const Icon = Nullable(
  Type.Object({ type: Type.String(), value: Type.String(), color: Type.Optional(Type.String()) }, strict),
)

const fields = {
  id: Type.String(),
  name: Type.String(),
  type: projectType,
  icon: Icon,
  description: Nullable(Type.String()),
  customTelemetryTags: Type.Array(Type.Object({ key: Type.String(), value: Type.String() }, strict)),
  creatorId: Nullable(Type.String()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
}

/** A project, team or personal. */
export const Project = Type.Object(fields, strict)

/** A project that was just made, with what its maker is in it. */
export const MadeProject = Type.Object({ ...fields, role: Type.String(), scopes: Type.Array(Type.String()) }, strict)

/** A project as POST and PUT take it: only its name. */
export const ProjectInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    id: ReadOnly(Type.String()),
    type: ReadOnly(Type.String()),
  },
  strict,
)

/** A member of a project as shown. */
export const Member = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    role: Nullable(Type.String()),
  },
  strict,
)

const role = Type.String({ minLength: 1 })

/** Who is to be a member, as what. Unknown keys are ignored. */
export const Relations = Type.Object({
  relations: Type.Array(Type.Object({ userId: Type.String({ minLength: 1 }), role }), { minItems: 1 }),
})

export const ChangedMember = Type.Object({ role })

/** Where something is to be moved. Unknown keys are ignored. */
export const Destination = Type.Object({ destinationProjectId: Type.String() })
