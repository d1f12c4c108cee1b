import { Type } from '@sinclair/typebox'
import { DATED, DATES, type FieldsOf, PAIRED } from './field.ts'
import { dates, id, someText } from './fixture/fields.ts'
/** A tag as the document stores it. */
export interface TagRecord {
  id: string
  name: string
  createdAt: string
  updatedAt: string
}

/** An annotation tag, which marks executions. Workflow tags are another list. */
export interface AnnotationTagRecord extends TagRecord {}

/** What is said of each field of a tag, in the order of a document. */
export const tagFields = {
  createdAt: {
    shape: dates.createdAt,
    absent: { made: 'now' },
    written: 'service',
    compared: DATED,
    promoted: 'own',
    examples: DATES,
  },
  updatedAt: {
    shape: dates.updatedAt,
    absent: { made: 'when it was created' },
    written: 'service',
    compared: DATED,
    promoted: 'own',
    examples: DATES,
  },
  id: {
    shape: Type.Optional(id),
    absent: { made: '16 characters, or the next number' },
    written: 'service',
    compared: PAIRED,
    promoted: 'own',
    examples: ['1', '2'],
  },
  name: {
    shape: someText,
    absent: 'required',
    written: { create: 'as sent', update: 'as sent' },
    compared: 'value',
    promoted: 'rule',
    examples: ['urgent', 'later'],
  },
} satisfies FieldsOf<TagRecord>
