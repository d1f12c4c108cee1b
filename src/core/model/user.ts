import { Type } from '@sinclair/typebox'
import { type FieldsOf, madeDates, PAIRED } from './field.ts'
import { flag, someText, text } from './fixture/fields.ts'
import { Nullable } from './schema.ts'
export const ROLES = ['global:owner', 'global:admin', 'global:member'] as const
/** The roles that every instance has; `ROLES` are those that the older versions know. */
export const GLOBAL_ROLES = [...ROLES, 'global:chatUser'] as const
/** One of `GLOBAL_ROLES`, or the slug of a custom role. */
export type Role = (typeof GLOBAL_ROLES)[number] | (string & Record<never, never>)

/** A user as the document stores it. */
export interface UserRecord {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  isPending: boolean
  createdAt: string
  updatedAt: string
  /** False where absent. */
  mfaEnabled?: boolean
  /** The id of the personal project; `personalProjectId` has the one that follows from the user's where absent. */
  projectId?: string
}

/** An API key as the document stores it: only its hash. */
export interface ApiKeyRecord {
  id: string
  userId: string
  label: string
  hash: string
  createdAt: string
  /** Minutes behind, for a key in use. */
  lastUsedAt?: string
  /** What it may do; all that its user's role may where absent. */
  scopes?: string[]
  /** From then on it is worth nothing; never where absent or null. */
  expiresAt?: string | null
}

/** What a user's keys differ in: no two of a user should have the same label. */
export const keyLabel = (userId: string, label: string) => JSON.stringify([userId, label])

const shortName = Type.Optional(Nullable(Type.String({ maxLength: 32 })))

/** What is said of each field of a user, in the order of a document. */
export const userFields = {
  ...madeDates,
  id: {
    shape: Type.Optional(Type.String({ format: 'uuid' })),
    absent: { made: 'a uuid' },
    written: 'service',
    compared: PAIRED,
    examples: ['0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a01', '0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a02'],
  },
  email: {
    shape: Type.String({ format: 'email' }),
    absent: 'required',
    written: { create: 'by rule' },
    compared: 'value',
    examples: ['a@example.com', 'b@example.com'],
  },
  firstName: {
    shape: shortName,
    absent: { stored: null },
    written: 'service',
    compared: 'value',
    examples: ['Mia', 'Noa'],
  },
  lastName: {
    shape: shortName,
    absent: { stored: null },
    written: 'service',
    compared: 'value',
    examples: ['Lane', 'Lake'],
  },
  role: {
    shape: Type.Optional(Type.Unsafe<Role>(text)),
    absent: { stored: 'global:member' },
    written: { create: 'by rule' },
    compared: 'value',
    examples: ['global:member', 'global:admin'],
  },
  isPending: {
    shape: Type.Optional(flag),
    absent: { stored: false },
    written: 'service',
    compared: 'value',
    examples: [false, true],
  },
  mfaEnabled: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'service',
    compared: 'value',
    examples: [false, true],
  },
  projectId: {
    shape: Type.Optional(someText),
    absent: { made: 'from its id' },
    written: 'service',
    compared: { not: 'it names the personal project', butWithinInstance: 'value' },
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
} satisfies FieldsOf<UserRecord>
