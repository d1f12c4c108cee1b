export const ROLES = ['global:owner', 'global:admin', 'global:member'] as const
/** The roles that every instance has; `ROLES` are those that the older versions know. */
export const GLOBAL_ROLES = [...ROLES, 'global:chatUser'] as const
/** One of `GLOBAL_ROLES`, or the slug of a custom role. */
export type Role = (typeof GLOBAL_ROLES)[number] | (string & Record<never, never>)

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
  /** False where absent. */
  mfaEnabled?: boolean
  /** The id of the personal project; `personalProjectId` has the one that follows from the user's where absent. */
  projectId?: string
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
  /** What it may do; all that its user's role may where absent. */
  scopes?: string[]
  /** From then on it is worth nothing; never where absent or null. */
  expiresAt?: string | null
}

/** What tells a user's keys apart: no two of a user should have the same label. */
export const keyLabel = (userId: string, label: string) => JSON.stringify([userId, label])
