import { Type } from '@sinclair/typebox'
import { allPromoted, madeDates, madeId, type SentFieldsOf } from './field.ts'
import { flag, owner, projectId, text } from './fixture/fields.ts'
import { AnyMap, Nullable } from './schema.ts'
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

/** A credential as the document stores it: `data` is sealed text, `owner` is a user id. */
export interface CredentialRecord {
  id: string
  name: string
  type: string
  data: string
  owner: string
  /** Whether its data is made up, as a clone's is: no API returns the real one. */
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

const STAYS = { stays: 'of a credential, name, type and data are sent' }

/** What is said of each field of a credential, in the order of a document. */
export const credentialFields = {
  ...allPromoted('own', madeDates),
  id: { ...madeId, promoted: 'rule' },
  name: {
    shape: text,
    absent: 'required',
    written: { create: 'as sent', update: 'as sent' },
    compared: 'value',
    promoted: 'sent',
    examples: ['A credential', 'Another credential'],
  },
  type: {
    shape: text,
    absent: 'required',
    written: { create: 'as sent', update: 'as sent' },
    compared: 'value',
    promoted: 'sent',
    examples: ['httpHeaderAuth', 'httpBasicAuth'],
  },
  data: {
    shape: Type.Optional(Type.Union([AnyMap(), text], { expects: 'an object' })),
    absent: { made: 'what it had, else an empty object; sealed' },
    written: { create: 'by rule', update: 'by rule' },
    compared: { not: 'no API shows it', isUnseen: true },
    promoted: 'rule',
    examples: [{ name: 'a' }, { name: 'b' }],
  },
  owner: {
    shape: owner,
    absent: { made: 'the owner of the instance' },
    written: 'service',
    compared: { not: 'each service has its own users', butWithinInstance: 'value' },
    promoted: 'own',
    shownAs: ['shared'],
    examples: ['owner@example.com', 'mia@example.com'],
  },
  projectId: {
    shape: projectId,
    absent: { made: 'the personal project of its owner' },
    written: { create: 'by rule' },
    compared: { not: 'a promotion puts credentials into another project', butWithinInstance: 'value' },
    promoted: { stays: 'a new credential goes to the personal project of the key’s user' },
    shownAs: ['shared'],
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
  isStandIn: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'service',
    compared: { not: 'it says that a clone made up the data' },
    promoted: 'rule',
    examples: [false, true],
  },
  isManaged: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'service',
    compared: 'value',
    promoted: STAYS,
    examples: [false, true],
  },
  isGlobal: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: { update: 'by rule' },
    compared: 'value',
    promoted: STAYS,
    examples: [false, true],
  },
  isResolvable: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    promoted: STAYS,
    examples: [false, true],
  },
  resolvableAllowFallback: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'service',
    compared: 'value',
    promoted: STAYS,
    examples: [false, true],
  },
  resolverId: {
    shape: Type.Optional(Nullable(text)),
    absent: { means: null },
    written: 'service',
    compared: 'value',
    promoted: STAYS,
    examples: ['1', '2'],
  },
} satisfies SentFieldsOf<CredentialRecord>
