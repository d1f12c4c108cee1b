import { type TProperties, Type } from '@sinclair/typebox'
import { DateTime, Nullable } from '../../../model/schema.ts'

const strict = { additionalProperties: false }
const fields: TProperties = {
  id: Type.String(),
  email: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  isPending: Type.Boolean(),
  mfaEnabled: Type.Boolean(),
  role: Type.Optional(Type.String({ description: 'present when includeRole is true' })),
}

/** A user as shown. */
export const User = Type.Object(fields, strict)

/** Whom to invite. Unknown keys are ignored. */
export const Invitations = Type.Array(
  Type.Object({ email: Type.String({ format: 'email' }), role: Type.Optional(Type.String()) }),
)

export const Invited = Type.Array(
  Type.Object(
    {
      user: Type.Object(
        {
          id: Type.String(),
          email: Type.String(),
          emailSent: Type.Boolean(),
          role: Type.String(),
          inviteAcceptUrl: Type.String(),
        },
        strict,
      ),
      error: Type.String(),
    },
    strict,
  ),
)
