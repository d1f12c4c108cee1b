import { jsonrepair } from 'jsonrepair'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { unknownMode } from './stop-and-error.ts'
import { copyOf, namesIn, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { askedText, flagOf, objectOf, textOf } from './tools/parameters.ts'
import { convert, shownValue } from './tools/value-types.ts'

/** Edit Fields (Set): from version 3 typed fields or JSON, before it three lists of values. */
export const setFields: NodeType = {
  async run(context) {
    const make = context.typeVersion < 3 ? setOld : set
    const mode = context.stored('mode')
    // an expression is not evaluated
    if (context.typeVersion >= 3 && mode !== undefined && mode !== 'manual' && mode !== 'raw') throw unknownMode()
    const copies = copiesOf(context)
    // an item that fails is put out as often
    const made = await forEachItem(context, (item, at) => make(context, item, at))
    return { main: [copies === 1 ? made : made.flatMap(each => Array.from({ length: copies }, () => each))] }
  },
}

const MAX_COPIES = 100_000

/** How often each item is put out: several times, or not at all, in a run by hand alone. */
function copiesOf(context: NodeContext): number {
  if (context.typeVersion < 3 || context.execution.mode !== 'manual' || !flagOf(context, 'duplicateItem', 0)) return 1
  const count = Number(context.parameter('duplicateCount', 0, 0))
  return count >= 0 ? Math.min(Math.floor(count) + 1, MAX_COPIES) : 0
}

/** Repairing takes time by the square of the length. */
const MAX_REPAIRED = 32 * 1024

interface Field {
  name: string
  type: string
  value: unknown
}

function set(context: NodeContext, item: NodeItem, at: number): NodeItem {
  const isDotted = context.parameter('options.dotNotation', at, true) !== false
  const fields = context.stored('mode') === 'raw' ? rawFields(context, at) : typedFields(context, at)
  const json = includedFields(context, item, at, isDotted)
  for (const { name, value } of fields) {
    if (value !== undefined) setAt(json, name, copyOf(value), isDotted && context.stored('mode') !== 'raw')
  }
  const made: NodeItem = { json, pairedItem: item.pairedItem }
  if (item.binary && isBinaryIncluded(context, at)) made.binary = item.binary
  return made
}

function isBinaryIncluded(context: NodeContext, at: number): boolean {
  if (context.typeVersion >= 3.4) {
    return flagOf(context, 'includeOtherFields', at) && context.parameter('options.stripBinary', at) !== true
  }
  return context.parameter('options.includeBinary', at) === true
}

function includedFields(context: NodeContext, { json }: NodeItem, at: number, isDotted: boolean): Item {
  if (context.typeVersion >= 3.3 && !flagOf(context, 'includeOtherFields', at)) return {}
  const include = textOf(context, 'include', at, 'all')
  if (include === 'none') return {}
  if (include === 'selected') {
    const made: Item = {}
    for (const name of namesIn(context.parameter('includeFields', at, ''))) {
      const value = valueAt(json, name, isDotted)
      const last = isDotted && name.includes('.') ? (name.split('.').at(-1) ?? name) : name
      if (value !== undefined) setAt(made, last, copyOf(value), isDotted)
    }
    return made
  }
  const made = copyOf(json)
  if (include === 'except') {
    for (const name of namesIn(context.parameter('excludeFields', at, ''))) removeAt(made, name, isDotted)
  }
  return made
}

/**
 * Fields of the form: the values of version 3 to 3.2 have a name for each type, those after it one. A missing text is
 * written out by version 3, refused by 3.1, and null in later ones.
 */
function typedFields(context: NodeContext, at: number): Field[] {
  const isIgnoringErrors = context.parameter('options.ignoreConversionErrors', at, false) === true
  const given = context.typeVersion < 3.3 ? namedFields(context, at) : assignedFields(context, at)
  return given.map(({ name, type, value }) => {
    const field = { name: String(name), type: typeNamed(type, value, at), value: value ?? null }
    const isMissingText = field.type === 'string' && field.value === null
    if (isMissingText && context.typeVersion === 3) return { ...field, value: String(value) }
    const converted = convert(value, field.type, context.zone)
    const isTaken = converted.isValid && !(isMissingText && context.typeVersion === 3.1)
    if (isTaken) return { ...field, value: converted.value }
    if (isIgnoringErrors) return field
    throw new NodeFailure(`'${field.name}' expects a ${field.type} but we got ${shownValue(value)} [item ${at}]`, {
      description: `To fix the error try to change the type for the field "${field.name}" or activate the option “Ignore Type Conversion Errors” to apply a less strict type validation`,
      context: { itemIndex: at },
    })
  })
}

/** It is looked at where there is a value. */
const typeNamed = (type: unknown, value: unknown, at: number) =>
  value === undefined || value === null ? String(type) : askedText(type, 'type.toLowerCase', at)

/** What is no object has neither a name nor a value. */
function assignedFields(context: NodeContext, at: number): Record<string, unknown>[] {
  const { assignments } = objectOf(context, 'assignments', at)
  return (Array.isArray(assignments) ? assignments : []).map((given: unknown) => {
    if (given === null)
      throw new NodeFailure(`Cannot read properties of null (reading 'type')`, { context: { itemIndex: at } })
    return isRecord(given) ? given : {}
  })
}

/** Fields of version 3 to 3.2: an object is JSON whose expressions are evaluated each by itself. */
function namedFields(context: NodeContext, at: number): Record<string, unknown>[] {
  const stored = recordsOf(context.stored('fields.values'))
  return recordsOf(context.parameter('fields.values', at, [])).map((given, index) => {
    const key = askedText(given.type, 'entry.type.replace', at)
    const field = { name: given.name, type: key.replace(/Value$/, ''), value: given[key] }
    const { objectValue } = stored[index] ?? {}
    const isJson = key === 'objectValue' && typeof objectValue === 'string' && objectValue.startsWith('=')
    if (!isJson || given[key] === undefined || given[key] === null) return field
    return { ...field, value: objectIn(context, objectValue, String(given.name), at) }
  })
}

function objectIn(context: NodeContext, stored: unknown, name: string, at: number): unknown {
  const where = `The entry "${name}" inside 'Fields to Set' in item ${at}`
  const made = parseRaw(filledIn(context, stored, at, name), where)
  if (typeof made === 'object' && !Array.isArray(made)) return made
  throw new NodeFailure(`${where} does not contain a valid JSON object`)
}

/** Fields of JSON. Each expression in it is evaluated by itself; what is no JSON then is repaired where it can be. */
function rawFields(context: NodeContext, at: number): Field[] {
  const made = parseRaw(
    filledIn(context, context.stored('jsonOutput'), at, 'jsonOutput'),
    `The 'JSON Output' in item ${at}`,
  )
  if (made === null) {
    throw new NodeFailure('Cannot convert undefined or null to object', { context: { itemIndex: at } })
  }
  if (!isRecord(made)) throw new NodeFailure(`The 'JSON Output' in item ${at} does not contain a valid JSON object`)
  return Object.entries(made).map(([name, value]) => ({ name, type: 'any', value }))
}

function filledIn(context: NodeContext, stored: unknown, at: number, name: string): unknown {
  if (typeof stored !== 'string' || !stored.startsWith('=')) return stored
  return stored.replace(/^=+/, '').replace(/{{[\s\S]*?}}/g, expression => {
    const value = context.evaluate(`=${expression}`, at, name)
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  })
}

function parseRaw(text: unknown, where: string): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    // below
  }
  try {
    if (text.length > MAX_REPAIRED) throw new RangeError('too long to be repaired')
    return JSON.parse(jsonrepair(text))
  } catch {
    throw new NodeFailure(`${where} contains invalid JSON`, { description: text })
  }
}

/** Versions 1 and 2: booleans first, then numbers, then texts; version 2 reads a text of a number as one. */
function setOld(context: NodeContext, item: NodeItem, at: number): NodeItem {
  const isDotted = objectOf(context, 'options', at).dotNotation !== false
  const isKeepingOnlySet = flagOf(context, 'keepOnlySet', at)
  const json = isKeepingOnlySet ? {} : copyOf(item.json)
  const made: NodeItem = { json, pairedItem: item.pairedItem }
  if (!isKeepingOnlySet && item.binary) made.binary = item.binary
  for (const kind of ['boolean', 'number', 'string']) {
    for (const { name, value } of recordsOf(context.parameter(`values.${kind}`, at, []))) {
      let given = value
      if (kind === 'boolean') given = Boolean(value)
      if (kind === 'number' && context.typeVersion >= 2 && isNumeric(value)) given = Number(value)
      setAt(json, String(name), copyOf(given), isDotted)
    }
  }
  return made
}

const isNumeric = (value: unknown) => typeof value === 'string' && !Number.isNaN(Number(value))
