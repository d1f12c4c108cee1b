import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { InstanceAccess } from '../../nodes/tools/node-context.ts'
import type { Form } from './call-body.ts'

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
const MAX_FIELDS = 1000
/** Fields that only show something. */
const SHOWN_ONLY = ['html']

/** The fields of a form trigger, in their order. */
export function formFieldsOf({ parameters = {} }: Node): FormField[] {
  const fields = recordsOf(recordOf(parameters.formFields).values)
    .slice(0, MAX_FIELDS)
    .map((given, at) => {
      const { fieldLabel, fieldType = 'text', fieldName, multiselect, requiredField, placeholder, fieldValue } = given
      const type = textOf(fieldType)
      const isMultiple = type === 'checkbox' || (type === 'dropdown' && multiselect === true)
      return {
        name: `field-${at}${isMultiple ? '[]' : ''}`,
        key: textOf(fieldName) || textOf(fieldLabel),
        label: textOf(fieldLabel) || textOf(fieldName),
        type,
        isMultiple,
        isRequired: requiredField === true,
        placeholder: textOf(placeholder),
        options: optionsOf(given),
        value: textOf(fieldValue),
      }
    })
  return fields.filter(({ type }) => !SHOWN_ONLY.includes(type))
}

const optionsOf = ({ fieldOptions }: Record<string, unknown>) =>
  recordsOf(recordOf(fieldOptions).values).map(({ option }) => textOf(option))

/** Code gives none here, and neither does an object. */
const textOf = (value: unknown) =>
  value === undefined || typeof value === 'object' || (typeof value === 'string' && value.startsWith('='))
    ? ''
    : String(value)

/** What a form trigger puts out for a form that was sent: its fields by their labels, and its files. */
export async function formItem(fields: readonly FormField[], sent: Form, addFile: InstanceAccess['addFile']) {
  const binary: Record<string, unknown> = {}
  const json: [string, unknown][] = []
  for (const [at, field] of fields.entries()) {
    const bare = field.name.replace(/\[\]$/, '')
    const values = sent.filter(([name]) => name === bare || name === `${bare}[]`).map(([, value]) => value)
    const shown: unknown[] = []
    for (const [number, value] of values.entries()) {
      if (typeof value === 'string') {
        shown.push(value)
        continue
      }
      const { filename, mimetype, size, bytes } = value
      const name = field.key.replace(/\W/g, '_') || `field_${at}`
      binary[values.length > 1 ? `${name}_${number}` : name] = await addFile({ bytes, type: mimetype, name: filename })
      shown.push({ filename, mimetype, size })
    }
    json.push([field.key, field.isMultiple ? shown : typed(shown[0], field.type)])
  }
  return { json: Object.fromEntries(json), binary }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

function typed(value: unknown, type: string): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string') return value
  if (type === 'number') return value.trim() === '' ? null : Number(value)
  return type === 'text' ? value.trim() : value
}
