import { Type } from '@sinclair/typebox'
import { DateTime, Enumeration } from './schema.ts'

export const ROLES = ['global:owner', 'global:admin', 'global:member'] as const
export type Role = (typeof ROLES)[number]

/** A user as answered (reference 2.7). */
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

/** A user as the document keeps it. */
export interface UserRecord {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  isPending: boolean
  createdAt: string
  updatedAt: string
}

/** An API key as the document keeps it: only its hash. */
export interface ApiKeyRecord {
  id: string
  userId: string
  label: string
  hash: string
  createdAt: string
  /** Minutes behind, for a key in use. */
  lastUsedAt?: string
}
