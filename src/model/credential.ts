import { Type } from '@sinclair/typebox'
import { AnyMap, answerOf, DateTime, ReadOnly } from './schema.ts'

/** A credential as sent (reference 2.5). The shape of `data` is given by its type's schema. */
export const CredentialInput = Type.Object({
  id: ReadOnly(Type.String()),
  name: Type.String(),
  type: Type.String({ examples: ['githubApi'] }),
  data: AnyMap({ writeOnly: true }),
  createdAt: ReadOnly(DateTime()),
  updatedAt: ReadOnly(DateTime()),
})
export interface CredentialInput {
  name: string
  type: string
  data: Record<string, unknown>
  [unknown: string]: unknown
}

/** A credential as answered: never its data. */
export const Credential = answerOf(CredentialInput)

/** The JSON Schema of a credential type's data. */
export const CredentialSchema = Type.Object({
  additionalProperties: Type.Boolean(),
  type: Type.String(),
  properties: AnyMap(),
  allOf: Type.Optional(Type.Array(AnyMap())),
  required: Type.Array(Type.String()),
})
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
