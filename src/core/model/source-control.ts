import { Type } from '@sinclair/typebox'
import { type FieldsOf, madeId } from './field.ts'
import { someText, text } from './fixture/fields.ts'
import { Nullable } from './schema.ts'
/** What a pull is asked to do. */
export interface PullOptions {
  force?: boolean
  variables?: Record<string, unknown>
}

/** A variable as the document stores it. */
export interface VariableRecord {
  id: string
  key: string
  type: string
  value: string
  /** The project that has it; every project where absent or null. */
  projectId?: string | null
}

/** What is said of each field of a variable, in the order of a document. */
export const variableFields = {
  id: madeId,
  key: {
    shape: someText,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['KEY', 'OTHER'],
  },
  type: {
    shape: Type.Optional(text),
    absent: { stored: 'string' },
    written: 'service',
    compared: 'value',
    examples: ['string', 'number'],
  },
  value: {
    shape: text,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'hidden value',
    examples: ['1', '2'],
  },
  projectId: {
    shape: Type.Optional(Nullable(someText)),
    absent: { means: null },
    written: { create: 'by rule', update: 'by rule' },
    compared: { refersTo: 'projects' },
    shownAs: ['project'],
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
} satisfies FieldsOf<VariableRecord>
