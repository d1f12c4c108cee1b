import { type FieldsOf, madeDates, madeId } from './field.ts'
import { someText } from './fixture/fields.ts'
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
  ...madeDates,
  id: madeId,
  name: {
    shape: someText,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['urgent', 'later'],
  },
} satisfies FieldsOf<TagRecord>
