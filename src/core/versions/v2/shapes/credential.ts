import { Type } from '@sinclair/typebox'
import { AnyMap, DateTime, Nullable, ReadOnly } from '../../../model/schema.ts'
import { refusing } from './refusal.ts'

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const strict = { additionalProperties: false }
const dates = { createdAt: DateTime(), updatedAt: DateTime() }

const ID = { minLength: 1, maxLength: 16, pattern: '^[A-Za-z0-9_-]+$' }

const CredentialId = refusing(Type.String(ID), value =>
  typeof value === 'string' &&
  value.length >= ID.minLength &&
  value.length <= ID.maxLength &&
  !new RegExp(ID.pattern).test(value)
    ? 'Use only letters, digits, underscores, and hyphens for the ID'
    : undefined,
)

/** A credential as POST takes it. Unknown keys are ignored. */
export const NewCredential = Type.Object({
  createdAt: ReadOnly(DateTime()),
  updatedAt: ReadOnly(DateTime()),
  id: Type.Optional(CredentialId),
  name: Type.String(),
  type: Type.String({ examples: ['githubApi'] }),
  data: AnyMap({ writeOnly: true }),
  projectId: text,
  isGlobal: Type.Optional(Type.Unknown({ description: 'passed over' })),
  isResolvable: flag,
})

/** A change of a credential. Unknown keys are ignored. */
export const ChangedCredential = Type.Object({
  name: text,
  type: text,
  data: Type.Optional(AnyMap({ writeOnly: true })),
  isGlobal: flag,
  isResolvable: flag,
  isPartialData: Type.Optional(Type.Boolean({ description: 'Lay `data` over the stored one' })),
})

const fields = {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  isManaged: Type.Boolean(),
  isGlobal: Type.Boolean(),
  isResolvable: Type.Boolean(),
  resolvableAllowFallback: Type.Boolean(),
  resolverId: Nullable(Type.String()),
  ...dates,
}

/** A credential as shown: never its data. */
export const Credential = Type.Object(fields, strict)

export const DeletedCredential = Type.Object({ ...fields, usageScope: Type.String() }, strict)

/** A credential in the list, with the project that has it. */
export const ListedCredential = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    ...dates,
    shared: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: Type.String(), ...dates }, strict)),
  },
  strict,
)

export const CredentialTest = Type.Object({ status: Type.String(), message: Type.String() }, strict)
