import { Type } from '@sinclair/typebox'
import { AnyMap, answerOf, DateTime, ReadOnly } from '../../../model/schema.ts'

/** A credential as sent. The shape of `data` is given by its type's schema. */
export const CredentialInput = Type.Object({
  id: ReadOnly(Type.String()),
  name: Type.String(),
  type: Type.String({ examples: ['githubApi'] }),
  data: AnyMap({ writeOnly: true }),
  createdAt: ReadOnly(DateTime()),
  updatedAt: ReadOnly(DateTime()),
})

/** A credential as answered: never its data. */
export const Credential = answerOf(CredentialInput)

/** A new credential with whatever else was sent. */
export const EchoedCredential = answerOf(CredentialInput, { additionalProperties: true })

/** The JSON Schema of a credential type's data. */
export const CredentialSchema = Type.Object({
  additionalProperties: Type.Boolean(),
  type: Type.String(),
  properties: AnyMap(),
  allOf: Type.Optional(Type.Array(AnyMap())),
  required: Type.Array(Type.String()),
})
