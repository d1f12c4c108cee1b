import { allPromoted, type FieldsOf, madeDates, madeId } from './field.ts'
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
  ...allPromoted('own', madeDates),
  id: { ...madeId, promoted: 'own' },
  name: {
    shape: someText,
    absent: 'required',
    written: { create: 'as sent', update: 'as sent' },
    compared: 'value',
    promoted: 'rule',
    examples: ['urgent', 'later'],
  },
} satisfies FieldsOf<TagRecord>
