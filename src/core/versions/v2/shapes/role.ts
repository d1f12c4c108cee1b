import { Type } from '@sinclair/typebox'
import { ROLE_TYPES } from '../../../model/custom-role.ts'
import { DateTime, Enumeration, Nullable } from '../../../model/schema.ts'

const strict = { additionalProperties: false }
const roleType = Enumeration(ROLE_TYPES)
const displayName = Type.String({ minLength: 2, maxLength: 100 })
const description = Type.String({ maxLength: 500 })
const scopes = Type.Array(Type.String())

/** A role as POST takes it. Unknown keys are ignored. */
export const NewRole = Type.Object({ displayName, description: Type.Optional(description), roleType, scopes })

/** A role as PUT takes it. Its type stays. */
export const ChangedRole = Type.Object({ displayName, description: Nullable(description), scopes })

const fields = {
  slug: Type.String(),
  displayName: Type.String(),
  description: Nullable(Type.String()),
  systemRole: Type.Boolean(),
  roleType,
  scopes,
  createdAt: DateTime(),
  updatedAt: DateTime(),
}

/** A role that was made, changed or deleted. */
export const MadeRole = Type.Object(fields, strict)

const count = Type.Optional(Type.Integer({ description: 'present when withUsageCount is true' }))

/** A role as it is read. */
export const Role = Type.Object(
  { ...fields, licensed: Type.Boolean(), usedByUsers: count, usedByProjects: count },
  strict,
)

export const RoleList = Type.Object({ global: Type.Array(Role), project: Type.Array(Role) }, strict)
