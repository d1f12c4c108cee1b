import { recordsOf } from '../base/is-record.ts'
import type { Node } from '../model/workflow.ts'
import { recordOf } from './item.ts'

/** A field of a form trigger. */
export interface FormField {
  /** As it is sent: `field-0`, with `[]` after it where it may have several values. */
  name: string
  /** What the item calls it. */
  key: string
  label: string
  type: string
  isRequired: boolean
  isMultiple: boolean
  placeholder: string
  options: string[]
  /** What it begins with. */
  value: string
}

/** A form of more fields is not shown whole: what is sent is looked up for each. */
const MOST_FIELDS = 1000
/** Fields that only show something. */
const SHOWN_ONLY = ['html']

/** The fields of a form trigger, in their order. */
export function formFieldsOf({ parameters = {} }: Node): FormField[] {
  const fields = recordsOf(recordOf(parameters.formFields).values)
    .slice(0, MOST_FIELDS)
    .map((given, at) => {
      const { fieldLabel, fieldType = 'text', fieldName, multiselect, requiredField, placeholder, fieldValue } = given
      const type = textOf(fieldType)
      const isMultiple = type === 'checkbox' || (type === 'dropdown' && multiselect === true)
      return {
        name: `field-${at}${isMultiple ? '[]' : ''}`,
        key: textOf(fieldName) || textOf(fieldLabel),
        label: textOf(fieldLabel) || textOf(fieldName),
        ...{ type, isMultiple, isRequired: requiredField === true },
        ...{ placeholder: textOf(placeholder), options: optionsOf(given), value: textOf(fieldValue) },
      }
    })
  return fields.filter(({ type }) => !SHOWN_ONLY.includes(type))
}

const optionsOf = ({ fieldOptions }: Record<string, unknown>) =>
  recordsOf(recordOf(fieldOptions).values).map(({ option }) => textOf(option))

/** Code gives none here. */
const textOf = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.startsWith('=')) ? '' : String(value)

/** A value that was sent: text, or what is told of a file. */
export type Sent = string | { filename: string; mimetype: string; size: number }

/** What a form trigger puts out for a form that was sent: its fields by their labels. */
export function formItem(fields: readonly FormField[], sent: readonly [name: string, value: Sent][]) {
  return Object.fromEntries(
    fields.map((field): [string, unknown] => {
      const bare = field.name.replace(/\[\]$/, '')
      const values = sent.filter(([name]) => name === bare || name === `${bare}[]`).map(([, value]) => value)
      return [field.key, field.isMultiple ? values : typed(values[0], field.type)]
    }),
  )
}

function typed(value: Sent | undefined, type: string): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string') return value
  if (type === 'number') return value.trim() === '' ? null : Number(value)
  return type === 'text' ? value.trim() : value
}
