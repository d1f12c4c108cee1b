import { recordsOf } from '../base/is-record.ts'
import type { Node } from '../model/workflow.ts'
import { type Item, recordOf } from './item.ts'
import { literalOf } from './literal.ts'

/** A field that lies deeper is left out, as what would nest too deep to be read again. */
const DEEPEST = 100
/** So much of its name is told. */
const LONGEST_NAME = 200

/** An item with the literal fields of a set node, and the names of those that only code gives, which are left out. */
export function setFields({ parameters = {} }: Node, item: Item): { item: Item; left: string[] } {
  if (parameters.mode === 'raw') return setRaw(parameters, item)
  const fields = fieldsOf(parameters)
  const isKept = fields.isOld ? parameters.keepOnlySet !== true : isIncluding(parameters)
  const left: string[] = []
  const made: Item = isKept ? { ...item } : {}
  const own = new Set([made])
  for (const { name, value, type } of fields.list) {
    const known = literalOf(value, item)
    const path = String(name).split('.', DEEPEST + 1)
    if (known && path.length <= DEEPEST) setField(made, path, typed(known.value, type), own)
    else left.push(String(name).slice(0, LONGEST_NAME))
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

/**
 * Sets a field by its path: `customer.name` is inside `customer`. What lies on the way is copied once for an item.
 *
 * @param own the copies, which belong to this item alone
 */
function setField(made: Item, path: string[], value: unknown, own: Set<Item>): void {
  let into = made
  for (const name of path.slice(0, -1)) {
    const given = recordOf(Object.hasOwn(into, name) ? into[name] : undefined)
    const inner = own.has(given) ? given : { ...given }
    own.add(inner)
    define(into, name, inner)
    into = inner
  }
  define(into, path.at(-1) ?? '', value)
}

/** Also where the name is one that every object has, such as `__proto__`. */
const define = (item: Item, name: string, value: unknown) =>
  Object.defineProperty(item, name, { value, enumerable: true, configurable: true, writable: true })
