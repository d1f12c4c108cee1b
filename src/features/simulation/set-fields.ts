import { recordsOf } from '../../model/is-record.ts'
import type { Node } from '../../model/workflow.ts'
import { type Item, recordOf } from './item.ts'
import { literalOf } from './literal.ts'

/** An item with the literal fields of a set node, and the names of those that only code gives, which are left out. */
export function setFields({ parameters = {} }: Node, item: Item): { item: Item; left: string[] } {
  if (parameters.mode === 'raw') return setRaw(parameters, item)
  const fields = fieldsOf(parameters)
  const isKept = fields.isOld ? parameters.keepOnlySet !== true : isIncluding(parameters)
  const left: string[] = []
  let made: Item = isKept ? item : {}
  for (const { name, value, type } of fields.list) {
    const known = literalOf(value, item)
    if (known) made = withField(made, String(name).split('.'), typed(known.value, type))
    else left.push(String(name))
  }
  return { item: made, left }
}

const isIncluding = ({ includeOtherFields, include }: Record<string, unknown>) =>
  includeOtherFields === true || (includeOtherFields === undefined && include === 'all')

function fieldsOf({ assignments, fields, values }: Record<string, unknown>) {
  if (assignments !== undefined) return { isOld: false, list: recordsOf(recordOf(assignments).assignments) }
  if (fields !== undefined) return { isOld: false, list: recordsOf(recordOf(fields).values).map(typedField) }
  return { isOld: true, list: Object.values(recordOf(values)).flatMap(recordsOf) }
}

/** `{ name, type: 'stringValue', stringValue }`, as one version of the node has it. */
const typedField = ({ name, type = 'stringValue', ...field }: Record<string, unknown>) => ({
  name,
  type: String(type).replace(/Value$/, ''),
  value: field[String(type)],
})

function setRaw({ jsonOutput, includeOtherFields }: Record<string, unknown>, item: Item) {
  const base = includeOtherFields === true ? item : {}
  try {
    const made: unknown = typeof jsonOutput === 'string' ? JSON.parse(jsonOutput) : jsonOutput
    return { item: { ...base, ...recordOf(made) }, left: [] }
  } catch {
    return { item: base, left: ['jsonOutput'] }
  }
}

function typed(value: unknown, type: unknown): unknown {
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value)
  if (type === 'boolean' && typeof value === 'string') return value === 'true'
  if ((type !== 'object' && type !== 'array') || typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A field by its path: `customer.name` is inside `customer`. */
function withField(item: Item, [name = '', ...rest]: string[], value: unknown): Item {
  if (rest.length === 0) return { ...item, [name]: value }
  return { ...item, [name]: withField(recordOf(Object.hasOwn(item, name) ? item[name] : undefined), rest, value) }
}
