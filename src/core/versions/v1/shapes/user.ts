import { Type } from '@sinclair/typebox'
import { DateTime, Enumeration, Nullable } from '../../../model/schema.ts'
import { ROLES } from '../../../model/user.ts'
import type { Decisions } from '../decisions.ts'

const name = Type.String({ maxLength: 32 })

/** A user as answered (docs/behaviour/users.md#list-and-read-141). */
export const userShape = ({ absentAsNull }: Pick<Decisions, 'absentAsNull'>) =>
  Type.Object(
    {
      id: Type.String(),
      email: Type.String({ format: 'email' }),
      firstName: absentAsNull ? Nullable(name) : Type.Optional(name),
      lastName: absentAsNull ? Nullable(name) : Type.Optional(name),
      createdAt: DateTime(),
      updatedAt: DateTime(),
      isPending: Type.Boolean({ description: 'true until the invitation has been accepted' }),
      role: Type.Optional(Enumeration(ROLES, { description: 'present when includeRole is true' })),
    },
    { additionalProperties: false },
  )
