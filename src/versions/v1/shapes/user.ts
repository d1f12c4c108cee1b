import { Type } from '@sinclair/typebox'
import { DateTime, Enumeration } from '../../../model/schema.ts'
import { ROLES } from '../../../model/user.ts'

/** A user as answered (docs/behaviour/users.md#list-and-read-141). */
export const User = Type.Object(
  {
    id: Type.String(),
    email: Type.String({ format: 'email' }),
    firstName: Type.Optional(Type.String({ maxLength: 32 })),
    lastName: Type.Optional(Type.String({ maxLength: 32 })),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    isPending: Type.Boolean({ description: 'true until the invitation has been accepted' }),
    role: Type.Optional(Enumeration(ROLES, { description: 'present when includeRole is true' })),
  },
  { additionalProperties: false },
)
