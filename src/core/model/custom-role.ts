import { Type } from '@sinclair/typebox'
import { type FieldsOf, madeDates, PAIRED } from './field.ts'
import { someText, text } from './fixture/fields.ts'
import { Enumeration, Nullable } from './schema.ts'
export const ROLE_TYPES = ['project', 'global'] as const

/** A custom role. The built-in ones have no records. */
export interface CustomRoleRecord {
  /** Its slug. */
  id: string
  displayName: string
  description: string | null
  roleType: (typeof ROLE_TYPES)[number]
  scopes: string[]
  createdAt: string
  updatedAt: string
}

/** What is said of each field of a custom role, in the order of a document. */
export const customRoleFields = {
  id: {
    shape: Type.Optional(someText),
    absent: { made: 'its slug' },
    written: 'service',
    compared: PAIRED,
    shownAs: ['slug'],
    examples: ['project:tester', 'project:auditor'],
  },
  displayName: {
    shape: someText,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['Tester', 'Auditor'],
  },
  description: {
    shape: Type.Optional(Nullable(text)),
    absent: { stored: null },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['What it is for', 'What else it is for'],
  },
  roleType: {
    shape: Type.Optional(Enumeration(ROLE_TYPES)),
    absent: { stored: 'project' },
    written: { create: 'by rule' },
    compared: 'value',
    examples: ['project', 'global'],
  },
  scopes: {
    shape: Type.Optional(Type.Array(text)),
    absent: { stored: [] },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: [['workflow:read'], ['workflow:list']],
  },
  ...madeDates,
} satisfies FieldsOf<CustomRoleRecord>
