/** A credential as sent. */
export interface CredentialInput {
  name: string
  type: string
  data: Record<string, unknown>
  [unknown: string]: unknown
}

/** The JSON Schema of a credential type's data. */
export interface CredentialSchema {
  additionalProperties: false
  type: 'object'
  properties: Record<string, { type: string; enum?: string[] }>
  allOf?: Record<string, unknown>[]
  required: string[]
}

/** A credential as the document keeps it: `data` is sealed text, `owner` is a user id. */
export interface CredentialRecord {
  id: string
  name: string
  type: string
  data: string
  owner: string
  /** Whether its data is made up, as a clone's is: no API tells the real one. */
  isStandIn?: boolean
  createdAt: string
  updatedAt: string
  /** The four are false where absent. */
  isManaged?: boolean
  isGlobal?: boolean
  isResolvable?: boolean
  resolvableAllowFallback?: boolean
  resolverId?: string | null
  /** The team project that has it; the owner's personal project where absent. */
  projectId?: string
}
