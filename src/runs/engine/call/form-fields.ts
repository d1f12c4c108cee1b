import { DateTime } from 'luxon'
import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { localTime } from '../../../core/base/zone.ts'
import { parseJson, UnusableJson } from '../../../core/model/parse-json.ts'
import type { Node } from '../../../core/model/workflow.ts'
import { jsonErrorMessage } from '../../nodes/tools/json-errors.ts'
import type { InstanceAccess } from '../../nodes/tools/node-context.ts'
import { versionOf, withDefaults } from '../node-parameters.ts'
import { type Form, filesByField, oneOrAll, textsByField } from './call-body.ts'

/** A field of a form trigger. */
export interface FormField {
  /** As it is sent: `field-0`. */
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
  /** Of a date: how the item shows it. */
  dateFormat: string
  /** Of files: whether they are a list, one as well. */
  isList: boolean
  /** Of what is only shown: the field of the item that its value has, if one is sent. */
  elementName: string
}

/** What was sent of a field that takes JSON is none: the service cannot start the workflow. */
export class UnreadAnswer extends Error {}

/** A form of more fields is not shown whole: what is sent is looked up for each. */
const MAX_FIELDS = 1000
/** What is only shown. */
const SHOWN_ONLY = 'html'

/** The fields of a form trigger, in their order, with what it only shows. */
export function formFieldsOf(node: Node): FormField[] {
  const { parameters = {} } = withDefaults(node)
  const hasNames = versionOf(node) >= 2.4
  return recordsOf(recordOf(parameters.formFields).values)
    .slice(0, MAX_FIELDS)
    .map((given, at) => {
      const { fieldLabel, fieldName, defaultValue, fieldValue } = given
      const type = textOf(given.fieldType ?? 'text')
      const [label, name] = [textOf(fieldLabel), textOf(fieldName)]
      return {
        name: `field-${at}`,
        key: hasNames && name !== '' ? name : (fieldLabel ?? undefined) === undefined ? name : label,
        label: label || name,
        type,
        isMultiple: type === 'checkbox' || given.multiselect === true,
        isRequired: given.requiredField === true,
        placeholder: textOf(given.placeholder),
        options: optionsOf(given),
        value: textOf(defaultValue) || textOf(fieldValue),
        dateFormat: textOf(given.formatDate),
        isList: type === 'file' && given.multipleFiles === true,
        elementName: textOf(given.elementName),
      }
    })
}

/** The fields that somebody fills in. */
export const askedFieldsOf = (node: Node) => formFieldsOf(node).filter(({ type }) => type !== SHOWN_ONLY)

const optionsOf = ({ fieldOptions }: Record<string, unknown>) =>
  recordsOf(recordOf(fieldOptions).values).map(({ option }) => textOf(option))

/** Code gives none here, and neither does an object. */
const textOf = (value: unknown) =>
  value === undefined || typeof value === 'object' || (typeof value === 'string' && value.startsWith('='))
    ? ''
    : String(value)

/** Sent by our own page, which has no code: lists come as repeated fields, where the service's page sends them as JSON. */
export const PLAIN_PAGE = 'understudy-plain-page'

/**
 * What a form trigger puts out for a form that was sent: its fields by their labels, and its files.
 *
 * @param maxValues how many keys and list items JSON may have
 * @throws UnreadAnswer where a field that takes JSON was sent something else, or JSON that is too large
 */
export async function formItem(
  fields: readonly FormField[],
  sent: Form,
  addFile: InstanceAccess['addFile'],
  maxValues = Number.POSITIVE_INFINITY,
) {
  const isPlain = sent.some(([name]) => name === PLAIN_PAGE)
  const values = new Map<string, unknown>(textsByField(sent))
  const binary: Record<string, unknown> = {}
  for (const [name, files] of filesByField(sent)) {
    values.set(name, oneOrAll(files.map(({ filename, mimetype, size }) => ({ filename, mimetype, size }))))
    const property = (fields.find(field => field.name === name)?.key ?? name).replace(/\W/g, '_')
    for (const [number, { bytes, mimetype, filename }] of files.entries()) {
      const file = await addFile({ bytes, type: mimetype, name: filename })
      binary[files.length > 1 ? `${property}_${number}` : property] = file
    }
  }
  const json = new Map<string, unknown>()
  for (const field of fields) {
    const given = values.get(field.name)
    const value = isPlain && takesJson(field) ? listOf(given) : given
    if (value === undefined) json.set(field.key, null)
    else if (field.type !== SHOWN_ONLY) json.set(field.key, typed(value, field, maxValues))
    else if (field.elementName !== '') json.set(field.elementName, value)
  }
  json.delete('__proto__')
  return { json: Object.fromEntries(json), binary }
}

/** When a form was sent, as its item says. @param zone of the workflow @param at in milliseconds since 1970 */
export function submittedAt(node: Node, zone: string, at: number): string {
  const { useWorkflowTimezone } = recordOf(node.parameters?.options)
  const isLocal = useWorkflowTimezone ?? versionOf(node) > 2
  return !isLocal || /^(?:utc|gmt)$/i.test(zone) ? new Date(at).toISOString() : localTime(zone, at)
}

const takesJson = ({ type, isMultiple }: FormField) => isMultiple || type === 'radio'

const listOf = (value: unknown) => JSON.stringify(value === undefined ? [] : [value].flat())

/** As the service's node reads what was sent of a field. */
function typed(value: unknown, field: FormField, maxValues: number): unknown {
  const { type, dateFormat, isList } = field
  if (type === 'number') return Number(value)
  if (type === 'text' || type === 'email') return String(value).trim()
  if (takesJson(field) && typeof value === 'string') {
    const read = parsed(value, maxValues)
    return type === 'radio' && Array.isArray(read) ? read[0] : read
  }
  // the service takes these letters: `mm` are minutes
  if (type === 'date' && dateFormat) return DateTime.fromFormat(String(value), 'yyyy-mm-dd').toFormat(dateFormat)
  return isList && !Array.isArray(value) ? [value] : value
}

function parsed(text: string, maxValues: number): unknown {
  try {
    return parseJson(text, maxValues)
  } catch (error) {
    throw new UnreadAnswer(error instanceof UnusableJson ? `JSON ${error.message}` : jsonErrorMessage(text, error))
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
